/** A web-test-runner reporter that prints which tests an engine cannot run, and why (test/support/needs.ts). */
export function gapsReporter() {
  const gapsOf = ({browser, logs = []}) =>
    logs
      .map(([line]) => line)
      .filter((line) => typeof line === 'string' && line.startsWith('gap: '))
      .map((line) => `  ${browser.name}, ${line.slice('gap: '.length)}`);
  return {
    stop({sessions}) {
      const gaps = [...new Set([...sessions].flatMap(gapsOf))];
      console.log([`gaps: ${gaps.length}`, ...gaps].join('\n'));
    },
  };
}
