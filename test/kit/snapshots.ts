import type { Snapshot, SourceMessage, SourcePlan, SourceTask } from '../../src/core/model/snapshot.ts';

export const planOf = (given: Partial<SourcePlan> = {}): SourcePlan => ({
  id: 'plan',
  repo_id: 'repo',
  status: 'active',
  ...given,
});

export const taskOf = (given: Partial<SourceTask> = {}): SourceTask => ({
  id: 'task',
  workplan_id: 'plan',
  status: 'todo',
  title: 'Fix parser',
  ...given,
});

export const messageOf = (given: Partial<SourceMessage> = {}): SourceMessage => ({
  id: 'message',
  to_agent: 'demo',
  subject: '[action] Inspect work',
  body: 'private message body',
  ...given,
});

/** One repo `demo`, one active plan, one task to do; what is given replaces a whole list. */
export const snapshotOf = (given: Partial<Snapshot> = {}): Snapshot => ({
  repos: [{ id: 'repo', slug: 'demo' }],
  plans: [planOf()],
  tasks: [taskOf()],
  dependencies: [],
  messages: [],
  ...given,
});
