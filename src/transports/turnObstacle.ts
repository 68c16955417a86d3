/** Why nothing may be typed at a worker's terminal, whatever it is: its turns. Each with what to do. */
import type { WorkerTurn } from '../coordinator/workerTurns.ts';
import type { Look } from '../core/context.ts';
import type { WorkerId } from '../core/model/ids.ts';
import type { AskedBy } from '../coordinator/ports.ts';

export type Obstacle = Extract<Look, { ok: false }>;

export const not = (reason: Obstacle['reason'], detail: string): Obstacle => ({ ok: false, reason, detail });

/** Only the end of a turn lets something be typed, or a person who says Send (architecture, Security). */
export const turnObstacle = (worker: WorkerId, turn: WorkerTurn | null, askedBy: AskedBy): Obstacle | null =>
  askedBy === 'tick' ? unlessEnded(worker, turn) : permissionObstacle(turn);

function unlessEnded(worker: WorkerId, turn: WorkerTurn | null): Obstacle | null {
  switch (turn?.word) {
    case undefined:
      return not('state_unknown', `no hook of ${worker} has told of its turns yet: send it by hand`);
    case 'turn_ended':
      return null;
    case 'session_ended':
      return not('no_worker', `the session of ${worker} has ended: start the agent`);
    case 'permission':
      return not('worker_busy', `${worker} asks for a permission: answer it`);
    case 'call':
    case 'prompt':
    case 'typed':
      return not('worker_busy', `${worker} is in a turn`);
  }
}

const permissionObstacle = (turn: WorkerTurn | null): Obstacle | null =>
  turn?.word === 'permission'
    ? not('worker_busy', 'it asks for a permission: answer it first, then send again')
    : null;
