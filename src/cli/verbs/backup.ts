import path from 'node:path';
import { defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'make a checked copy of the register',
  operands: '[FILE]',
  takes: [0, 1],
  flags: {},
  about: 'Without FILE it goes to .signalbox/state/backups.',
  example: 'signalbox backup ~/signalbox-2026-01-31.db',
  run: async (call) => {
    const [file] = call.operands;
    const where = file === undefined ? {} : { path: path.resolve(call.world.workingDirectory, file) };
    const answer = await call.server('operator').request('store.backup', where, { timeoutMs: 600_000 });
    return { value: answer, text: `${answer.path} (${answer.bytes} bytes, position ${answer.position})` };
  },
});
