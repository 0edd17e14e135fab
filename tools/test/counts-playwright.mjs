import {leave, named} from './counts-reporter.mjs';
export default class PlaywrightReporter {
  #results = [];
  onError = ({message}) => this.#results.push(['failed', 'the run', message]);
  onEnd = () => leave(this.#results);
  onTestEnd = (test, {error}) => {
    const outcome = {expected: 'passed', skipped: 'skipped'}[test.outcome()] ?? 'failed';
    this.#results.push([outcome, test.location.file, named(test.titlePath().slice(3).join(' › '), error)]);
  };
}
