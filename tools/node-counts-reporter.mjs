/** A reporter of Node's test runner that prints nothing but the counts, as JSON, for `tools/test.mjs`. */
export default async function* counts(source) {
  const counted = {passed: 0, failed: 0, skipped: 0};
  for await (const {type, data} of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') continue;
    if (data.skip !== undefined || data.todo !== undefined) counted.skipped++;
    else counted[type === 'test:pass' ? 'passed' : 'failed']++;
  }
  yield JSON.stringify(counted);
}
