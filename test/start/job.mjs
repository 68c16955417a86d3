// The work on one lease, as an agent would do it: some turns, each reported, perhaps a question, then a commit. It ends
// with 0 when it is done; `signalbox run`, which started it, then completes the lease.
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const [program] = process.argv.slice(2);
const { SIGNALBOX_TASK: task, SIGNALBOX_START_TURN_MS: turnMs = '6000' } = process.env;

const signalbox = (...args) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const read = (...args) => JSON.parse(signalbox(...args, '--json'));
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const say = (text) => console.log(`${new Date().toLocaleTimeString()}  ${text}`);

const questions = {
  'file/greeting': ['Which tone should the greeting have?', 'formal', 'friendly'],
  'file/zones': ['What is a lantern without a time zone?', 'an error', 'in UTC'],
};

function commit(text) {
  appendFileSync('notes.txt', `${text}\n`);
  execFileSync('git', ['add', 'notes.txt']);
  execFileSync('git', ['commit', '--quiet', '-m', text], { stdio: 'inherit' });
}

/** One turn, and what the person has decided by then. */
function turn(what) {
  say(what);
  pause(Number(turnMs));
  const { verdict, decisions } = read('turn');
  for (const { value } of decisions) say(`you decided: ${value}`);
  if (verdict === 'refuse') process.exit(1);
  return verdict === 'rotate_now';
}

/** Asks, and waits: a question that is not answered yet stays open, and the lease waits with it. */
function ask([text, ...options]) {
  say(`I ask you: ${text}`);
  const given = options.flatMap((option) => ['--option', option]);
  const { decision } = read('ask', text, ...given, '--wait', '1h');
  say(`you answered: ${decision.value}`);
  read('turn', '--shown', decision.id);
}

say(`I took ${task}.`);
turn('I read the code.');
if (questions[task] !== undefined) ask(questions[task]);
turn('I change it.');
turn('I run the tests.');
commit(`Done: ${task}`);
say('It is done.');
