export interface NamedPlace {
  readonly kind: 'lease' | 'task' | 'question';
  readonly id: string;
}

/** What `vscode://signalbox.signalbox/<kind>/<id>` names; null: nothing that can be shown. A task's id has slashes. */
export function placeOfUri(path: string): NamedPlace | null {
  const [, kind, id] = /^\/(lease|task|question)\/(.+)$/.exec(path) ?? [];
  return kind === undefined || id === undefined ? null : { kind: kind as NamedPlace['kind'], id };
}
