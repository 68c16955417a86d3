import * as vscode from 'vscode';

const SCHEME = 'signalbox-report';
const contents = new Map<string, string>();
const changes = new vscode.EventEmitter<vscode.Uri>();

/** Lets the window show reports, which are no files. */
export const registerReports = (): vscode.Disposable =>
  vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changes.event,
    provideTextDocumentContent: ({ path }) => contents.get(path) ?? '',
  });

/** Shows a text read-only; one of the same name is replaced. */
export async function showReport(name: string, text: string): Promise<void> {
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
  contents.set(uri.path, text);
  changes.fire(uri);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}
