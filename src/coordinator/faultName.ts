/** What a fault is, without its text: that may quote a title or a file's name, and logs name things only (security). */
export function faultName(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error ? ` ${String(error.code)}` : '';
  return `${error.name}${code}`;
}
