/**
 * Entry of dist/launcher.cjs: the process between the coordinator and one command of a worker. The coordinator starts it
 * with a `LaunchJob` as its only argument, in a process group of its own.
 */
import { processTable } from '../ipc/processIdentity.ts';
import { startPresence } from '../ipc/presence.ts';
import { groupLives } from '../transports/command/isRunning.ts';
import { launch, type LaunchJob, type LaunchWord } from '../transports/command/launch.ts';

const job = JSON.parse(process.argv[2] ?? '') as LaunchJob;
const presence = startPresence(Date.now);

void launch(job, {
  processes: { look: (reference) => presence.look(reference), hasGroup: groupLives },
  processOf: (pid) => ({ pid, startedAt: processTable(process.platform).read(pid)?.startedAt ?? 0 }),
  // The coordinator may be gone, or stopped: then nobody needs to know.
  say: (word: LaunchWord) => void process.send?.(word, undefined, undefined, () => undefined),
}).then(
  () => {
    if (process.connected) process.disconnect();
  },
  (error: unknown) => {
    process.send?.(
      { type: 'failed', reason: String(error) } satisfies LaunchWord,
      undefined,
      undefined,
      () => undefined,
    );
    process.exitCode = 1;
    if (process.connected) process.disconnect();
  },
);
