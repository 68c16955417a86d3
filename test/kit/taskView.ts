import type { ScopeView, TaskView } from '../../src/protocol/views.ts';

/** A task that is ready, with what a test says about it. */
export const taskViewOf = (given: Partial<TaskView> = {}): TaskView => ({
  id: 'workspace/1',
  source: 'workspace',
  external_id: '1',
  kind: 'task',
  title: 'Fix parser',
  status: 'todo',
  plan: null,
  repo: 'demo',
  to_worker: null,
  gates: [],
  action_classes: [],
  notes: null,
  revision: 'r1',
  cancelled: false,
  created_at: 1_000,
  lease_id: null,
  lease_state: null,
  ...given,
});

/** A repo that nothing keeps work out of, with what a test says about it. */
export const scopeViewOf = (given: Partial<ScopeView> = {}): ScopeView => ({
  repo: 'demo',
  path: '/work/demo',
  is_paused: false,
  taken_by: null,
  taken_at: null,
  draining: null,
  reserved_for: null,
  lease_id: null,
  ...given,
});
