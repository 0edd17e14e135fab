import {writeFileSync} from 'node:fs';
import {relative} from 'node:path';

const none = () => ({passed: 0, failed: 0, skipped: 0, names: []});

const words = ({passed, failed, skipped}) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

function add(counts, test) {
  counts[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
  if (!test.skipped && !test.passed) counts.names.push(test.name);
}

function walk(counts, suite) {
  for (const test of suite?.tests ?? []) add(counts, test);
  for (const child of suite?.suites ?? []) walk(counts, child);
}

/** The counts of one file in one browser. A file that could not be loaded runs no test: it counts as a failure. */
function countsOf(session) {
  const counts = none();
  walk(counts, session.testResults);
  for (const {message} of session.errors ?? []) add(counts, {name: message});
  return counts;
}

const sum = (list) =>
  list.reduce(
    (total, {passed, failed, skipped}) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    none(),
  );

/** What a page said about tests that its engine cannot run (test/support/needs.ts). */
const gapsOf = (sessions) => [
  ...new Set(
    sessions
      .flatMap(({browser, logs = []}) => logs.map(([line]) => [browser.name, line]))
      .filter(([, line]) => typeof line === 'string' && line.startsWith('gap: '))
      .map(([name, line]) => `${name}, ${line.slice(5)}`),
  ),
];

/**
 * A web-test-runner reporter that ends with one plain line and, for `tools/test.mjs`, leaves the counts of each file
 * in a file. With `byEngine` it prints the counts of each browser, and what an engine cannot run with the reason.
 */
export function countsReporter({byEngine = false} = {}) {
  return {
    stop({sessions}) {
      const list = [...sessions];
      const files = {};
      for (const session of list) {
        const file = relative(process.cwd(), session.testFile ?? '');
        files[byEngine ? `${file} (${session.browser.name})` : file] = countsOf(session);
      }
      if (process.env.CARD_VAULT_COUNTS)
        writeFileSync(process.env.CARD_VAULT_COUNTS, JSON.stringify({files}));
      if (byEngine) {
        console.log();
        for (const name of new Set(list.map(({browser}) => browser.name)))
          console.log(`${name}: ${words(sum(list.filter((s) => s.browser.name === name).map(countsOf)))}`);
        const gaps = gapsOf(list);
        console.log(`gaps: ${gaps.length}`);
        for (const gap of gaps) console.log(`  ${gap}`);
      }
      console.log(`\n${words(sum(Object.values(files)))}`);
    },
  };
}
