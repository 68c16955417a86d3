/** What pure code needs of `vscode.l10n`: the text in the person's language, `{0}` and so on filled in. */
export interface L10n {
  t(message: string, ...args: (string | number | boolean)[]): string;
}
