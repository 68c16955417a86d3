import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rootOf } from '../../ipc/findRoot.ts';
import { text, toggle } from '../flags.ts';
import { backupFile } from '../store/backupFile.ts';
import { hostBundle } from '../store/hostBundle.ts';
import { type Call, defineVerb } from '../verb.ts';

export const verb = defineVerb({
  summary: 'run the coordinator here, without an editor',
  operands: '',
  takes: [0, 0],
  flags: {
    once: toggle('One tick, then end.'),
    new: toggle('Begin an empty store where the former one was removed while in use.'),
    restore: text('FILE', 'Go on from this backup; what it replaces is backed up or kept aside first.'),
  },
  about:
    'Ends on Ctrl-C. Where one runs already it is refused at once, and says which process that is. After a fault of the\n' +
    'disk it opens the store again by itself; where the store was removed it ends, and says what is possible.',
  example: 'signalbox serve',
  run: async (call) => {
    const root = rootToServe(call);
    const host = hostBundle(call.world);
    // The host takes this process over: one pid, its signals, its exit code.
    const { once, new: isNew, restore } = call.flags;
    const from = restore === undefined ? [] : ['--restore', backupFile(call.world.workingDirectory, restore)];
    const asked = [...(once ? ['--once'] : []), ...(isNew ? ['--new'] : []), ...from];
    const words = ['serve', '--root', root, ...asked];
    process.argv.splice(1, process.argv.length - 1, host, ...words);
    await import(pathToFileURL(host).href);
    return { value: null, text: '', exitCode: null };
  },
});

/** A folder with nothing but task files becomes a root by being served. */
function rootToServe(call: Call): string {
  const own = rootOf(call.world.workingDirectory);
  return existsSync(path.join(own, '.signalbox')) ? own : call.root();
}
