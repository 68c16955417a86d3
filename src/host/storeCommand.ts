import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { RegisterFault } from '../coordinator/ports.ts';
import { sharedFileSystem } from '../files/sharedFileSystem.ts';
import { endpointName, ownEndpointPlace } from '../ipc/endpointName.ts';
import {
  isMethod,
  type MethodName,
  type Params,
  type Result,
  type StoreMethod,
} from '../protocol/methods.ts';
import { parseParams } from '../protocol/schemas.ts';
import { openStore } from '../store/sqlite/openStore.ts';
import type { SqliteRegister } from '../store/sqlite/sqliteRegister.ts';
import type { Store } from '../store/sqlite/store.ts';
import type { Watch } from '../store/sqlite/thread/requests.ts';
import type { WriterIdentity } from '../store/sqlite/writer/writerFile.ts';
import { endpointAnswers } from './endpointAnswers.ts';
import { sayWord, storeError } from './programWords.ts';
import { backupFile, backUp, compact, storedView, verifiedAnswer } from './storeAnswers.ts';

type Work = {
  readonly [M in StoreMethod]: (store: Store, params: Params<M>, own: Own) => Promise<Result<M>>;
};
interface Own {
  readonly watch: Watch;
  readonly identity: WriterIdentity;
}

/** The methods of the store for a store that nobody serves: what changes it becomes its writer for that long (S2). */
const work: Work = {
  'store.backup': (store, { path: folder }, own) =>
    asWriter(store, own, (register) => backUp(register, folder, own.watch)),
  'store.compact': (store, _, own) => asWriter(store, own, (register) => compact(register, own.watch)),
  'store.verify': async (store, _, { watch }) => {
    const verified = await store.verify(watch);
    return verifiedAnswer(verified, verified.events);
  },
  'store.restore': async (store, { path: given, check }, { identity }) => {
    const file = backupFile(given);
    const checked = await store.checkBackup(file);
    const answer = { backup: storedView(checked), current: await currentView(store), position: checked.last };
    if (check === true) return { ...answer, replaced: null };
    let replaced: string | null = null;
    const restored = await store.restore(file, identity, (kept) => (replaced = kept));
    await restored.close();
    return { ...answer, replaced };
  },
};

async function asWriter<T>(
  store: Store,
  { identity }: Own,
  use: (register: SqliteRegister) => Promise<T>,
): Promise<T> {
  const register = await store.becomeWriter(identity);
  try {
    return await use(register);
  } finally {
    await register.close();
  }
}

/** Null: it can't be read, which a restore mends. */
async function currentView(store: Store) {
  try {
    const last = await store.lastEvent();
    return { events: last?.position ?? 0, last_at: last?.at ?? null };
  } catch (error) {
    if (error instanceof RegisterFault && error.kind === 'damaged') return null;
    throw error;
  }
}

/**
 * `store METHOD --root DIR --params JSON`, behind the command line where no coordinator runs. Ends early when its stdin
 * does: then nobody waits for it. Answers its exit code.
 */
export async function storeCommand(args: readonly string[], bundles: string): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { root: { type: 'string' }, params: { type: 'string' } },
    allowPositionals: true,
  });
  const wanted = new AbortController();
  process.stdin.once('end', () => wanted.abort(new Error('nobody waits any more'))).resume();
  const watch: Watch = {
    signal: wanted.signal,
    onProgress: (done, total) => {
      sayWord({ progress: { done, total } });
    },
  };
  try {
    const root = realpathSync.native(values.root ?? process.cwd());
    const store = await openStore(root, {
      snapshotWorker: path.join(bundles, 'store.cjs'),
      answers: endpointAnswers,
      sharedOn: (await sharedFileSystem(path.join(root, '.signalbox', 'state')))?.what ?? null,
    });
    const endpoint = endpointName(root, ownEndpointPlace(process.env, os.tmpdir()), process.pid);
    const identity = { endpoint, token: randomBytes(32).toString('base64url') };
    const params = JSON.parse(values.params ?? '{}') as unknown;
    sayWord({ result: await run(store, positionals[0] ?? '', params, { watch, identity }) });
    return 0;
  } catch (error) {
    sayWord({ error: storeError(error) });
    return 1;
  } finally {
    process.stdin.destroy();
  }
}

function run(store: Store, method: string, params: unknown, own: Own): Promise<unknown> {
  if (!isMethod(method) || !isStoreMethod(method)) throw new Error(`${method} is no method of the store`);
  const parsed = parseParams(method, params);
  if (!parsed.ok) throw parsed.error;
  const each = work[method] as (store: Store, params: unknown, own: Own) => Promise<unknown>;
  return each(store, parsed.value, own);
}

const isStoreMethod = (method: MethodName): method is StoreMethod => Object.hasOwn(work, method);
