import path from 'node:path';

export type EditorName = 'newest' | 'oldest';

/** One VS Code to test with, as npm's `code-server` carries it, and what it takes to make it run. */
export interface EditorSpec {
  readonly codeServer: string;
  /** The VS Code inside. */
  readonly vscode: string;
  /** The Node that runs it, from the package `node-linux-<arch>`. */
  readonly node: string;
  /** Addons to build; those not named here have a prebuilt file or are not used. */
  readonly addons: readonly string[];
  /** Packages to install beside it. */
  readonly extra: readonly string[];
}

/** `oldest` is what `engines.vscode` in package.json promises. */
export const editors: Readonly<Record<EditorName, EditorSpec>> = {
  newest: {
    codeServer: '4.139.1',
    vscode: '1.139.1',
    node: '24.22.3',
    addons: ['@vscode/spdlog', '@vscode/native-watchdog'],
    extra: [],
  },
  oldest: {
    codeServer: '4.100.3',
    vscode: '1.100.3',
    node: '20.20.2',
    addons: ['node-pty', '@vscode/spdlog', 'native-watchdog'],
    extra: ['@vscode/ripgrep-universal@1.18.0'],
  },
};

export const checkout = path.resolve(import.meta.dirname, '../../..');
