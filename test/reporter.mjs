import { appendFileSync } from 'node:fs';
import mocha from 'mocha';

/** Mocha's `spec`; also adds a line `{ passed, failed, skipped }` to the file that test/run.mjs names. */
export default class CountingReporter extends mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.SIGNALBOX_TEST_COUNTS;
    if (file === undefined) return;
    runner.once(mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes: passed, failures: failed, pending: skipped } = this.stats;
      appendFileSync(file, `${JSON.stringify({ passed, failed, skipped })}\n`);
    });
  }
}
