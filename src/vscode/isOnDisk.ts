import type * as vscode from 'vscode';

/** The register needs files and a local socket: a folder of a virtual file system has neither. */
export const isOnDisk = ({ uri }: vscode.WorkspaceFolder): boolean => uri.scheme === 'file';
