import assert from 'node:assert/strict';
import { settled } from '../../kit/settled.ts';
import { ManualTime } from '../../kit/manualTime.ts';
import type { HealthView } from '../../../src/protocol/views.ts';
import { type AskedRoot, HealthBook } from '../../../src/vscode/health/healthBook.ts';

const viewAt = (at: number): HealthView => ({
  rows: [],
  writer: { runs_in: 'window', pid: 7, host: 'here', term: 1, since: 0 },
  at,
});

describe('the book of health', () => {
  let time: ManualTime;
  let asked: number[];
  let isConnected: boolean;
  let answer: () => Promise<HealthView>;
  let faults: unknown[];
  let book: HealthBook;
  let root: AskedRoot;

  beforeEach(() => {
    time = new ManualTime(0);
    asked = [];
    isConnected = true;
    answer = () => Promise.resolve(viewAt(time.now()));
    faults = [];
    root = {
      path: '/r',
      client: {
        get isConnected() {
          return isConnected;
        },
        call: (() => {
          asked.push(time.now());
          return answer();
        }) as unknown as AskedRoot['client']['call'],
      },
    };
    book = new HealthBook({ roots: () => [root], timers: time, onFault: (error) => faults.push(error) });
  });

  afterEach(() => {
    book.dispose();
    assert.equal(time.open, 0);
  });

  const pass = async (ms: number): Promise<void> => {
    time.advance(ms);
    await settled();
  };

  it('asks nothing while nobody looks, whatever happens', async () => {
    book.look();
    await pass(60_000);
    assert.deepEqual([asked, book.viewOf(root)], [[], null]);
  });

  it('asks at once when somebody looks, and now and then as long as that is so', async () => {
    book.show(true);
    await settled();
    assert.equal(book.viewOf(root)?.at, 0);
    await pass(5_000);
    book.show(false);
    await pass(60_000);
    assert.deepEqual(asked, [0, 5_000]);
  });

  it('asks soon after something happened, once for all that happens meanwhile', async () => {
    book.show(true);
    await settled();
    time.advance(1_000);
    book.look();
    time.advance(300);
    book.look();
    await pass(200);
    await pass(499);
    assert.deepEqual(asked, [0, 1_500]);
  });

  it('what happens while it asks is looked at afterwards', async () => {
    book.show(true);
    book.look();
    await settled();
    await pass(500);
    assert.deepEqual(asked, [0, 500]);
  });

  it('a coordinator that is away is not asked, and nothing old is shown of it', async () => {
    book.show(true);
    await settled();
    isConnected = false;
    assert.equal(book.viewOf(root), null);
    await pass(5_000);
    isConnected = true;
    assert.deepEqual([asked, book.viewOf(root)], [[0], null]);
  });

  it('a refusal is told, and asked again; that the connection went is no fault', async () => {
    const refused = new Error('refused');
    answer = () => Promise.reject(refused);
    book.show(true);
    await settled();
    assert.deepEqual(faults, [refused]);
    answer = () => {
      isConnected = false;
      return Promise.reject(refused);
    };
    await pass(5_000);
    assert.deepEqual([faults.length, asked.length], [1, 2]);
  });
});
