// An engine that is missing is a failed test in CI, and a sentence on a laptop.
import {engines, missing, programsOf} from './found.mjs';

/**
 * Runs something in the engines that are here.
 *
 * @param {() => Promise<import('../test-run.mjs').Result>} run
 */
export async function inInstalledEngines(run) {
  const names = Object.keys(engines);
  const absent = names.filter((name) => !programsOf(name)).map(missing);
  const {files, flaky} = absent.length === names.length ? {files: {}, flaky: []} : await run();
  for (const sentence of absent) {
    console.log(`── ${sentence}`);
    if (process.env.CI) files[sentence] = {passed: 0, failed: 1, skipped: 0, names: [sentence]};
  }
  return {files, flaky};
}
