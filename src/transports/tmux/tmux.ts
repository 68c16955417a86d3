import { execFile } from 'node:child_process';

/** What a call of tmux came to. `gone`: nothing to call, with what to do about it. */
export type TmuxAnswer =
  | { readonly kind: 'ok'; readonly out: string }
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

export type Tmux = (socket: string | null, words: readonly string[]) => Promise<TmuxAnswer>;

/** A server that answers at all does so in milliseconds. */
const callLimitMs = 1_500;

/**
 * Calls tmux as a person would.
 * @param env without TMUX, which would choose the server by where the coordinator was started
 */
export function tmuxAt(program: string, env: NodeJS.ProcessEnv): Tmux {
  const { TMUX: _, TMUX_PANE: __, ...plain } = env;
  return (socket, words) =>
    new Promise((settle) => {
      const server = socket === null ? [] : [socket.includes('/') ? '-S' : '-L', socket];
      const options = { env: plain, timeout: callLimitMs, maxBuffer: 4 * 1024 * 1024 };
      execFile(program, ['-u', ...server, ...words], options, (error, stdout, stderr) => {
        if (error === null) settle({ kind: 'ok', out: stdout });
        else settle(answerOf(error, stderr, socket));
      });
    });
}

function answerOf(
  error: Error & { readonly code?: string | number | null; readonly killed?: boolean },
  stderr: string,
  socket: string | null,
): TmuxAnswer {
  if (error.code === 'ENOENT') {
    return {
      kind: 'gone',
      reason: 'tmux is not on the PATH: install it (Debian: apt-get install tmux), or change the worker',
    };
  }
  if (error.killed === true) {
    return { kind: 'failed', reason: `tmux has not answered in ${callLimitMs / 1000} s` };
  }
  if (/no server running|error connecting|server exited|no such file/i.test(stderr)) {
    const where = socket === null ? '' : ` at ${socket}`;
    return { kind: 'gone', reason: `there is no tmux server${where}: start the worker's session` };
  }
  return { kind: 'failed', reason: stderr.trim() || error.message };
}
