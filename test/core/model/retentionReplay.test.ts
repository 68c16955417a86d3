import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkModel } from './coreModel.ts';
import { checkRetention } from './retentionReplay.ts';

describe('retention over random sequences', function () {
  this.timeout(600_000);

  it('C5, C20: what is left of a register, with its markers, folds to the same state', () => {
    let archived = 0;
    const seen = ({ events }: { readonly events: Parameters<typeof checkRetention>[0] }) => {
      archived += checkRetention(events);
    };
    const details = checkModel({ runs: 100, seed: 11, isQuick: true, seen });
    assert.ok(!details.failed, fc.defaultReportMessage(details) ?? '');
    assert.ok(archived > 200, `only ${String(archived)} leases were archived`);
  });
});
