import * as vscode from 'vscode';
import type { ContextKeys } from './ids.ts';

export function setContextKey<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
