/** The machine behind the coordinator's small ports. */
import { randomBytes, randomUUID } from 'node:crypto';
import { toDisposable } from '../base/disposable.ts';
import { uuid7With } from '../base/uuid7.ts';
import type { Clock, IdSource, Scheduler } from '../coordinator/ports.ts';
import type { IdKinds } from '../core/model/ids.ts';

const now = (): number => Date.now();

export const nodeClock: Clock = { now };

export const nodeScheduler: Scheduler = {
  after: (delayMs, run) => {
    const timer = setTimeout(run, Math.max(0, delayMs));
    return toDisposable(() => {
      clearTimeout(timer);
    });
  },
};

export const nodeIds: IdSource = {
  newId: <K extends keyof IdKinds>(_kind: K) => uuid7With(Date.now(), randomUUID()) as IdKinds[K],
  newSecret: () => randomBytes(16).toString('base64url'),
  // 32 bits are plenty for jitter.
  random: () => randomBytes(4).readUInt32BE() / 2 ** 32,
};
