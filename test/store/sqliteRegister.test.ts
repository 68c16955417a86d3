import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identity, testStore } from '../kit/testStore.ts';
import { registerContract } from './registerContract.ts';

async function contractOver(limits: { journalEvents?: number }) {
  const root = mkdtempSync(join(tmpdir(), 'signalbox-register-'));
  const { store } = await testStore(root, { limits });
  return {
    open: () => store.becomeWriter(identity),
    dispose: async () => rmSync(root, { recursive: true, force: true }),
  };
}

registerContract('sqlite', () => contractOver({}));
registerContract('sqlite, a snapshot after each event', () => contractOver({ journalEvents: 1 }));
