import type { WorkerSetting } from '../../core/model/settings.ts';

export interface TmuxOptions {
  /** The pane as it is named in the configuration; none: the one whose option `@signalbox_worker` is the worker's id. */
  readonly pane?: string;
  /** Name (`tmux -L`) or absolute path (`tmux -S`) of the server's socket. */
  readonly socket?: string;
  /** What stands before the cursor on an empty input line. */
  readonly prompt?: string;
}

/** As the configuration's schema has checked them. */
export const optionsOf = ({ options }: WorkerSetting): TmuxOptions => options;

export interface Pane {
  /** `%3`: the same for as long as the pane lives, whatever is renamed. */
  readonly id: string;
  readonly pid: number;
  readonly isDead: boolean;
}

/** Names come last: they may hold blanks, but a session's holds no colon. */
const paneFormat = (worker: string): string =>
  `#{pane_id} #{pane_pid} #{pane_dead} #{==:#{@signalbox_worker},${worker}} ` +
  '#{window_index} #{pane_index} #{session_name}:#{window_name}';

export const listPanes = (worker: string): string[] => ['list-panes', '-a', '-F', paneFormat(worker)];

/** The panes that the worker's configuration means; one that is in several sessions is one. */
export function panesOf(out: string, { pane }: TmuxOptions): Pane[] {
  const found = new Map<string, Pane>();
  for (const line of out.split('\n')) {
    const [, id, pid, dead, isMarked, window, index, session, name] =
      /^(%\d+) (\d+) (\d*) (\d*) (\d+) (\d+) ([^:]*):(.*)$/.exec(line) ?? [];
    if (id === undefined || session === undefined) continue;
    const windows = [window, name].map((each) => `${session}:${each}`);
    const names = [id, session, ...windows, ...windows.map((each) => `${each}.${index}`)];
    const isMeant = pane === undefined ? isMarked === '1' : names.includes(pane);
    if (isMeant) found.set(id, { id, pid: Number(pid), isDead: dead === '1' });
  }
  return [...found.values()];
}

/** Everything that must be as it was when the pane was looked at for something to be typed into it. */
const stateFormat =
  '#{pane_pid} #{pane_dead} #{pane_in_mode} #{pane_input_off} #{pane_synchronized} ' +
  '#{cursor_x} #{cursor_y} #{cursor_flag} #{history_size} #{alternate_on}';

export interface PaneView {
  /** The answer of `stateFormat`. */
  readonly state: string;
  readonly pid: string;
  readonly isDead: boolean;
  readonly isInMode: boolean;
  readonly takesNoInput: boolean;
  readonly isSynchronized: boolean;
  readonly cursor: { readonly x: number; readonly y: number; readonly isVisible: boolean };
  /** Of the program in its foreground. */
  readonly program: string;
  /** Its rows, with the marks of colours. */
  readonly rows: readonly string[];
}

/** One call, so that what is seen is of one moment. */
export const viewPane = (id: string): string[] => [
  ...['display-message', '-p', '-t', id, stateFormat, ';'],
  ...['display-message', '-p', '-t', id, '#{pane_current_command}', ';'],
  ...['capture-pane', '-p', '-e', '-t', id],
];

export function paneView(out: string): PaneView | null {
  const [state = '', program = '', ...rows] = out.split('\n');
  const [pid = '', dead, mode, off, synchronized, x, y, flag] = state.split(' ');
  if (flag === undefined) return null;
  return {
    state,
    pid,
    isDead: dead === '1',
    isInMode: mode !== '0' && mode !== '',
    takesNoInput: off === '1',
    isSynchronized: synchronized === '1',
    cursor: { x: Number(x), y: Number(y), isVisible: flag === '1' },
    program,
    rows,
  };
}

/**
 * Sends keys only if the pane is as it was seen: the server compares and sends in one go, so that nobody's key and no
 * output that it has read comes between.
 * @param keys words of `send-keys` without quotes, blanks allowed in the last one
 */
export const sendIfSame = (id: string, state: string, keys: string): string[] => [
  ...['if-shell', '-F', '-t', id, `#{==:${stateFormat},${state}}`],
  ...[`send-keys -t ${id} ${keys} ; display-message -p typed`, 'display-message -p changed'],
];
