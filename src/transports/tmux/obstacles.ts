/** Why nothing may be typed, each with what to do. */
import type { WorkerTurn } from '../../coordinator/workerTurns.ts';
import type { Look } from '../../core/context.ts';
import type { WorkerId } from '../../core/model/ids.ts';
import type { WorkerSetting } from '../../core/model/settings.ts';
import { optionsOf, type Pane, type PaneView } from './panes.ts';

export type Obstacle = Extract<Look, { ok: false }>;

export const not = (reason: Obstacle['reason'], detail: string): Obstacle => ({ ok: false, reason, detail });

export function nowhere(worker: WorkerSetting): string {
  const { pane } = optionsOf(worker);
  if (pane !== undefined) return `there is no pane ${pane}: start it, or correct options.pane`;
  return `no pane is marked for worker ${worker.id}: in it, run tmux set -p @signalbox_worker ${worker.id}`;
}

/** Only the end of a turn lets something be typed (architecture, Security). */
export function turnObstacle(worker: WorkerId, turn: WorkerTurn | null): Obstacle | null {
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

export const permissionObstacle = (turn: WorkerTurn | null): Obstacle | null =>
  turn?.word === 'permission'
    ? not('worker_busy', 'it asks for a permission: answer it first, then send again')
    : null;

export function paneObstacle({ id }: Pane, view: PaneView): Obstacle | null {
  if (view.isDead) return not('undeliverable', `the program in pane ${id} has ended: start it again`);
  if (view.isInMode) return not('worker_busy', `somebody reads back in pane ${id}: leave its copy mode`);
  if (view.takesNoInput)
    return not('undeliverable', `pane ${id} takes no input: tmux select-pane -e -t ${id}`);
  if (!view.isSynchronized) return null;
  return not('undeliverable', `pane ${id} shares its input: tmux set -t ${id} synchronize-panes off`);
}
