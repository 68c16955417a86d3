import assert from 'node:assert/strict';
import { nearestName } from '../../src/files/nearestName.ts';

describe('nearestName', () => {
  const names = ['maxAttempts', 'maxSilence', 'tick', 'repos', 'allow'];

  it('finds what was meant by a slip of the hand', () => {
    assert.equal(nearestName('maxAttemps', names), 'maxAttempts');
    assert.equal(nearestName('MAXSILENCE', names), 'maxSilence');
    assert.equal(nearestName('tik', names), 'tick');
    assert.equal(nearestName('repo', names), 'repos');
  });

  it('finds nothing where nothing is near', () => {
    assert.equal(nearestName('colour', names), undefined);
    assert.equal(nearestName('x', names), undefined);
    assert.equal(nearestName('x', []), undefined);
  });
});
