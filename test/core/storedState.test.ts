import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { evolve } from '../../src/core/evolve/evolve.ts';
import { initialState, type State } from '../../src/core/model/state.ts';
import { restoreState, stateModel, storeState, type StoredState } from '../../src/core/model/storedState.ts';
import { plainState } from '../kit/plainState.ts';
import { story } from '../kit/story.ts';

function folded(): State {
  const state = initialState();
  for (const event of story()) evolve(state, event);
  return state;
}

const throughJson = (stored: StoredState): StoredState => JSON.parse(JSON.stringify(stored)) as StoredState;

describe('a stored state: what a start takes up in the place of folding every event', () => {
  it('is the state again after JSON, entry by entry and in order', () => {
    const state = folded();
    const restored = restoreState(throughJson(storeState(state)), initialState());
    assert.ok(restored);
    assert.deepEqual(plainState(restored), plainState(state));
  });

  it('goes on folding as the state would', () => {
    const events = story();
    for (let cut = 0; cut <= events.length; cut += 1) {
      const state = initialState();
      for (const event of events.slice(0, cut)) evolve(state, event);
      const restored = restoreState(throughJson(storeState(state)), initialState());
      assert.ok(restored);
      for (const event of events.slice(cut)) evolve(restored, event);
      assert.deepEqual(plainState(restored), plainState(folded()));
    }
  });

  it('of another model is left unread', () => {
    assert.equal(restoreState({ ...storeState(folded()), model: stateModel + 1 }, initialState()), null);
  });

  // A start must not take up what another version folded otherwise: whoever changes this raises `stateModel`.
  it('of this model is what it was: a change of shape or of a fold raises the model', () => {
    const digest = createHash('sha256')
      .update(JSON.stringify(storeState(folded())))
      .digest('hex');
    assert.deepEqual(
      { model: stateModel, digest: digest.slice(0, 16) },
      { model: 2, digest: '7bee28b4499942d5' },
    );
  });
});
