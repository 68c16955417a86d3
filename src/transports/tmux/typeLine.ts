import { TransportFault } from '../../coordinator/ports.ts';
import type { WorkerTurn, WorkerTurns } from '../../coordinator/workerTurns.ts';
import type { WorkerSetting } from '../../core/model/settings.ts';
import { showsTyped } from './inputLine.ts';
import { paneObstacle } from './obstacles.ts';
import { optionsOf, type Pane, type PaneView, paneView, sendIfSame, viewPane } from './panes.ts';
import type { Tmux } from './tmux.ts';

export interface TypingParts {
  readonly turns: WorkerTurns;
  readonly tmux: Tmux;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** A pane that was judged fit to be typed into. */
export interface Ready {
  readonly view: PaneView;
  readonly row: number;
  readonly turn: WorkerTurn | null;
  /** A pointer of Signalbox's own that stands in the line, typed but not entered; null: the line is empty. */
  readonly left: string | null;
}

const echoWithinMs = 1_500;
const lookEveryMs = 40;

/** Types the line, unless it stands there already, looks, presses Enter. Answers why it was not entered. */
export async function typeLine(
  parts: TypingParts,
  worker: WorkerSetting,
  { pane, ready, deadlineAt }: { pane: Pane; ready: Ready; deadlineAt: number },
  line: string,
): Promise<string | null> {
  const socket = optionsOf(worker).socket ?? null;
  const isSame = (): boolean => parts.turns.of(worker.id) === ready.turn;
  if (!isSame()) return `pane ${pane.id} was prompted meanwhile`;
  if (ready.left === null) {
    await press(parts, socket, pane, { state: ready.view.state, keys: `-l -- '${line}'`, deadlineAt });
  }
  const echoed = ready.left === null ? await echo(parts, socket, pane, ready, line) : ready.view;
  const left = `the pointer was typed into pane ${pane.id} and not entered: look at it`;
  if (echoed === null || !isSame()) return left;
  await press(parts, socket, pane, { state: echoed.state, keys: 'Enter', deadlineAt });
  parts.turns.typed(worker.id);
  return null;
}

/** @throws TransportFault when the pane has changed, or tmux does not answer */
async function press(
  parts: TypingParts,
  socket: string | null,
  pane: Pane,
  { state, keys, deadlineAt }: { state: string; keys: string; deadlineAt: number },
): Promise<void> {
  if (parts.now() > deadlineAt) throw new TransportFault('transient', 'tmux took too long');
  const answer = await parts.tmux(socket, sendIfSame(pane.id, state, keys));
  if (answer.kind !== 'ok') throw new TransportFault('transient', answer.reason);
  if (answer.out.trim() !== 'typed') {
    throw new TransportFault('transient', `pane ${pane.id} changed while it was typed to`);
  }
}

/** The pane as soon as it shows the line; null: it did not, or shows something else as well. */
async function echo(
  parts: TypingParts,
  socket: string | null,
  pane: Pane,
  { view, row }: Ready,
  line: string,
): Promise<PaneView | null> {
  const untilAt = parts.now() + echoWithinMs;
  while (parts.now() < untilAt) {
    const answer = await parts.tmux(socket, viewPane(pane.id));
    const after = answer.kind === 'ok' ? paneView(answer.out) : null;
    // Enter is pressed in what is seen here, so it must be as fit for it as what was judged.
    const isFit = after !== null && after.pid === view.pid && paneObstacle(pane, after) === null;
    if (isFit && showsTyped(view, after, row, line)) return after;
    await parts.pause(lookEveryMs);
  }
  return null;
}
