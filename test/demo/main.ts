/**
 * `npm run demo`: the main job from end to end, in the terminal, with the built command line and files alone. It makes a
 * workspace of its own in the temporary folder and leaves it there to look at. Ends with 1 if anything is not as it must
 * be. DEMO_BREAK=gate leaves out the gate that it expects, to show that.
 */
import { DemoFailure, Narrator } from './narrator.ts';
import { Processes } from './processes.ts';
import { isBuilt, program } from './signalbox.ts';
import { Story } from './story.ts';
import { makeWorkspace, type Workspace } from './workspace.ts';

const narrator = new Narrator();
const processes = new Processes();

process.once('exit', () => processes.killAll());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    narrator.fail(`Stopped by ${signal}; everything that was started has been ended.`);
    process.exit(1);
  });
}

/** How to look at what is left. */
function tellWhereToLook({ root, folder, database }: Workspace): void {
  narrator.title('To look at it');
  const lines = [
    `sqlite3 ${database} 'SELECT task_id, worker, state, reason, ended_at FROM readable_leases'`,
    `sqlite3 ${database} 'SELECT * FROM readable_events'`,
    `git -C ${root}/api log --stat`,
    `cd ${root} && ${program} serve`,
    `cd ${root} && ${program} history --task file/parser      # in another terminal, while it serves`,
    `rm -r ${folder}`,
  ];
  for (const line of lines) narrator.write(`  ${line}`);
  narrator.write('Any other tool for SQLite will do as well.');
}

async function main(): Promise<number> {
  if (!isBuilt()) {
    narrator.fail('dist/cli.cjs is not there: run `npm run demo`, which builds it first.');
    return 1;
  }
  const workspace = makeWorkspace(process.env['DEMO_BREAK'] !== 'gate');
  try {
    await new Story(workspace, processes, narrator).tell();
  } catch (error) {
    const text = error instanceof DemoFailure ? error.message : String((error as Error).stack ?? error);
    narrator.fail(`Not as it must be: ${text}\n  See ${workspace.folder}`);
    return 1;
  } finally {
    processes.killAll();
  }
  tellWhereToLook(workspace);
  narrator.write(
    `\nAll is as it must be: ${narrator.checked} things checked in ${narrator.seconds.toFixed(1)} s.`,
  );
  return 0;
}

process.exitCode = await main();
