/** Why nothing may be typed into a pane, each with what to do. */
import type { WorkerSetting } from '../../core/model/settings.ts';
import { not, type Obstacle } from '../turnObstacle.ts';
import { optionsOf, type Pane, type PaneView } from './panes.ts';

export function nowhere(worker: WorkerSetting): string {
  const { pane } = optionsOf(worker);
  if (pane !== undefined) return `there is no pane ${pane}: start it, or correct options.pane`;
  return `no pane is marked for worker ${worker.id}: in it, run tmux set -p @signalbox_worker ${worker.id}`;
}

export function paneObstacle({ id }: Pane, view: PaneView): Obstacle | null {
  if (view.isDead) return not('undeliverable', `the program in pane ${id} has ended: start it again`);
  if (view.isInMode) return not('worker_busy', `somebody reads back in pane ${id}: leave its copy mode`);
  if (view.takesNoInput)
    return not('undeliverable', `pane ${id} takes no input: tmux select-pane -e -t ${id}`);
  if (!view.isSynchronized) return null;
  return not('undeliverable', `pane ${id} shares its input: tmux set -t ${id} synchronize-panes off`);
}
