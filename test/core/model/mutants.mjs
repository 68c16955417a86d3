// `npm run mutants`: proves that the model test sees. Breaks one rule at a time in a copy of src and takes sequences there
// until a rule of the model breaks. Fails when a mutant survives, or when the code to break is no longer there.
// `npm run mutants -- frozen` takes only those with the word in their name.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
const seed = process.env.SIGNALBOX_MODEL_SEED ?? '20240601';
const mostRuns = process.env.SIGNALBOX_MODEL_RUNS ?? '2000';
const never = 'false /* broken on purpose */';

/** What is broken, where, and how: the text to replace, which has to be there exactly once. */
const mutants = [
  [
    'a scope is given to two leases',
    'decide/moves.ts',
    'if (activeId !== undefined && activeId !== lease.id) return',
    `if (${never}) return`,
  ],
  [
    'a busy worker is offered another lease',
    'decide/chooseWorker.ts',
    'if (draft.state.activeByWorker.has(id)) return',
    `if (${never}) return`,
  ],
  [
    'the epoch counter stands still',
    'decide/moves.ts',
    'String(draft.state.epoch + 1)',
    'String(draft.state.epoch)',
  ],
  [
    'decisions reported as shown are not recorded',
    'decide/worker/turn.ts',
    "if (decisionIds.length > 0) draft.emit('DecisionsShown'",
    `if (${never}) draft.emit('DecisionsShown'`,
  ],
  [
    'gates spare children and successors',
    'decide/tick/judgeTask.ts',
    'if (live !== undefined) stopLease(',
    'if (live !== undefined && live.parent === null) stopLease(',
  ],
  ['a fired revision is not recorded', 'evolve/foldTask.ts', 'isConsumed: true', 'isConsumed: false'],
  ['successors have no budget', 'decide/endLease.ts', 'if (lost >= settings.maxAttempts) return null;', ''],
  ['a closed lease stays among the live ones', 'evolve/leaseIndex.ts', 'state.live.delete(lease.id);', ''],
  ['draining is ignored', 'decide/moves.ts', 'if (scope?.draining != null) return', `if (${never}) return`],
  [
    'a frozen source is dispatched',
    'decide/tick/tick.ts',
    'judgeQueue(draft, isFrozen)',
    'judgeQueue(draft, () => false)',
  ],
  [
    'a frozen source stops leases',
    'decide/tick/tick.ts',
    'judgeTasks(draft, isFrozen)',
    'judgeTasks(draft, () => false)',
  ],
  [
    'the fence compares no epochs',
    'decide/worker/fence.ts',
    'if (epoch !== null && call.epoch !== epoch) {',
    `if (${never}) {`,
  ],
  [
    'an open question stops no clock',
    'evolve/foldHuman.ts',
    'return { ...lease, openQuestions, frozenAt };',
    'return { ...lease, openQuestions };',
  ],
  ['request ids are forgotten', 'evolve/foldScope.ts', 'state.requests.set(', '[].push('],
  ['each restart adds grace', 'decide/start.ts', '!lease.hasGrace && ', ''],
  [
    'a present holder is lost at its deadline',
    'rules/deadlines.ts',
    'return !isPresent(lease, facts, now) ||',
    'return true ||',
  ],
  [
    'a task gets a second row',
    'decide/tick/createRows.ts',
    '|| liveLeaseOf(draft.state, id) !== undefined',
    '',
  ],
  [
    'a waiting lease is given out',
    'decide/moves.ts',
    "if (lease.state === 'waiting') queue(",
    `if (${never}) queue(`,
  ],
  [
    'the prompt tells the attempt',
    'evolve/foldLease.ts',
    'attempt: data.attempt,\n',
    'attempt: data.attempt, prompt: `${lease.prompt} ${data.attempt}`,\n',
  ],
  [
    'an offer that ran out is taken',
    'decide/worker/ack.ts',
    'if (hasRunOut(lease, draft.now)) return',
    `if (${never}) return`,
  ],
  [
    'a chain has no end',
    'decide/worker/continueIn.ts',
    'const isOver = lease',
    'const isOver = false && lease',
  ],
  ['a rearm starts a new session', 'decide/worker/rearm.ts', 'null, old.session', 'null, null'],
  ['a report on an older send counts', 'decide/tick/applyDelivery.ts', ' || lease.attempt !== attempt', ''],
  [
    'a receipt tells the title',
    'evolve/writeReceipt.ts',
    'repo: lease.repo,',
    'repo: lease.repo, title: facts.title,',
  ],
  [
    'a move has no receipt',
    'decide/moves.ts',
    "const receiptId = lease.state === 'pending' ? null : draft.receipt();",
    'const receiptId = null;',
  ],
  [
    'work is offered a tick late',
    'decide/tick/judgeQueue.ts',
    'const waiters = waitersLeft(draft.context, handOuts);',
    "if (lease.state === 'waiting') return queue(draft, lease, 'no_worker');\n  const waiters = waitersLeft(draft.context, handOuts);",
  ],
  [
    'work goes on over a dirty tree',
    'decide/tick/judgeQueue.ts',
    'if (lease.isDirty) return',
    `if (${never}) return`,
  ],
  ['a fork forgets what was removed', 'model/table.ts', 'if (this.base.has(key)) removed.add(key);', ''],
];

/** Runs the model where `src` is broken in one place; null: nothing was seen. */
function hunt(folder, [, file, from, to]) {
  const source = path.join(folder, 'src/core', file);
  const whole = readFileSync(source, 'utf8');
  if (whole.split(from).length !== 2) return { lost: true };
  writeFileSync(
    source,
    whole.replace(from, () => to),
  );
  try {
    const command = ['--import', './test/typescript.mjs', 'test/core/model/hunt.ts', mostRuns, seed];
    return JSON.parse(execFileSync(process.execPath, command, { cwd: folder, encoding: 'utf8' }));
  } finally {
    writeFileSync(source, whole);
  }
}

const outcome = ({ lost, failed, runs, rule }) => {
  if (lost) return ['-', 'the code to break is not there (once): name it anew in mutants.mjs'];
  return failed
    ? [String(runs), rule.split(': ').slice(0, 2).join(': ')]
    : ['-', `survived ${runs} sequences`];
};

const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-mutants-'));
const [word = ''] = process.argv.slice(2);
const chosen = mutants.filter(([name]) => name.includes(word));
let survivors = 0;
try {
  for (const part of ['src', 'test/core/model', 'test/kit', 'test/typescript.mjs', 'package.json']) {
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const sound = hunt(folder, ['', 'decide/moves.ts', 'export function consume(', 'export function consume(']);
  if (sound.failed) throw new Error(`The rules break without a mutant: ${sound.rule}`);
  console.log(`no mutant: ${sound.runs} sequences, seed ${seed}, break nothing\n`);
  console.log('| broken | seen after | by |\n| --- | --- | --- |');
  for (const mutant of chosen) {
    const found = hunt(folder, mutant);
    if (found.lost || !found.failed) survivors += 1;
    console.log(`| ${mutant[0]} | ${outcome(found).join(' | ')} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${chosen.length - survivors} of ${chosen.length} seen`);
process.exitCode = survivors === 0 ? 0 : 1;
