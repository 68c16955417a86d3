import type { Timers } from '../../ipc/timers.ts';
import { pause } from '../../ipc/pause.ts';
import { ProtocolError } from '../../protocol/errors.ts';
import type { ServerConnection } from '../serverConnection.ts';
import { readStatus, type StatusView } from '../status/statusView.ts';
import { changes, passes } from './changes.ts';
import { type LiveScreen, screenLines } from './screenLines.ts';
import type { Terminal } from './terminal.ts';

export interface LivePlace {
  readonly server: ServerConnection;
  readonly terminal: Terminal;
  readonly root: string;
  readonly isColoured: boolean;
  readonly now: () => number;
  readonly timers: Timers;
  /** Pressed: q, or Ctrl-C where the terminal sends it as a key. */
  readonly onQuit: (key: 'q' | 'ctrl-c') => void;
}

/** Times left count down. */
const REDRAW_EVERY_MS = 1_000;
/** A burst of events is read once. */
const READ_AGAIN_AFTER_MS = 100;
const TRY_AGAIN_AFTER_MS = 1_000;
const CTRL_C = '\u0003';

/** Shows the status until the signal is aborted, then leaves the terminal as it was and rejects with its reason. */
export async function liveView(place: LivePlace, signal: AbortSignal): Promise<never> {
  const { server, terminal, root, isColoured, now, timers } = place;
  let screen: LiveScreen = { root, status: null, at: now(), lost: null };
  let drawn = '';
  const draw = () => {
    const size = terminal.size();
    const lines = screenLines({ now: now(), columns: size.columns, isColoured }, screen, size.rows);
    const text = lines.join('\n');
    if (text !== drawn) terminal.draw(lines);
    drawn = text;
  };
  const show = (change: Partial<LiveScreen>) => {
    screen = { ...screen, ...change };
    draw();
  };
  const ticks = new Ticks(timers, draw);
  // Asked before the screen is taken: who finds no coordinator is told where it typed.
  const source = changes(server, timers, signal);
  const first = await source.next();
  const taken = terminal.take(
    (key) => {
      if (key === 'q' || key === CTRL_C) place.onQuit(key === 'q' ? 'q' : 'ctrl-c');
    },
    () => {
      drawn = '';
      draw();
    },
  );
  signal.addEventListener('abort', () => taken.dispose(), { once: true });
  try {
    ticks.start();
    for (let change = first.value; ; change = (await source.next()).value) {
      if (change.kind === 'lost') show({ lost: change.error });
      else show({ status: await read(place, signal, (lost) => show({ lost })), at: now(), lost: null });
      await pause(READ_AGAIN_AFTER_MS, timers, [signal]);
    }
  } finally {
    ticks.dispose();
    taken.dispose();
  }
}

/** The status as it is, however long it takes until a coordinator tells it. */
async function read(
  { server, now, timers }: LivePlace,
  signal: AbortSignal,
  onLost: (error: ProtocolError) => void,
): Promise<StatusView> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await readStatus(server, now());
    } catch (error) {
      const isPageGone = error instanceof ProtocolError && error.kind === 'gone';
      if (isPageGone) continue;
      if (!passes(error)) throw error;
      onLost(error);
      await pause(TRY_AGAIN_AFTER_MS, timers, [signal]);
    }
  }
}

class Ticks {
  private readonly timers: Timers;
  private readonly run: () => void;
  private timer: { dispose(): void } | null = null;

  constructor(timers: Timers, run: () => void) {
    this.timers = timers;
    this.run = run;
  }

  start(): void {
    this.timer = this.timers.after(REDRAW_EVERY_MS, () => {
      this.run();
      this.start();
    });
  }

  dispose(): void {
    this.timer?.dispose();
  }
}
