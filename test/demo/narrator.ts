/** What the demo says: a line of time, who and what; a tick for each thing that must be so. */
export class DemoFailure extends Error {}

const inks = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39] } as const;

export class Narrator {
  private readonly startedAt = Date.now();
  private readonly isColoured = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
  private checks = 0;

  get seconds(): number {
    return (Date.now() - this.startedAt) / 1000;
  }

  get checked(): number {
    return this.checks;
  }

  title(text: string): void {
    this.write(`\n${this.paint('bold', text)}`);
  }

  tell(who: string, text: string): void {
    const time = `${this.seconds.toFixed(1).padStart(5)} s`;
    this.write(`${this.paint('dim', time)}  ${who.padEnd(11)} ${text}`);
  }

  /** What a command printed. */
  show(command: string, output: string): void {
    this.write(`           $ ${this.paint('bold', command)}`);
    for (const line of output.trimEnd().split('\n')) this.write(`             ${line}`.trimEnd());
  }

  /** @throws DemoFailure when it is not so */
  must(what: string, isTrue: boolean, seen?: unknown): void {
    if (!isTrue) {
      const detail = seen === undefined ? '' : `; there is ${JSON.stringify(seen)}`;
      throw new DemoFailure(`it must be so that ${what}${detail}`);
    }
    this.checks += 1;
    this.write(`         ${this.paint('green', '✓')} ${what}`);
  }

  fail(text: string): void {
    this.write(`\n${this.paint('red', '✗')} ${text}`);
  }

  write(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  private paint(ink: keyof typeof inks, text: string): string {
    const [on, off] = inks[ink];
    return this.isColoured ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  }
}
