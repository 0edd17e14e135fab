/** A reporter of Node's test runner that prints nothing but the counts and the names of what failed, as JSON. */
export default async function* counts(source) {
  const counted = {passed: 0, failed: 0, skipped: 0, names: []};
  for await (const {type, data} of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const {details, name} = data;
    if (details?.type === 'suite') {
      // A suite fails with its tests, which are counted, or by itself: what it does before or after them failed.
      if (type === 'test:pass' || details.error?.failureType === 'subtestsFailed') continue;
    }
    if (data.skip !== undefined || data.todo !== undefined) counted.skipped++;
    else if (type === 'test:pass') counted.passed++;
    else {
      counted.failed++;
      counted.names.push(name);
    }
  }
  yield JSON.stringify(counted);
}
