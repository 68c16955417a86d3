import type { World } from '../world.ts';

/** What is done by then needs no line. */
const terminalAfterMs = 300;
const linesAfterMs = 10_000;
const percentPerLine = 10;
const clearLine = '\r\u001b[K';

/** How far long work is, on stderr: one line that changes on a terminal, else a line every ten percent. */
export class ProgressLine {
  private readonly world: Pick<World, 'now' | 'err' | 'isErrorTerminal'>;
  private readonly doing: string;
  private readonly since: number;
  private shown: number | null = null;

  /** @param doing begins the line: `Verifying` */
  constructor(world: Pick<World, 'now' | 'err' | 'isErrorTerminal'>, doing: string) {
    this.world = world;
    this.doing = doing;
    this.since = world.now();
  }

  step(done: number, total: number): void {
    const { now, err, isErrorTerminal } = this.world;
    if (now() - this.since < (isErrorTerminal ? terminalAfterMs : linesAfterMs)) return;
    const percent = total === 0 ? 100 : Math.floor((done * 100) / total);
    const step = isErrorTerminal ? percent : percent - (percent % percentPerLine);
    if (step === this.shown) return;
    this.shown = step;
    err(isErrorTerminal ? `${clearLine}${this.doing}: ${percent} %` : `${this.doing}: ${step} %\n`);
  }

  /** Leaves a terminal's line free for what comes. */
  end(): void {
    if (this.shown !== null && this.world.isErrorTerminal) this.world.err(clearLine);
    this.shown = null;
  }
}
