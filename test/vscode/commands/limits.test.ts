import assert from 'node:assert/strict';
import { checkpointProblem, limits, textProblem } from '../../../src/vscode/commands/limits.ts';
import { english } from '../../kit/l10n.ts';

describe('what is wrong with a text while it is typed', () => {
  it('that it is empty', () => {
    assert.equal(textProblem(english, ' ', limits.title), 'Type something first.');
  });

  it('that it is too long, in bytes of UTF-8', () => {
    assert.equal(textProblem(english, 'é'.repeat(512), limits.title), undefined);
    assert.equal(
      textProblem(english, 'é'.repeat(513), limits.title),
      'This is 2 bytes too long: at most 1024 are kept.',
    );
  });

  it('W3: a checkpoint may be empty, and is judged as a whole', () => {
    const room = limits.checkpoint - '{"summary":"","next_action":""}'.length;
    assert.equal(checkpointProblem(english, { summary: '' }), undefined);
    assert.equal(checkpointProblem(english, { summary: 'x'.repeat(room - 1), next_action: 'y' }), undefined);
    assert.equal(
      checkpointProblem(english, { summary: 'x'.repeat(room), next_action: 'y' }),
      'This is 1 bytes too long: at most 65536 are kept.',
    );
  });
});
