import {writeFileSync} from 'node:fs';

/** A Playwright reporter that leaves the counts in a file for `tools/test.mjs`. */
export default class CountsReporter {
  #suite;
  #errors = 0;

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  onError() {
    this.#errors++;
  }

  onEnd() {
    const counts = {passed: 0, failed: this.#errors, skipped: 0};
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome();
      counts[outcome === 'skipped' ? 'skipped' : outcome === 'unexpected' ? 'failed' : 'passed']++;
    }
    if (process.env.CARD_VAULT_COUNTS) writeFileSync(process.env.CARD_VAULT_COUNTS, JSON.stringify(counts));
  }

  printsToStdio() {
    return false;
  }
}
