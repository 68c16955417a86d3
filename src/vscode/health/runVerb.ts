import { execFile } from 'node:child_process';
import { ProtocolError } from '../../protocol/errors.ts';
import type { HostProgram } from '../../ipc/hostProgram.ts';

/**
 * Runs a verb of the command line in a root and gives its JSON, also where it exits with an error after it.
 * Rejects with a `ProtocolError` that has the two lines that it said instead, or with the signal's reason.
 */
export function runVerb<T>(
  { file, env }: HostProgram,
  root: string,
  words: readonly string[],
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((settle, reject) => {
    const options = { cwd: root, env: { ...env }, signal, maxBuffer: 16 * 1024 * 1024 };
    execFile(process.execPath, [file, ...words, '--json'], options, (error, stdout, stderr) => {
      if (signal?.aborted === true) reject(signal.reason as Error);
      else if (stdout.trim() !== '') settle(JSON.parse(stdout) as T);
      else reject(refusal(stderr, error?.message ?? 'it said nothing'));
    });
  });
}

function refusal(stderr: string, fallback: string): ProtocolError {
  const [message = '', next = ''] = stderr.trim().split('\n').slice(-2);
  const said = message.replace(/^signalbox: /, '');
  return new ProtocolError(
    'internal',
    said === '' ? fallback : said,
    next === '' ? 'Look at the log.' : next,
  );
}
