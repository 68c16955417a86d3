import type { EventView } from '../../src/protocol/views.ts';

/** An event of the system about nothing, with what a test says about it. */
export const eventViewOf = (given: Partial<EventView> = {}): EventView => ({
  position: 1,
  id: 'e',
  type: 'LeaseRenewed',
  version: 1,
  at: 0,
  actor: { surface: 'system', name: '' },
  request_id: null,
  task_id: null,
  lease_id: null,
  worker: null,
  data: {},
  ...given,
});
