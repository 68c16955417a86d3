import { operator, worker as actorOf } from '../../../kit/coreWorld.ts';
import type { Model } from '../model.ts';
import { isFinal } from '../model.ts';
import { titles } from '../outside.ts';
import { aim, pick } from './pick.ts';
import type { Planned, Steps } from './step.ts';

const repos = ['red', 'blue', 'green'];
const titleAt = (index: number): string => [...titles.keys()][index % titles.size]!;

const openQuestions = (model: Model): string[] =>
  [...model.questions].filter(([, { state }]) => state === 'open').map(([id]) => id);

const knownTask = (model: Model, index: number, source = ''): string =>
  pick(
    [...model.tasks.told.keys()].filter((id) => id.startsWith(source)),
    index,
  ) ?? 'hub/none';

const leaseCalls = [
  'lease.ack',
  'lease.complete',
  'lease.checkpoint',
  'lease.fail',
  'lease.release',
  'lease.renew',
];
const scopeCalls = [
  'scope.pause',
  'scope.resume',
  'scope.resume',
  'scope.take',
  'scope.release',
  'scope.release',
];

const person = (type: string, params: object, name = 'pat'): Planned =>
  ({ type, params, actor: operator(name) }) as unknown as Planned;

export const personSteps = {
  answer: ({ model }, { a, b }) =>
    person('question.answer', {
      question: b % 8 === 7 ? 'question-0' : (pick(openQuestions(model), a) ?? 'question-0'),
      value: b % 16 === 6 ? 'private other' : 'yes',
    }),
  closeQuestion: ({ model }, { a }) =>
    person('question.close', { question: pick(openQuestions(model), a) ?? 'question-0' }),
  decide: ({ model }, { a, b }) => {
    const held = model.live().filter(({ state }) => state === 'acknowledged');
    const task = b % 2 === 0 ? (pick(held, a)?.task ?? knownTask(model, a)) : knownTask(model, a);
    return person('decision.record', { task, value: 'private decision' });
  },
  continueLease: ({ model }, { a }) => {
    const row = aim(
      model,
      a,
      ({ state, isDirty, reason }) => (state === 'pending' && isDirty) || reason === 'blocked',
    );
    return row === undefined ? 'nothing to continue' : person('lease.continue', { lease: row.id });
  },
  send: ({ model }, { a }) => {
    const row = aim(
      model,
      a,
      ({ state }) => state === 'pending' || state === 'backoff' || state === 'waiting',
    );
    return row === undefined ? 'nothing to send' : person('lease.send', { lease: row.id });
  },
  stop: ({ model }, { a }) => {
    const row = aim(model, a, (one) => !isFinal(one));
    return row === undefined ? 'nothing to stop' : person('lease.stop', { lease: row.id, note: 'private' });
  },
  operator: ({ model }, { a, b, c }) => {
    const row = aim(model, a, (one) => !isFinal(one));
    if (row === undefined) return 'nothing to act on';
    const own = { checkpoint: { summary: 'private' }, reason: 'private', retryable: c % 2 === 0 };
    return person(pick(leaseCalls, b)!, { lease: row.id, ...own }, c % 4 === 0 ? 'sam' : 'pat');
  },
  scope: (_world, { a, b, c }) =>
    person(pick(scopeCalls, b)!, { repo: pick(repos, a)! }, c % 4 === 0 ? 'sam' : 'pat'),
  addTask: ({ model }, { a, b, c, d }) => {
    const known = knownTask(model, a, 'workspace/').split('/')[1]!;
    const params = {
      title: titleAt(c < 24 ? 0 : 1),
      repo: pick(repos, a)!,
      ...(d % 4 === 1 ? { plan: `plan-${pick(repos, a)!}` } : {}),
      ...(d % 4 === 2 && known !== 'none' ? { after: [known] } : {}),
      ...(d % 8 === 3 ? { action_classes: ['network'] } : {}),
    };
    const actor = b % 4 === 0 ? actorOf('alpha') : operator();
    return { type: 'task.add', params, actor };
  },
  updateTask: ({ model }, { a, b, c }) => {
    const own = [
      { status: pick(['todo', 'wait', 'progress', 'done', 'cancel'], c) },
      { title: titleAt(c) },
      { needs_human: c % 2 === 0 },
      { blocking_reason: c % 2 === 0 ? 'private reason' : '' },
    ][b % 4]!;
    return person('task.update', { task: knownTask(model, a, 'workspace/'), ...own });
  },
  cancelTask: ({ model }, { a }) => person('task.cancel', { task: knownTask(model, a) }),
  reopenTask: ({ model }, { a }) => {
    const idle = [...model.tasks.told.keys()].filter((id) => !model.live().some(({ task }) => task === id));
    return person('task.reopen', { task: pick(idle, a) ?? knownTask(model, a) });
  },
  reorderTask: ({ model }, { a, b }) => {
    const queued = model.live().filter(({ state }) => state === 'pending' || state === 'waiting');
    const task = pick(queued, a)?.task ?? 'hub/none';
    return person('task.reorder', { task, before: b % 3 === 0 ? null : (pick(queued, b)?.task ?? null) });
  },
  clearGate: ({ model }, { a }) => {
    const asking = [...model.tasks.told].filter(([, { title }]) => titles.get(title) === true);
    return person('task.clear_gate', { task: pick(asking, a)?.[0] ?? knownTask(model, a) });
  },
} satisfies Steps;
