import {resolve} from 'node:path';

/**
 * A reporter of Node's test runner that prints nothing but the counts of each file and the names of what failed there, as JSON.
 * `CARD_VAULT_FILES` names the files that the process runs, with line ends between. What was written elsewhere, such as in a
 * helper, is counted under all of them together.
 */
export default async function* counts(source) {
  const all = process.env.CARD_VAULT_FILES;
  const named = new Map(all.split('\n').map((file) => [resolve(file), file]));
  const files = {};
  for await (const {type, data} of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const {details, name, file} = data;
    const skipped = data.skip !== undefined || data.todo !== undefined;
    if (details?.type === 'suite' && !skipped) {
      // A suite fails with its tests, which are counted, or by itself: what it does before or after them failed.
      if (type === 'test:pass' || details.error?.failureType === 'subtestsFailed') continue;
    }
    const counted = (files[named.get(file) ?? all] ??= {passed: 0, failed: 0, skipped: 0, names: []});
    if (skipped) counted.skipped++;
    else if (type === 'test:pass') counted.passed++;
    else {
      counted.failed++;
      counted.names.push(name);
    }
  }
  yield JSON.stringify(files);
}
