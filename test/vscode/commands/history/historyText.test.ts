import assert from 'node:assert/strict';
import type { EventView } from '../../../../src/protocol/views.ts';
import { type History, historyDocument, PAGE } from '../../../../src/vscode/commands/history/historyText.ts';
import { eventViewOf } from '../../../kit/eventView.ts';
import { leaseViewOf } from '../../../kit/leaseView.ts';
import { taskViewOf } from '../../../kit/taskView.ts';

const at = (day: number, hour: number): number => new Date(2026, 0, day, hour, 5, 9).getTime();
const lease = '0193aaaa-0000-7000-8000-00001f2a9b1c';

const historyOf = (given: Partial<History> = {}): History => ({
  task: taskViewOf(),
  leases: [],
  prompt: null,
  events: [],
  unreadable: [],
  ...given,
});

describe('C20: a history to read', () => {
  it('tells task, leases and events by the day, with what was said in full, and leads to the leases', () => {
    const operator = { surface: 'operator', name: 'mia' } as const;
    const events = [
      eventViewOf({ type: 'TaskObserved', at: at(1, 8) }),
      eventViewOf({ type: 'RequestAccepted', at: at(1, 8) }),
      eventViewOf({
        type: 'LeaseCheckpointed',
        at: at(2, 9),
        actor: operator,
        lease_id: lease,
        data: { checkpoint: { summary: 'Half\nof it', next_action: 'the rest' } },
      }),
    ];
    const { text, links } = historyDocument(
      'workspace/1',
      historyOf({
        events,
        leases: [leaseViewOf({ id: lease, state: 'checkpointed', operator: 'mia' })],
      }),
      null,
    );
    assert.equal(
      text,
      `# Fix parser

- Task workspace/1: todo
- Repo demo
- Lease ${lease}: checkpointed, mia

## 2026-01-01

- **08:05:09** task observed

## 2026-01-02

- **09:05:09** lease checkpointed (lease 1f2a9b1c) by operator mia
  - summary: Half
    of it
  - next: the rest
`,
    );
    assert.deepEqual(links, [
      { line: 2, text: 'workspace/1', to: { kind: 'task', id: 'workspace/1' } },
      { line: 4, text: lease, to: { kind: 'lease', id: lease } },
      { line: 12, text: '1f2a9b1c', to: { kind: 'lease', id: lease } },
    ]);
  });

  it('of a lease it says what its worker is told', () => {
    const { text } = historyDocument('l', historyOf({ prompt: 'Signalbox lease l: x\nStart: ack' }), null);
    assert.match(text, /^## What its worker is told\n\n> Signalbox lease l: x\n> Start: ack$/m);
  });

  it('says what is archived, and what of it can not be read', () => {
    const { text } = historyDocument('l', historyOf({ task: null, unreadable: ['2026-01.jsonl.gz'] }), null);
    assert.match(text, /^# l$/m);
    assert.match(text, /missing or damaged: 2026-01\.jsonl\.gz\.\nPut them back/);
    assert.match(text, /Nothing yet\./);
  });

  it('says gates, a cancelled task and titles with breaks on one line', () => {
    const task = taskViewOf({ title: 'a\n# b', gates: ['needs_human'], cancelled: true });
    const { text } = historyDocument('workspace/1', historyOf({ task }), null);
    assert.match(text, /^# a # b\n\n- Task workspace\/1: cancelled, held at danger: needs_human$/m);
  });

  describe('of many events', () => {
    const events: EventView[] = Array.from({ length: 2 * PAGE + 1 }, (_, index) =>
      eventViewOf({ type: 'LeaseRenewed', at: at(1, 8), data: { note: `n${index}` } }),
    );
    const shown = (page: number | null) => {
      const { text, links } = historyDocument('l', historyOf({ events }), page);
      return {
        notes: [...text.matchAll(/note: n(\d+)/g)].map(([, note]) => Number(note)),
        pages: links.flatMap(({ text: label, to }) => ('page' in to ? [`${label}: ${to.page}`] : [])),
        says: /^Page .*$/m.exec(text)?.[0],
      };
    };

    it('shows the newest page, with a way back', () => {
      assert.deepEqual(shown(null), {
        notes: [2 * PAGE],
        pages: ['Show the page before: 2'],
        says: 'Page 3 of 3, 1001 events in all, the oldest first.',
      });
    });

    it('and any other page, with the ways on and back', () => {
      const { notes, pages } = shown(2);
      assert.deepEqual([notes.length, notes[0]], [PAGE, PAGE]);
      assert.deepEqual(pages, ['Show the page before: 1', 'Show the next page: 3']);
      assert.deepEqual(shown(1).pages, ['Show the next page: 2']);
    });

    it('a page that is not there is the nearest one', () => {
      assert.deepEqual(shown(99), shown(3));
    });
  });
});
