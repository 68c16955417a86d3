import type { Editor } from './prepareEditor.ts';

export interface EditorOptions {
  readonly editor: Editor;
  /** A folder whose copy is opened. */
  readonly workspace: string;
  /** Extensions to install first. */
  readonly vsix?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: NodeJS.ProcessEnv;
  /** Lets a page name an extension and a test suite to load; dialogs are refused then. */
  readonly isSuite?: boolean;
  /** Holds the token without which the server answers nobody; by default it answers everybody on the loopback. */
  readonly tokenFile?: string;
  /** The workspace is not trusted. */
  readonly isRestricted?: boolean;
}
