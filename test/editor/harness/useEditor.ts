import type { EditorOptions } from './editorOptions.ts';
import type { EditorName } from './editors.ts';
import { fixture } from './fixture.ts';
import { prepareEditor } from './prepareEditor.ts';
import { type RunningEditor, startEditor } from './startEditor.ts';
import { Workbench } from './workbench.ts';

export interface EditorInUse {
  readonly editor: RunningEditor;
  /** The first window. */
  readonly workbench: Workbench;
}

export type UseOptions = Partial<Omit<EditorOptions, 'editor' | 'isSuite'>>;

const LIMIT_MS = 20_000;

/**
 * Gives a block of tests a VS Code with the packaged extension, open on a copy of the fixture. A test that fails leaves a
 * picture of the window; a process that had to be killed fails the block.
 */
export function useEditor(options: UseOptions = {}): EditorInUse {
  let editor: RunningEditor | undefined;
  let workbench: Workbench | undefined;

  before(async function () {
    this.timeout(90_000);
    editor = await startEditor({
      editor: await prepareEditor(named('SIGNALBOX_EDITOR') as EditorName, console.error),
      workspace: fixture,
      vsix: [named('SIGNALBOX_VSIX')],
      ...options,
    });
    workbench = await openWorkbench(editor);
  });

  afterEach(async function () {
    if (this.currentTest?.state !== 'failed' || !workbench || workbench.page.isClosed()) return;
    const name = `failed ${editor?.editor.name ?? ''} ${this.currentTest.title}`.replace(/[^\w]+/g, '-');
    console.error(`        picture: ${await workbench.screenshot(name)}`);
  });

  after(async () => {
    const deaf = (await editor?.stop()) ?? [];
    if (deaf.length > 0) throw new Error(`had to kill:\n${deaf.map((one) => one.command).join('\n')}`);
    const hosts = [...(editor?.refusedHosts ?? [])];
    if (hosts.length > 0) throw new Error(`the workbench wanted to reach ${hosts.join(', ')}`);
  });

  return {
    get editor() {
      return given(editor);
    },
    get workbench() {
      return given(workbench);
    },
  };
}

/** Opens another window on the workspace, or on another folder. */
export async function openWorkbench(editor: RunningEditor, folder?: string): Promise<Workbench> {
  const page = await editor.openWindow(folder);
  page.setDefaultTimeout(LIMIT_MS);
  return new Workbench(page).ready();
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The editor is there in tests and in hooks after `before`.');
  return value;
}

function named(variable: string): string {
  const value = process.env[variable];
  if (value === undefined)
    throw new Error(`${variable} is not set: run \`node test/editor/run.mjs --kind ui\`.`);
  return value;
}
