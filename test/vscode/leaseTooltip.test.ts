import assert from 'node:assert/strict';
import { leaseTooltip } from '../../src/vscode/leaseTooltip.ts';
import { leaseViewOf } from '../kit/leaseView.ts';

describe('the tooltip of a lease', () => {
  it('says what the row has no place for', () => {
    const lease = leaseViewOf({
      state: 'acknowledged',
      worker: 'demo',
      attempt: 2,
      epoch_counter: 7,
      transport: { endpoint_id: 't1', message_id: 'm1', state: 'injected', reason: null },
    });
    assert.equal(
      leaseTooltip(lease, 'parser-fix'),
      [
        '**Fix parser**\n',
        'State: running  ',
        'Worker: demo  ',
        'Repo: demo  ',
        'Branch: parser\\-fix  ',
        'Task: file/1  ',
        'Attempts: 2  ',
        'Delivery: injected  ',
        'Epoch: 7  ',
        'Lease: lease\\-1',
      ].join('\n'),
    );
  });

  it('a title is text, never a link, an image or a command', () => {
    const title = '[x](command:y) <b> ![z](http://z) `w`\n# v';
    assert.equal(
      leaseTooltip(leaseViewOf({ title }), null).split('\n')[0],
      '**\\[x\\]\\(command:y\\) \\<b\\> \\!\\[z\\]\\(http://z\\) \\`w\\` \\# v**',
    );
  });
});
