import type { L10n } from '../../src/vscode/l10n.ts';

/** English, as VS Code fills it in. */
export const english: L10n = {
  t: (message, ...args) => message.replace(/\{(\d+)\}/g, (_, at: string) => String(args[Number(at)])),
};
