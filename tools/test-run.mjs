// What the runs of tests have in common: a process for each file of Node's, counts by file, and the second look at what failed.
import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

/**
 * @typedef {{passed: number, failed: number, skipped: number, names: string[]}} Counts of a file; the names of what failed
 * @typedef {{files: Record<string, Counts>, flaky: string[]}} Result of a run; `''` is the run itself
 */

/** More files than this do not fail by accident. */
const mostLookedAtAgain = 5;
const nodeReporter = fileURLToPath(new URL('node-counts-reporter.mjs', import.meta.url));

/**
 * Runs test files of Node's runner, each in a process of its own, some at a time, in the order given. What a file says is
 * printed when it has ended.
 *
 * @param {readonly string[]} files
 * @param {{node?: string, concurrency: number, reporter?: string, print?: (text: string) => void}} options
 * @returns {Promise<Result>}
 */
export async function runNodeFiles(files, options) {
  const {concurrency, print = (text) => process.stdout.write(text)} = options;
  const result = {files: {}, flaky: []};
  const waiting = [...files];
  const work = async () => {
    for (let file; (file = waiting.shift()) !== undefined;) {
      const {counts, output} = await runNodeFile(file, options);
      result.files[file] = counts;
      print(output);
    }
  };
  await Promise.all(Array.from({length: concurrency}, work));
  return result;
}

async function runNodeFile(file, {node = process.execPath, reporter = 'spec'}) {
  const folder = mkdtempSync(join(tmpdir(), 'card-vault-counts-'));
  const counts = join(folder, 'counts.json');
  const reporters = [
    ...[`--test-reporter=${reporter}`, '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${nodeReporter}`, `--test-reporter-destination=${counts}`],
  ];
  // A run of tests may itself be a test: a file must not take itself for a part of the outer one.
  const {NODE_TEST_CONTEXT: _, ...env} = process.env;
  const child = spawn(node, ['--import', 'tsx', ...reporters, resolve(file)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((ended) => child.once('close', ended));
  const result = {counts: judged(readCounts(counts), code, file), output};
  rmSync(folder, {recursive: true, force: true});
  return result;
}

function readCounts(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text === '' ? {passed: 0, failed: 0, skipped: 0, names: []} : JSON.parse(text);
}

/** A process that fails without naming a failed test has failed all the same, and so has one that ran none. */
function judged(counts, code, name) {
  const ran = counts.passed + counts.skipped > 0;
  if (counts.failed > 0 || (code === 0 && ran)) return counts;
  return {...counts, failed: 1, names: [`${name} ended with ${code} and no failed test`]};
}

/**
 * Runs a test runner that leaves a `Result` in the file that `CARD_VAULT_COUNTS` names.
 *
 * @param {readonly string[]} command
 * @param {string} file where the counts go
 * @returns {Promise<Result>}
 */
export async function runCommand([program, ...args], file) {
  rmSync(file, {force: true});
  mkdirSync(join(file, '..'), {recursive: true});
  const child = spawn(program, args, {stdio: 'inherit', env: {...process.env, CARD_VAULT_COUNTS: file}});
  const code = await new Promise((ended) => child.once('close', ended));
  const {files = {}, flaky = []} = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const all = judged(totalOf({files}), code, program);
  if (all.failed > 0 && totalOf({files}).failed === 0)
    files[''] = {passed: 0, failed: 1, skipped: 0, names: all.names};
  return {files, flaky};
}

/**
 * Runs each file of which a test failed once more, alone. One that passes then counts as it did the second time, and the result
 * names what had failed; one that fails again has failed.
 *
 * @param {Result} result
 * @param {(file: string) => Promise<Result>} again
 * @returns {Promise<Result>}
 */
export async function lookAgain(result, again) {
  const failed = Object.entries(result.files).filter(([, {failed}]) => failed > 0);
  if (failed.length > mostLookedAtAgain || failed.some(([file]) => file === '')) return result;
  const files = {...result.files};
  const flaky = [...result.flaky];
  for (const [file, {names}] of failed) {
    console.log(`\n── once more, alone: ${file}`);
    const second = totalOf(await again(file));
    if (second.failed > 0) continue;
    files[file] = second;
    flaky.push(...names.map((name) => `${name} (${file})`));
  }
  return {files, flaky};
}

/** @returns {Counts} of all files together */
export function totalOf({files}) {
  const total = {passed: 0, failed: 0, skipped: 0, names: []};
  for (const {passed, failed, skipped, names} of Object.values(files)) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.names.push(...names);
  }
  return total;
}

/** The closing lines: what had to be run twice, and last of all the counts. */
export function closing({passed, failed, skipped}, flaky) {
  const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
  return [...flaky.map((one) => `flaky: ${one}`), counts].join('\n');
}
