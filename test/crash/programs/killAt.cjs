// Loaded before a host by `--require`: names each call of the file system that the store makes, and ends the process by
// SIGKILL at a chosen one. SIGNALBOX_TEST_KILL_AT: `before|after <call> <file>#<n>`; SIGNALBOX_TEST_POINTS: a file that
// gets each name once. The product itself knows nothing of it.
const fs = require('node:fs');
const path = require('node:path');

const wanted = process.env.SIGNALBOX_TEST_KILL_AT ?? '';
const pointsFile = process.env.SIGNALBOX_TEST_POINTS ?? '';
const original = { ...fs };
const counts = new Map();
const paths = new Map();

const kindOf = (file) =>
  path
    .basename(file)
    .replace(/^(journal|writer|snapshot)-[0-9a-f-]+/, '$1')
    .replace(/\.[0-9a-f]{16}(?=\.tmp$)/, '');

function reached(point) {
  const count = (counts.get(point) ?? 0) + 1;
  counts.set(point, count);
  if (count === 1 && pointsFile !== '') original.appendFileSync(pointsFile, `${point}\n`);
  if (`${point}#${count}` === wanted) process.kill(process.pid, 'SIGKILL');
}

const isOfStore = (file) =>
  typeof file === 'string' && /[\\/]\.signalbox([\\/]state([\\/][^\\/]*)?)?$/.test(file);

function wrap(name, call, fileOf) {
  fs[name] = (...args) => {
    const file = fileOf(args);
    if (!isOfStore(file)) return original[name](...args);
    const point = `${call(args)} ${kindOf(file)}`;
    reached(`before ${point}`);
    const result = original[name](...args);
    if (name === 'openSync') paths.set(result, file);
    reached(`after ${point}`);
    return result;
  };
}

const first = ([file]) => file;
const byDescriptor = ([descriptor]) => paths.get(descriptor);
wrap('openSync', ([, flags]) => (String(flags).startsWith('w') ? 'create' : 'open'), first);
wrap('writeSync', () => 'write', byDescriptor);
wrap('fdatasyncSync', () => 'sync', byDescriptor);
wrap('fsyncSync', () => 'sync', byDescriptor);
wrap('readdirSync', () => 'list', first);
wrap('readFileSync', () => 'read', first);
wrap('statSync', () => 'stat', first);
wrap('renameSync', () => 'rename', first);
wrap('unlinkSync', () => 'unlink', first);
wrap('mkdirSync', () => 'make', first);
wrap('utimesSync', () => 'touch', first);
