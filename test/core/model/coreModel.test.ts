import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkModel } from './coreModel.ts';

const seed = Number(process.env['SIGNALBOX_MODEL_SEED'] ?? 20_240_601);
const runs = Number(process.env['SIGNALBOX_MODEL_RUNS'] ?? 2_000);

describe('the rules against a simple model', () => {
  it(`C4 to C18, W1, W2, T3: ${runs} random sequences break none (seed ${seed})`, function () {
    this.timeout(600_000);
    const details = checkModel({ runs, seed });
    assert.ok(!details.failed, fc.defaultReportMessage(details) ?? '');
  });
});
