import {writeFileSync} from 'node:fs';

/** A web-test-runner reporter that ends with one plain line and, for `tools/test.mjs`, leaves the counts in a file. */
export function countsReporter() {
  return {
    stop({sessions}) {
      const counts = {passed: 0, failed: 0, skipped: 0};
      const walk = (suite) => {
        for (const test of suite?.tests ?? [])
          counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
        for (const child of suite?.suites ?? []) walk(child);
      };
      for (const session of sessions) {
        walk(session.testResults);
        // A file that could not be loaded runs no test: it must count as a failure, not as nothing.
        counts.failed += session.errors?.length ?? 0;
      }
      if (process.env.CARD_VAULT_COUNTS) writeFileSync(process.env.CARD_VAULT_COUNTS, JSON.stringify(counts));
      const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
      console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
    },
  };
}
