import assert from 'node:assert/strict';
import type { Source } from '../../src/coordinator/ports.ts';
import type { ReceiptId } from '../../src/core/model/ids.ts';
import type { Receipt } from '../../src/core/model/records.ts';
import type { Snapshot } from '../../src/core/model/snapshot.ts';
import { checkSnapshot } from '../../src/sources/snapshotSchema.ts';

/** A source that has something to say, and what it says. */
export interface SourceUnderTest {
  readonly source: Source;
  readonly expected: Snapshot;
}

const never = new AbortController().signal;
const receipts = (...ids: string[]): Receipt[] =>
  ids.map((id) => ({ id: id as ReceiptId, externalId: 'one', state: 'offered' }) as Receipt);

/** What every adapter of the `Source` port has to keep (behaviour 1, C4, C19). */
export function sourceContract(make: () => SourceUnderTest): void {
  it('yields a snapshot that the schema of all sources accepts', async () => {
    const { source, expected } = make();
    const snapshot = await source.snapshot(never);
    assert.deepEqual(snapshot, expected);
    assert.deepEqual(checkSnapshot(snapshot), snapshot);
  });

  it('yields the same twice when nothing has changed', async () => {
    const { source } = make();
    assert.deepEqual(await source.snapshot(never), await source.snapshot(never));
  });

  it('yields the same to two that look at once', async () => {
    const { source, expected } = make();
    assert.deepEqual(await Promise.all([source.snapshot(never), source.snapshot(never)]), [
      expected,
      expected,
    ]);
  });

  it('C4: does not answer one who has stopped waiting', async () => {
    const { source } = make();
    const reason = new Error('too late');
    await assert.rejects(source.snapshot(AbortSignal.abort(reason)), reason);
    const controller = new AbortController();
    const waiting = source.snapshot(controller.signal);
    controller.abort(reason);
    // What was ready before the abort may still be told.
    await waiting.catch((error: unknown) => assert.equal(error, reason));
  });

  it('C19: acknowledges each receipt once, in order', async () => {
    const { source } = make();
    assert.deepEqual(await source.project(receipts('b', 'a', 'b', 'c'), never), ['b', 'a', 'c']);
    assert.deepEqual(await source.project(receipts('a'), never), ['a']);
    assert.deepEqual(await source.project([], never), []);
  });

  it('C19: acknowledges nothing to one who has stopped waiting', async () => {
    const { source } = make();
    const reason = new Error('too late');
    await assert.rejects(source.project(receipts('a'), AbortSignal.abort(reason)), reason);
  });

  it('stops watching when that is disposed, also twice', () => {
    const { source } = make();
    const watching = source.watch?.(() => assert.fail('nothing has changed'));
    watching?.dispose();
    watching?.dispose();
  });
}
