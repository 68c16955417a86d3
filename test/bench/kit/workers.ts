import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { uuid7With } from '../../../src/base/uuid7.ts';
import type { Client } from '../../../src/ipc/client.ts';
import { connectToCoordinator } from '../../../src/ipc/connectToCoordinator.ts';
import { readOperatorKey } from '../../../src/ipc/operatorKey.ts';
import { processIdentity } from '../../../src/ipc/processIdentity.ts';
import { repoNames } from './places.ts';

export interface WorkspacePlace {
  readonly root: string;
  readonly userFolder: string;
}

export const newRequestId = (): string => uuid7With(Date.now(), randomUUID());

/** A lease as its holder names it. */
export interface Held {
  readonly lease: string;
  readonly worker: string;
  readonly epoch: string;
}

/** A connection of its own. Without ancestors: what runs the bench is nobody's worker. */
export function connectTo(
  { root, userFolder }: WorkspacePlace,
  surface: 'worker' | 'operator',
): Promise<Client> {
  const operatorKey = surface === 'operator' ? readOperatorKey(join(userFolder, 'signalbox')) : null;
  const identity = { ...processIdentity(), ancestors: [] };
  return connectToCoordinator({
    place: { workingDirectory: root },
    caller: {
      ...{ kind: 'script', name: 'bench', version: '0.0.0', identity },
      ...(operatorKey === null ? {} : { operatorKey }),
    },
    timeoutMs: 60_000,
  });
}

/** Tasks for the first `repos` repos, `each` of them. */
export async function addTasks(person: Client, repos: number, each: number): Promise<void> {
  for (const repo of repoNames.slice(0, repos)) {
    const adds = Array.from({ length: each }, (_, index) =>
      person.request('task.add', { title: `Change number ${index}`, repo, request_id: newRequestId() }),
    );
    await Promise.all(adds);
  }
}

/** Takes a lease, waiting for one if need be. */
export async function takeLease(client: Client, worker: string): Promise<Held> {
  const request_id = newRequestId();
  const { grant } = await client.request('lease.next', { worker, repo: worker, wait_ms: 30_000, request_id });
  if (grant === null) throw new Error(`${worker} got no lease`);
  return { lease: grant.lease.id, worker, epoch: grant.epoch };
}

/** The end of a turn: the call that an agent's hook makes most often. */
export async function reportTurn(client: Client, held: Held): Promise<void> {
  await client.request('lease.turn', {
    ...held,
    verdict: 'continue',
    shown: [],
    usage: { context_used: 42_000, context_limit: 200_000 },
    request_id: newRequestId(),
  });
}

export const checkpointNote = {
  summary: 'The parser takes both forms now; its tests are green.',
  next_action: 'None.',
  files_changed: ['src/parse.ts', 'test/parse.test.ts'],
};

export async function completeLease(client: Client, held: Held): Promise<void> {
  const request_id = newRequestId();
  await client.request('lease.complete', { ...held, checkpoint: checkpointNote, request_id });
}
