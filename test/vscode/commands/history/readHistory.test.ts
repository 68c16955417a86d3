import assert from 'node:assert/strict';
import { ProtocolError } from '../../../../src/protocol/errors.ts';
import type { Call } from '../../../../src/vscode/book.ts';
import { readHistory } from '../../../../src/vscode/commands/history/readHistory.ts';
import { eventViewOf } from '../../../kit/eventView.ts';
import { leaseViewOf } from '../../../kit/leaseView.ts';
import { taskViewOf } from '../../../kit/taskView.ts';

describe('C20: what a history document reads', () => {
  const task = taskViewOf({ id: 'file/1' });
  const lease = leaseViewOf();
  const events = [1, 2, 3].map((position) => eventViewOf({ position }));
  let refusal: ProtocolError | null;

  beforeEach(() => {
    refusal = null;
  });

  /** Answers one event a page, and that a file is unreadable with each. */
  const call = (async (method: string, params: { from?: number }): Promise<unknown> => {
    if (method === 'history.list') {
      const { from = 1 } = params;
      const next = from < events.length ? from + 1 : null;
      return { events: [events[from - 1]], next, position: 3, unreadable: ['a.gz'] };
    }
    if (refusal !== null) throw refusal;
    return method === 'task.show' ? { task, leases: [lease] } : { lease, prompt: 'Do it.' };
  }) as Call;

  const told = { events, unreadable: ['a.gz'] };

  it('of a task: it, all its leases and all pages of events', async () => {
    const history = await readHistory(call, { kind: 'task', id: 'file/1' });
    assert.deepEqual(history, { task, leases: [lease], prompt: null, ...told });
  });

  it('of a lease: its task, it alone, and its prompt', async () => {
    const history = await readHistory(call, { kind: 'lease', id: 'lease-1' });
    assert.deepEqual(history, { task, leases: [lease], prompt: 'Do it.', ...told });
  });

  it('of what is archived the events alone', async () => {
    refusal = new ProtocolError('gone', 'this lease is archived', 'Read it.');
    const history = await readHistory(call, { kind: 'lease', id: 'lease-1' });
    assert.deepEqual(history, { task: null, leases: [], prompt: null, ...told });
  });

  it('and another refusal is one', async () => {
    refusal = new ProtocolError('storage', 'the disk is full', 'Make room.');
    await assert.rejects(readHistory(call, { kind: 'task', id: 'file/1' }), refusal);
  });
});
