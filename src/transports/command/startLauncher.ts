import { spawn } from 'node:child_process';
import type { LaunchJob, LaunchWord } from './launch.ts';

export interface LauncherPlace {
  /** Node, or an Electron that the environment tells to be one. */
  readonly node: string;
  /** The script of src/host/launcher.ts. */
  readonly script: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Its command has ended. Not heard when the coordinator has been started anew since. */
  readonly onEnded: () => void;
}

/** A launcher starts within a fraction of a second; one that takes this long is on a machine that stands still. */
const answerLimitMs = 15_000;

/**
 * Starts a launcher in a process group of its own and waits for its first word. It lives on without this process.
 * @throws Error when it could not be started or says nothing
 */
export function startLauncher(
  job: LaunchJob,
  place: LauncherPlace,
): Promise<Exclude<LaunchWord, { type: 'ended' }>> {
  const child = spawn(place.node, [place.script, JSON.stringify(job)], {
    // The repo's folder may go while the launcher is still there.
    cwd: job.folder,
    env: place.environment,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
    windowsHide: true,
  });
  child.unref();
  child.channel?.unref();
  return new Promise((settle, fail) => {
    const timer = setTimeout(() => {
      fail(new Error(`the launcher has not answered in ${answerLimitMs / 1000} s`));
    }, answerLimitMs);
    child.on('message', (word: LaunchWord) => {
      if (word.type === 'ended') return place.onEnded();
      clearTimeout(timer);
      settle(word);
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      fail(new Error(`the launcher ended with ${signal ?? `exit code ${code}`}`));
      place.onEnded();
    });
  });
}
