import type { CallerIdentity } from '../../commands.ts';
import type { WorkerId } from '../../model/ids.ts';
import type { Acknowledged, Holder } from '../../model/lease.ts';
import { reject, type Rejection } from '../../rejection.ts';
import { isPresent } from '../../rules/deadlines.ts';
import type { Draft } from '../draft.ts';
import { isSameHolder } from '../moves.ts';

/** The holder that a worker becomes: with its agent session, or its process (C12). */
export const holderOf = (worker: WorkerId, caller: CallerIdentity): Holder => ({
  kind: 'worker',
  worker,
  session: caller.session ?? null,
  process: caller.process ?? null,
});

/** Whether the caller may have the lease of its own worker id: the holder itself, or anybody once it is absent (C12). */
export function judgeCaller(
  draft: Draft,
  lease: Acknowledged,
  caller: CallerIdentity,
): 'holder' | 'successor' | Rejection {
  if (isSameHolder(lease.holder, caller.session ?? null, caller.process ?? null)) return 'holder';
  if (!isPresent(lease, draft.context.facts, draft.now)) return 'successor';
  const { process } = { process: null, ...lease.holder };
  const where = process === null ? 'another session' : `process ${String(process.pid)}`;
  const next = 'Work under a name of your own: --worker NAME.';
  const facts = { lease: lease.id, state: lease.state, pid: process?.pid ?? null };
  return reject('busy', `The worker is running in ${where}.`, next, facts);
}
