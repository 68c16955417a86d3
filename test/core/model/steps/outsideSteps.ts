import type { DeliveryReport } from '../../../../src/core/commands.ts';
import type { Look } from '../../../../src/core/context.ts';
import type { LeaseId, RepoSlug, WorkerId } from '../../../../src/core/model/ids.ts';
import type { TransportState } from '../../../../src/core/model/lease.ts';
import { system } from '../../../kit/coreWorld.ts';
import type { Action } from '../actions.ts';
import type { Row } from '../model.ts';
import { aim, pick } from './pick.ts';
import type { Steps } from './step.ts';

/** Inside an offer, past it, past a back-off, past the time to live, past the longest silence. */
const timesMs = [0, 1_000, 5_000, 16_000, 16_000, 31_000, 61_000, 301_000, 601_000, 3_601_000];

const looks: readonly (Look | null)[] = [
  { ok: true, endpointId: 'again' },
  { ok: true, endpointId: 'again' },
  { ok: false, reason: 'worker_busy', detail: 'private' },
  { ok: false, reason: 'window_gone', detail: 'private' },
  { ok: false, reason: 'undeliverable', detail: 'private' },
  null,
];

function reportOn(row: Row, how: number, attempt: number): DeliveryReport {
  const leaseId = row.id as LeaseId;
  const reason = 'private reason';
  if (how === 7) return { leaseId, attempt, result: { kind: 'unsafe', reason } };
  if (how >= 5) return { leaseId, attempt, result: { kind: 'transient', reason } };
  const states: TransportState[] = ['queued', 'injected', 'injected', 'failed', 'undeliverable'];
  const transport = { endpointId: 'e', state: states[how]!, reason: how >= 3 ? reason : null };
  return { leaseId, attempt, result: { kind: 'state', transport } };
}

const isOffered = ({ state }: Row): boolean => state === 'offered';

export const outsideSteps = {
  tick: ({ outside, model }, { a, b, c, d }: Action) => {
    const passedMs = pick(timesMs, a)!;
    outside.now += passedMs;
    const fails = { workspace: b === 14, hub: b % 8 === 7, desk: b % 4 === 3 };
    const readings = (['workspace', 'hub', 'desk'] as const).map((name) =>
      outside.read(name, { fails: fails[name], isNew: c % 4 !== 3 }),
    );
    const offered = c % 8 < 2 ? model.live().filter(isOffered) : [];
    const deliveries = offered.map((row) => reportOn(row, d % 8, row.attempt));
    const absentMs = d % 8 === 0 ? passedMs : d % 8 === 1 ? Math.min(passedMs, 20_000) : 0;
    return { type: 'tick', params: { readings, absentMs, deliveries }, actor: system };
  },
  pass: ({ outside }, { a }) => {
    outside.now += pick(timesMs, a)!;
    return `${pick(timesMs, a)!} ms pass`;
  },
  edit: ({ outside }, { a, b, c }) => outside.edit(a, b, c),
  deliver: ({ model }, { a, b, c }) => {
    const row = aim(model, a, isOffered);
    if (row === undefined) return 'nothing to report on';
    const params = reportOn(row, c % 8, b % 8 === 0 ? row.attempt - 1 : row.attempt);
    return { type: 'delivery.report', params, actor: system };
  },
  endProcess: ({ outside, model }, { a, b }) => {
    const held = model.live().filter((row) => row.state === 'acknowledged');
    const drained = [...model.draining.values()].map(({ lease }) => lease);
    const row = pick([...held, ...drained], a);
    if (row?.holder?.kind !== 'worker') return 'no process to end';
    if (row.holder.process === null && b % 4 !== 0) return 'no process to end';
    outside.endedEpochs.add(row.epoch!);
    return `the process of ${row.id} ends`;
  },
  connection: ({ outside }, { a, b }) => {
    const worker = pick(['alpha', 'beta', 'gamma', 'delta'], a) as WorkerId;
    if (b % 2 === 0) outside.detachedAt.set(worker, outside.now);
    else outside.detachedAt.delete(worker);
    return `${worker} ${b % 2 === 0 ? 'detached' : 'attached'}`;
  },
  endpoint: ({ outside }, { a, b }) => {
    const worker = pick(['alpha', 'beta'], a) as WorkerId;
    const look = pick(looks, b) ?? null;
    if (look === null) outside.looks.delete(worker);
    else outside.looks.set(worker, look);
    return `endpoint of ${worker}: ${JSON.stringify(look)}`;
  },
  tree: ({ outside }, { a, b }) => {
    const repo = pick(['red', 'blue', 'green'], a) as RepoSlug;
    if (b % 2 === 0) outside.cleanRepos.add(repo);
    else outside.cleanRepos.delete(repo);
    return `${repo} is ${b % 2 === 0 ? 'clean' : 'dirty'}`;
  },
  allow: ({ outside }, { a, b }) => {
    const allow = [[], ['network'], ['network', 'release_tag']][a % 3]!;
    outside.settings = { ...outside.settings, allow, canDispatch: b % 4 !== 0 };
    return `allowed: ${allow.join()}, ${b % 4 === 0 ? 'no' : 'a'} valid configuration`;
  },
  start: ({ outside }, { a }) => {
    outside.now += a % 2 === 0 ? 61_000 : 1_000;
    return { type: 'start', params: {}, actor: system };
  },
  receipts: ({ state }, { a }) => ({
    type: 'receipts.acknowledge',
    params: { receiptIds: [...state.outbox.values()].slice(0, a).map(({ id }) => id) },
    actor: system,
  }),
} satisfies Steps;
