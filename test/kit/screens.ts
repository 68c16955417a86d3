import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { temporaryFolders } from './temporaryFolders.ts';

/** A real terminal of 24 rows and 100 columns with a shell in it, as a person sits before it. */
export class Screen {
  private readonly socket: string;

  constructor(socket: string, folder: string, env: NodeJS.ProcessEnv) {
    this.socket = socket;
    const { TMUX: _, ...plain } = process.env;
    const own = { ...plain, ...env, PS1: 'sh> ' };
    const size = ['-x', '100', '-y', '24', '-c', folder];
    this.tmux(['new-session', '-d', '-s', 'main', ...size, 'bash', '--norc', '--noprofile'], own);
  }

  /** What it shows, without the blank lines at its end. */
  text(): string {
    return this.tmux(['capture-pane', '-p', '-t', 'main']).trimEnd();
  }

  /** Types a line. */
  enter(line: string): void {
    this.tmux(['send-keys', '-t', 'main', '-l', line]);
    this.press('Enter');
  }

  /** By the name that tmux has for it: `C-c`, `q`. */
  press(...keys: string[]): void {
    this.tmux(['send-keys', '-t', 'main', ...keys]);
  }

  resize(columns: number, rows: number): void {
    this.tmux(['resize-window', '-t', 'main', '-x', String(columns), '-y', String(rows)]);
  }

  /** Whether the alternate screen is on, and whether the cursor is to be seen. */
  modes(): { readonly isAlternate: boolean; readonly hasCursor: boolean } {
    const shown = this.tmux(['display-message', '-p', '-t', 'main', '#{alternate_on} #{cursor_flag}']).trim();
    const [alternate, cursor] = shown.split(' ');
    return { isAlternate: alternate === '1', hasCursor: cursor === '1' };
  }

  /** Waits until it shows that; gives what it shows. */
  async shows(what: RegExp): Promise<string> {
    const isShown = () => what.test(this.text());
    await eventually(`the terminal shows ${String(what)}`, isShown, 15_000).catch((error: unknown) => {
      throw new Error(`${String(error)}, but:\n${this.text()}`);
    });
    return this.text();
  }

  end(): void {
    this.tmux(['kill-server']);
  }

  private tmux(words: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
    return execFileSync('tmux', ['-u', '-f', '/dev/null', '-S', this.socket, ...words], {
      env,
      encoding: 'utf8',
    });
  }
}

/** Called in a `describe`: terminals that all end after each test. */
export function screens() {
  const made: Screen[] = [];
  afterEach(() => {
    for (const screen of made.splice(0)) screen.end();
  });
  const folder = temporaryFolders();
  return (workingDirectory: string, env: NodeJS.ProcessEnv): Screen => {
    const screen = new Screen(path.join(folder(), 'socket'), workingDirectory, env);
    made.push(screen);
    return screen;
  };
}
