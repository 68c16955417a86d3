import type { Disposable } from '../../base/disposable.ts';

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** A terminal whose whole screen can be drawn. */
export interface Terminal {
  readonly size: () => TerminalSize;
  /** Shows these lines in place of what is there; each has to fit. */
  readonly draw: (lines: readonly string[]) => void;
  /**
   * Takes the screen, leaves what was on it aside, and hears keys without echo. Disposing it gives everything back; so
   * does the end of the process, whatever it is. Ctrl-Z gives it back for as long as the process is stopped.
   * @param onChange the size is another one, or the screen has to be drawn anew.
   */
  readonly take: (onKey: (key: string) => void, onChange: () => void) => Disposable;
}

/** Alternate screen, no cursor, long lines are not broken. */
const TAKE = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const GIVE_BACK = '\u001b[?7h\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const CLEAR_REST_OF_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';
const CTRL_Z = '\u001a';

/** A terminal that nobody has told its size says 0. */
const sizeOr = (told: number, usual: number): number => (told > 0 ? told : usual);

export function nodeTerminal(self: NodeJS.Process): Terminal {
  const { stdin, stdout } = self;
  return {
    size: () => ({ columns: sizeOr(stdout.columns, 80), rows: sizeOr(stdout.rows, 24) }),
    draw: (lines) => {
      const text = lines.map((line) => `${line}${CLEAR_REST_OF_LINE}`).join('\r\n');
      stdout.write(`${HOME}${text}${CLEAR_BELOW}`);
    },
    take: (onKey, onChange) => {
      const hasKeys = stdin.isTTY;
      let isTaken = false;
      const take = () => {
        if (isTaken) return;
        isTaken = true;
        if (hasKeys) stdin.setRawMode(true);
        stdout.write(TAKE);
      };
      const giveBack = () => {
        if (!isTaken) return;
        isTaken = false;
        stdout.write(GIVE_BACK);
        if (hasKeys) stdin.setRawMode(false);
      };
      const stop = () => {
        giveBack();
        self.kill(self.pid, 'SIGSTOP');
      };
      const goOn = () => {
        take();
        onChange();
      };
      const hear = (piece: Buffer) => {
        const keys = piece.toString();
        // Arrows and their like: nothing here is done by them.
        if (keys.startsWith('\u001b')) return;
        for (const key of keys) {
          // The whole job, as the terminal would have done by itself.
          if (key === CTRL_Z) self.kill(0, 'SIGTSTP');
          else onKey(key);
        }
      };
      self.on('SIGTSTP', stop);
      self.on('SIGCONT', goOn);
      self.on('exit', giveBack);
      stdout.on('resize', onChange);
      if (hasKeys) stdin.on('data', hear);
      take();
      return {
        dispose: () => {
          giveBack();
          self.off('SIGTSTP', stop);
          self.off('SIGCONT', goOn);
          self.off('exit', giveBack);
          stdout.off('resize', onChange);
          if (hasKeys) stdin.off('data', hear).pause();
        },
      };
    },
  };
}
