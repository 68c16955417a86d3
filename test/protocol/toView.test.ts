import assert from 'node:assert/strict';
import type { Grant } from '../../src/core/commands.ts';
import type * as ids from '../../src/core/model/ids.ts';
import type { Acknowledged, Lease, LeaseBase, Stopped } from '../../src/core/model/lease.ts';
import { grantView, leaseView } from '../../src/protocol/toView.ts';
import type { LeaseView } from '../../src/protocol/views.ts';

const EPOCH = '7.c2VjcmV0' as ids.Epoch;

const base: LeaseBase = {
  id: 'lease-1' as ids.LeaseId,
  triggerId: 'trigger-1' as ids.TriggerId,
  source: 'task',
  sourceId: '1',
  taskId: 'file/1' as ids.TaskId,
  revision: 'rev' as ids.Revision,
  repo: 'demo' as ids.RepoSlug,
  prompt: 'Signalbox lease lease-1: Fix parser',
  messageId: 'message-1' as ids.MessageId,
  parent: null,
  rank: 3,
  continuation: 0,
  onlyWorker: null,
  preferred: null,
  notTo: [],
  isDirty: false,
  blockedBy: null,
  openQuestions: [],
  createdAt: 1_000,
  createdIn: 2,
  attempt: 1,
  failedSends: 0,
  unanswered: 0,
  lastWorker: null,
  transport: null,
};

const question = 'question-1' as ids.QuestionId;
const worker = 'demo' as ids.WorkerId;
const holder = { kind: 'worker', worker, session: 'agent-session', process: null } as const;

const acknowledged: Acknowledged = {
  ...base,
  state: 'acknowledged',
  holder,
  epoch: EPOCH,
  session: EPOCH as unknown as ids.SessionKey,
  acknowledgedAt: 2_000,
  ttlMs: 600_000,
  deadlineAt: 602_000,
  frozenAt: null,
  renewedAt: 2_000,
  hasGrace: false,
  isQuiet: false,
  wasAdvised: false,
};

const stopped: Stopped = {
  ...base,
  state: 'stopped',
  reason: 'gated',
  gate: 'needs_human',
  endedAt: 5_000,
  holder,
  epoch: EPOCH,
  session: null,
  endedByHolder: false,
  next: null,
  checkpoint: null,
};

const quiet: LeaseView = {
  id: 'lease-1',
  trigger_id: 'trigger-1',
  source: 'task',
  source_id: '1',
  task_id: 'file/1',
  repo: 'demo',
  worker: null,
  state: 'pending',
  reason: null,
  attempt: 1,
  transport: null,
  epoch_counter: null,
  created_at: 1_000,
  due_at: null,
  deadline_at: null,
  parent: null,
  title: 'Fix parser',
  detail: null,
  gate: null,
  question_open: false,
  operator: null,
  acknowledged_at: null,
  ended_at: null,
  next: null,
  continuation: 0,
  rank: 3,
};

const transport = { endpointId: 'tmux/%1', state: 'injected', reason: 'typed' } as const;

const cases: [what: string, lease: Lease, view: Partial<LeaseView>][] = [
  [
    'a waiting one shows what it waits for',
    { ...base, state: 'waiting', reason: 'upstream', detail: 'file/plan-2' },
    { state: 'waiting', reason: 'upstream', detail: 'file/plan-2' },
  ],
  [
    'a blocked one has an open question',
    { ...base, state: 'waiting', reason: 'blocked', detail: 'question-1', openQuestions: [question] },
    { state: 'waiting', reason: 'blocked', detail: 'question-1', question_open: true },
  ],
  [
    'an offered one shows its delivery and its deadline',
    { ...base, state: 'offered', worker, deadlineAt: 31_000, transport },
    {
      state: 'offered',
      worker: 'demo',
      deadline_at: 31_000,
      detail: 'typed',
      transport: { endpoint_id: 'tmux/%1', message_id: 'message-1', state: 'injected', reason: 'typed' },
    },
  ],
  [
    'one in backoff shows when it is due',
    { ...base, state: 'backoff', worker, reason: 'unanswered', dueAt: 40_000 },
    { state: 'backoff', worker: 'demo', reason: 'unanswered', due_at: 40_000 },
  ],
  [
    'an acknowledged one shows the counter of its epoch',
    acknowledged,
    {
      state: 'acknowledged',
      worker: 'demo',
      epoch_counter: 7,
      deadline_at: 602_000,
      acknowledged_at: 2_000,
    },
  ],
  [
    'one whose clock a question stops has no deadline',
    { ...acknowledged, frozenAt: 3_000, openQuestions: [question] },
    {
      state: 'acknowledged',
      worker: 'demo',
      reason: 'question_open',
      question_open: true,
      epoch_counter: 7,
      acknowledged_at: 2_000,
    },
  ],
  [
    'one that a person holds names the person, not a worker',
    { ...acknowledged, holder: { kind: 'operator', name: 'pat' }, isQuiet: true },
    {
      state: 'acknowledged',
      operator: 'pat',
      reason: 'quiet',
      epoch_counter: 7,
      deadline_at: 602_000,
      acknowledged_at: 2_000,
    },
  ],
  [
    'a gated one shows the name of its gate',
    stopped,
    {
      state: 'stopped',
      worker: 'demo',
      reason: 'gated',
      gate: 'needs_human',
      epoch_counter: 7,
      ended_at: 5_000,
    },
  ],
];

describe('the view of a lease', () => {
  for (const [what, lease, view] of cases) {
    it(what, () => {
      const made = leaseView(lease, 'Fix parser', null);
      assert.deepEqual(made, { ...quiet, ...view });
      assert.ok(!JSON.stringify(made).includes(EPOCH));
    });
  }

  const behind: Lease = { ...base, state: 'pending', reason: 'scope_taken', detail: 'demo' };
  const details = [
    ['C6: behind another lease the detail is the one that has the repo now', behind, 'other', 'other'],
    ['C6: nobody has the repo any more: the detail is the repo', behind, null, 'demo'],
    ['C6: it has the repo itself since: the detail is the repo', behind, base.id, 'demo'],
    ['any other reason keeps its own detail', { ...behind, reason: 'no_worker' }, 'other', 'demo'],
  ] as const;
  for (const [what, lease, holder, detail] of details) {
    it(what, () => assert.equal(leaseView(lease, 'Fix parser', holder).detail, detail));
  }

  it('C12: the epoch is in a grant, beside the lease', () => {
    const grant: Grant = {
      lease: acknowledged,
      epoch: EPOCH,
      deadlineAt: 602_000,
      prompt: base.prompt,
      decisions: [],
    };
    const { lease, ...rest } = grantView(grant, 'Fix parser');
    assert.deepEqual(rest, { epoch: EPOCH, deadline_at: 602_000, prompt: base.prompt, decisions: [] });
    assert.ok(!JSON.stringify(lease).includes(EPOCH));
  });
});
