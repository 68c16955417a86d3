import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable.ts';
import { ProtocolError } from '../../../protocol/errors.ts';
import type { EventView } from '../../../protocol/views.ts';
import { problemText } from '../../problem.ts';
import type { OpenRoot, Roots } from '../../roots.ts';
import { addressOf, HISTORY_SCHEME, type HistoryPlace, placeOfAddress } from './historyPlace.ts';
import { historyDocument, type Link } from './historyText.ts';
import { readHistory } from './readHistory.ts';

/** Events of a busy lease come close behind each other. */
const GATHER_MS = 500;

export const historyUri = (place: HistoryPlace): vscode.Uri =>
  vscode.Uri.from({ scheme: HISTORY_SCHEME, ...addressOf(place) });

/** Documents that tell a history, can't be written to, and are told again when more happens. */
export class HistoryDocuments
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable
{
  private readonly roots: Roots;
  private readonly changes = new vscode.EventEmitter<vscode.Uri>();
  private readonly linksOf = new Map<string, readonly Link[]>();
  private readonly stale = new Set<string>();
  private readonly followed = new Map<OpenRoot, Disposable>();
  private readonly registered: vscode.Disposable;
  private timer: NodeJS.Timeout | undefined;

  readonly onDidChange = this.changes.event;

  constructor(roots: Roots) {
    this.roots = roots;
    const selector = { scheme: HISTORY_SCHEME };
    this.registered = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(HISTORY_SCHEME, this),
      vscode.languages.registerDocumentLinkProvider(selector, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.linksOf.delete(uri.toString())),
      roots.onChange(() => this.follow()),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const place = placeOfAddress(uri);
    const root = this.roots.all.find(({ path }) => path === place?.root);
    if (place === null || root === undefined) return vscode.l10n.t('The folder of this history is not open.');
    try {
      const history = await readHistory(root.client.call, place.about);
      const { text, links } = historyDocument(place.about.id, history, place.page);
      this.linksOf.set(uri.toString(), links);
      return text;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      // Who is not there yet is asked again; another refusal stands until something happens.
      if (error.kind !== 'unavailable') this.linksOf.set(uri.toString(), []);
      return problemText(error);
    }
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const place = placeOfAddress(document.uri);
    if (place === null) return [];
    return (this.linksOf.get(document.uri.toString()) ?? []).flatMap(({ line, text, to }) => {
      const at = line < document.lineCount ? document.lineAt(line).text.indexOf(text) : -1;
      if (at < 0) return [];
      const target = 'page' in to ? { ...place, page: to.page } : { ...place, about: to, page: null };
      if (!('page' in to) && to.id === place.about.id) return [];
      return [
        new vscode.DocumentLink(new vscode.Range(line, at, line, at + text.length), historyUri(target)),
      ];
    });
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const one of this.followed.values()) one.dispose();
    this.registered.dispose();
    this.changes.dispose();
  }

  /** Roots come and go; each is listened to once. One that has gone says no more. */
  private follow(): void {
    for (const root of this.roots.all) {
      if (this.followed.has(root)) continue;
      this.followed.set(
        root,
        root.client.onEvent((event) => this.see(root, event)),
      );
    }
    for (const root of this.followed.keys()) {
      if (this.roots.all.includes(root)) continue;
      this.followed.get(root)?.dispose();
      this.followed.delete(root);
    }
    this.tellAgainOnceConnected();
  }

  /** After a reload a document may be asked for before its coordinator is found. */
  private tellAgainOnceConnected(): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme !== HISTORY_SCHEME || this.linksOf.has(uri.toString())) continue;
      const root = this.roots.all.find(({ path }) => path === placeOfAddress(uri)?.root);
      if (root?.client.isConnected === true) this.markStale(uri);
    }
  }

  private see(root: OpenRoot, event: EventView): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      const place = uri.scheme === HISTORY_SCHEME ? placeOfAddress(uri) : null;
      if (place?.root !== root.path) continue;
      const { kind, id } = place.about;
      if (id === (kind === 'task' ? event.task_id : event.lease_id)) this.markStale(uri);
    }
  }

  private markStale(uri: vscode.Uri): void {
    this.stale.add(uri.toString());
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      for (const each of this.stale) this.changes.fire(vscode.Uri.parse(each, true));
      this.stale.clear();
    }, GATHER_MS);
  }
}
