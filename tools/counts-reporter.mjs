import {writeFileSync} from 'node:fs';
import {relative} from 'node:path';

/** A web-test-runner reporter that ends with one plain line and, for `tools/test.mjs`, leaves the counts of each file in a file. */
export function countsReporter() {
  return {
    stop({sessions}) {
      const files = {};
      const count = (counts, test) => {
        counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
        if (!test.skipped && !test.passed) counts.names.push(test.name);
      };
      const walk = (counts, suite) => {
        for (const test of suite?.tests ?? []) count(counts, test);
        for (const child of suite?.suites ?? []) walk(counts, child);
      };
      for (const session of sessions) {
        const file = relative(process.cwd(), session.testFile ?? '');
        const counts = (files[file] ??= {passed: 0, failed: 0, skipped: 0, names: []});
        walk(counts, session.testResults);
        // A file that could not be loaded runs no test: it must count as a failure, not as nothing.
        for (const {message} of session.errors ?? []) count(counts, {name: message});
      }
      if (process.env.CARD_VAULT_COUNTS)
        writeFileSync(process.env.CARD_VAULT_COUNTS, JSON.stringify({files}));
      const sum = (key) => Object.values(files).reduce((total, counts) => total + counts[key], 0);
      const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : '';
      console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
    },
  };
}
