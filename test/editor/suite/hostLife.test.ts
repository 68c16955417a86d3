import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { SignalboxApi } from '../../../src/vscode/api.ts';
import { eventually } from '../../kit/eventually.ts';
import { say } from './say.ts';

/**
 * The host's thread, known by a word that it says: the extension hands its threads to nobody.
 * @param provoke makes it say that it has read its configuration.
 */
async function hostThread(provoke: () => void): Promise<Worker> {
  const found: Worker[] = [];
  const emitters = Worker.prototype as unknown as { emit?: (...said: unknown[]) => boolean };
  const emit = (thread: Worker, event: unknown, args: readonly unknown[]): boolean => {
    const [word] = args as { readonly message?: string }[];
    if (event === 'message' && word?.message?.includes('the configuration was read') === true) {
      found.push(thread);
    }
    const own = Reflect.get(EventEmitter.prototype, 'emit') as (...said: unknown[]) => boolean;
    return Reflect.apply(own, thread, [event, ...args]);
  };
  emitters.emit = function (this: Worker, event: unknown, ...args: unknown[]) {
    return emit(this, event, args);
  };
  try {
    provoke();
    await eventually('the host reads its configuration', () => found.length > 0, 15_000);
  } finally {
    delete emitters.emit;
  }
  return found[0]!;
}

describe('the life of the host in a real extension host', () => {
  let api: SignalboxApi;
  let root: string;

  before(async () => {
    const extension = vscode.extensions.getExtension<SignalboxApi>('signalbox.signalbox');
    assert.ok(extension);
    api = await extension.activate();
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    await eventually('the leases are there', () => api.leases().length > 0, 15_000);
  });

  const writers = (): string[] =>
    readdirSync(path.join(root, '.signalbox/state')).filter((name) => /^writer-\d+\.json$/.test(name));

  it('its thread is killed: another one serves the same leases within 5 s', async () => {
    const config = path.join(root, '.signalbox/config.json');
    const text = readFileSync(config, 'utf8');
    const thread = await hostThread(() =>
      writeFileSync(config, text.replace('"website": "website"', '"website": "./website"')),
    );
    const ids = (): string[] =>
      api
        .leases()
        .map(({ id }) => id)
        .sort();
    const [before, [writer]] = [ids(), writers()];
    const killedAt = Date.now();
    await thread.terminate();
    const isBack = (): boolean => !writers().includes(writer ?? '') && api.leases().length > 0;
    await eventually('another term serves', isBack, 5_000);
    say(`serves again ${Date.now() - killedAt} ms after its thread was killed`);
    assert.deepEqual(ids(), before);
  });
});
