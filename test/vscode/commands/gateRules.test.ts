import assert from 'node:assert/strict';
import { confirmGate, elsewhereText, gateWay } from '../../../src/vscode/commands/gateRules.ts';
import { english } from '../../kit/l10n.ts';

describe('C15: how a gate is cleared', () => {
  it('that of a title by its own command, whatever the source', () => {
    assert.deepEqual(gateWay({ gate: 'secret_title', task_id: 'hub/1' }), { kind: 'clear' });
  });

  it('those of a task of the workspace by a change of the task', () => {
    const ways = (['needs_human', 'intervention_note', 'blocking_reason'] as const).map((gate) =>
      gateWay({ gate, task_id: 'workspace/1' }),
    );
    assert.deepEqual(ways, [
      { kind: 'update', change: { needs_human: false } },
      { kind: 'update', change: { intervention_note: '' } },
      { kind: 'update', change: { blocking_reason: '' } },
    ]);
  });

  it('all others where they come from, which it says', () => {
    const others = [
      { gate: 'needs_human', task_id: 'hub/1' },
      { gate: 'action_class', task_id: 'workspace/1' },
    ] as const;
    for (const lease of others) assert.deepEqual(gateWay(lease), { kind: 'elsewhere' });
    assert.deepEqual(
      others.map((lease) => elsewhereText(english, lease)),
      [
        ['the gate needs_human can not be cleared here', 'Clear it where the task comes from: hub.'],
        [
          'the gate action_class can not be cleared here',
          'Take the action class off the task (workspace), or allow it in the configuration if it may be allowed.',
        ],
      ],
    );
  });

  it('says what happens then', () => {
    const title = 'Get a secret';
    assert.match(confirmGate(english, { title, gate: 'secret_title' }).detail, /for this task only\.$/);
    assert.match(
      confirmGate(english, { title, gate: 'needs_human' }).detail,
      /^The gate needs_human is taken/,
    );
  });
});
