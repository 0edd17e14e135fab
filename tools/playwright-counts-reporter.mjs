import {writeFileSync} from 'node:fs';
import {relative} from 'node:path';

/** A Playwright reporter that leaves the counts in a file for `tools/test.mjs`. It runs a failed test again by itself (`retries`). */
export default class CountsReporter {
  #suite;
  #errors = [];

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  onError({message}) {
    this.#errors.push(message ?? 'the run');
  }

  onEnd() {
    const errors = this.#errors;
    const files = {};
    if (errors.length) files[''] = {passed: 0, failed: errors.length, skipped: 0, names: errors};
    const flaky = [];
    for (const test of this.#suite?.allTests() ?? []) {
      const file = relative(process.cwd(), test.location.file);
      const counts = (files[file] ??= {passed: 0, failed: 0, skipped: 0, names: []});
      const outcome = test.outcome();
      counts[outcome === 'skipped' ? 'skipped' : outcome === 'unexpected' ? 'failed' : 'passed']++;
      if (outcome === 'unexpected') counts.names.push(test.title);
      if (outcome === 'flaky') flaky.push(`${test.title} (${file})`);
    }
    if (process.env.CARD_VAULT_COUNTS)
      writeFileSync(process.env.CARD_VAULT_COUNTS, JSON.stringify({files, flaky}));
  }

  printsToStdio() {
    return false;
  }
}
