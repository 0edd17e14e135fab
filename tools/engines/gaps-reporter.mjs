/** A web-test-runner reporter that prints which tests the engine cannot run, and why (test/support/needs.ts). */
export function gapsReporter() {
  const isGap = (line) => typeof line === 'string' && line.startsWith('gap: ');
  return {
    stop({sessions}) {
      const lines = [...sessions].flatMap(({logs = []}) => logs.map(([line]) => line)).filter(isGap);
      const gaps = [...new Set(lines)];
      console.log(`gaps: ${gaps.length}`);
      for (const gap of gaps) console.log(`  ${gap.slice('gap: '.length)}`);
    },
  };
}
