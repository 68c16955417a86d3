// The work on one lease, as an agent would do it: it reads its prompt, edits a file of the repository and commits it. It
// ends with 0 when it is done; `signalbox run`, which started it, then completes the lease.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

const [program] = process.argv.slice(2);
const { SIGNALBOX_TASK: task } = process.env;

const signalbox = (...args) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const read = (...args) => JSON.parse(signalbox(...args, '--json'));

function commit(file, message) {
  execFileSync('git', ['add', file]);
  execFileSync('git', ['commit', '--quiet', '-m', message], { stdio: 'inherit' });
}

function addHeader() {
  appendFileSync('page.html', '<header>Lanterns</header>\n');
  commit('page.html', 'Add a header');
}

/** Asks a person how to go on, waits for the answer, and reports that it has been read. */
function greet() {
  const options = ['--option', 'formal', '--option', 'friendly', '--wait', '1m'];
  const { decision } = read('ask', 'Which tone should the greeting have?', ...options);
  appendFileSync('page.html', decision.value === 'friendly' ? '<p>Hello there!</p>\n' : '<p>Welcome.</p>\n');
  read('turn', '--shown', decision.id);
  commit('page.html', `Greet visitors, ${decision.value}`);
}

/** Begins, and is killed in the middle; whoever continues finds the beginning in the tree and the reason in history. */
function fixParser() {
  const { prompt } = read('prompt');
  const [, earlier] = /Continue using Signalbox history: signalbox history --lease (\S+)/.exec(prompt) ?? [];
  if (earlier === undefined) {
    writeFileSync('parser.txt', 'read a line\nskip empty lines\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
    return;
  }
  const { events } = read('history', '--lease', earlier);
  const lost = events.find(({ type }) => type === 'LeaseStopped');
  if (lost?.data.reason !== 'holder_lost')
    throw new Error('history does not say how the earlier lease ended');
  appendFileSync('parser.txt', 'split at commas\n');
  commit('parser.txt', 'Read empty lines');
}

function useSchema() {
  appendFileSync('page.html', '<form>zone</form>\n');
  commit('page.html', 'Show the time zone');
}

/** Its prompt only names the message: what it says is read where it is. */
function inspectLog() {
  const { prompt } = read('prompt');
  const [, body] = /body: (.*)/.exec(readFileSync('../.signalbox/tasks/demo.yaml', 'utf8')) ?? [];
  if (body === undefined || prompt.includes(body)) throw new Error('the message is not at its source alone');
  writeFileSync('notes.txt', 'The build log was read: nothing to do.\n');
  commit('notes.txt', 'Note what the build log says');
}

const jobs = {
  'file/header': addHeader,
  'file/greeting': greet,
  'file/parser': fixParser,
  'file/client': useSchema,
  'file/message/build-log': inspectLog,
};

const work = jobs[task];
if (work === undefined) throw new Error(`nobody has said how to do ${task}`);
work();
