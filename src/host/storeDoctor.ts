import { randomBytes } from 'node:crypto';
import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sharedFileSystem } from '../files/sharedFileSystem.ts';
import type { DiagnosisView, MendedView } from '../protocol/doctorViews.ts';
import { examineStore } from '../store/sqlite/examineStore.ts';
import { type StoreOptions, storeParts } from '../store/sqlite/openStore.ts';
import type { SqliteRegister } from '../store/sqlite/sqliteRegister.ts';
import { Store } from '../store/sqlite/store.ts';
import type { StoreParts } from '../store/sqlite/storeParts.ts';
import { findHolder, isHolding } from '../store/sqlite/writer/holder.ts';
import { endpointAnswers } from './endpointAnswers.ts';
import { sayWord, storeError } from './programWords.ts';

/** Behind `signalbox doctor`: `doctor --root DIR [--fix history|backup]`. One word: the diagnosis, or what was mended. */
export async function storeDoctor(args: readonly string[], bundles: string): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { root: { type: 'string' }, fix: { type: 'string' } },
  });
  try {
    const root = realpathSync.native(values.root ?? process.cwd());
    const shared = await sharedFileSystem(path.join(root, '.signalbox', 'state'));
    const options = {
      snapshotWorker: path.join(bundles, 'store.cjs'),
      answers: endpointAnswers,
      sharedOn: shared?.what ?? null,
    };
    const result =
      values.fix === undefined
        ? await diagnose(root, options)
        : await mend(root, values.fix === 'backup' ? 'backup' : 'history', options);
    sayWord({ result });
    return 0;
  } catch (error) {
    sayWord({ error: storeError(error) });
    return 1;
  }
}

/** Names what is wrong, and what could be gone on from. Reads only. */
export async function diagnose(root: string, options: StoreOptions): Promise<DiagnosisView> {
  const parts = storeParts(root, options);
  const pid = await holderPid(parts);
  if (pid !== null) return { holder_pid: pid, ailments: [], history: null, backup: null, reached: null };
  const { ailments, found } = await examineStore(parts);
  const { history = null, backup = null, reached = null } = found ?? {};
  return {
    holder_pid: null,
    ailments,
    history: history && { position: history.last, at: history.lastAt, from: history.from },
    backup: backup && { position: backup.last, at: backup.lastAt, from: [backup.path] },
    reached,
  };
}

async function holderPid({ files, layout, clock, processes, answers }: StoreParts): Promise<number | null> {
  let holder: ReturnType<typeof findHolder>;
  try {
    holder = findHolder(files, layout.state);
  } catch {
    // What can't be listed is named by the examination.
    return null;
  }
  return holder !== null && (await isHolding(holder, clock.now(), processes, answers)) ? holder.pid : null;
}

/**
 * Goes on from the longest history that can be read, or from the newest good backup; what is there is kept first.
 * @throws StoreBusy; RegisterFault, also if there is nothing to go on from
 */
export async function mend(
  root: string,
  from: 'history' | 'backup',
  options: StoreOptions,
): Promise<MendedView> {
  const parts = storeParts(root, options);
  const store = new Store(parts);
  const before = new Set(keptIn(parts));
  const identity = { endpoint: path.join(root, '.signalbox'), token: randomBytes(32).toString('base64url') };
  const register = await opened(store, parts, from, identity);
  try {
    const { events, differing } = await register.verify();
    const kept = keptIn(parts).filter((file) => !before.has(file));
    const tables = differing.map(({ table }) => table);
    return { position: Math.max(events, register.facts().position), differing: tables, kept };
  } finally {
    await register.close();
  }
}

async function opened(
  store: Store,
  parts: StoreParts,
  from: 'history' | 'backup',
  identity: { endpoint: string; token: string },
): Promise<SqliteRegister> {
  await store.moveForeign();
  if (from === 'history') return store.salvage(identity);
  const { found } = await examineStore(parts);
  if (found?.backup == null) throw new Error('there is no backup that can be read whole');
  return store.restore(found.backup.path, identity);
}

function keptIn({ layout }: StoreParts): string[] {
  return [layout.aside, layout.backups].flatMap((folder) => {
    try {
      return readdirSync(folder).map((name) => path.join(folder, name));
    } catch {
      return [];
    }
  });
}
