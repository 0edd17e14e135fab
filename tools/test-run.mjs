// What the runs of tests have in common: a process for each file of Node's, counts by file, and the second look at what failed.
import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

/**
 * @typedef {{passed: number, failed: number, skipped: number, names: string[]}} Counts of a file; the names of what failed
 * @typedef {{files: Record<string, Counts>, flaky: string[]}} Result of a run; `''` is the run itself
 */

/** Longer than any file takes on a busy machine. */
const patienceMs = 420_000;
/** More files than this do not fail by accident. */
const mostLookedAtAgain = 5;
const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Runs test files of Node's runner: each in a process of its own, or, where a list is given, those of the list together in one.
 * Some processes at a time, in the order given. What one says is printed when it has ended. One that does not end is ended after
 * `limitMs` and has failed.
 *
 * @param {readonly (string | readonly string[])[]} entries
 * @param {{node?: string, concurrency: number, reporter?: string, limitMs?: number, print?: (text: string) => void}} options
 * @returns {Promise<Result>} what cannot be told of one file of a list stands under all its files, with line ends between
 */
export async function runNodeFiles(entries, options) {
  const {concurrency, print = (text) => process.stdout.write(text)} = options;
  const found = [];
  const waiting = [...entries.entries()];
  const work = async () => {
    for (let next; (next = waiting.shift()) !== undefined;) {
      const [index, entry] = next;
      const {files, output} = await runProcess([entry].flat(), options);
      found[index] = files;
      print(output);
    }
  };
  await Promise.all(Array.from({length: concurrency}, work));
  return {files: Object.assign({}, ...found), flaky: []};
}

async function runProcess(files, {node = process.execPath, reporter = 'spec', limitMs = patienceMs}) {
  const folder = mkdtempSync(join(tmpdir(), 'card-vault-counts-'));
  const counts = join(folder, 'counts.json');
  const reporters = [
    ...[`--test-reporter=${reporter}`, '--test-reporter-destination=stdout'],
    ...[`--test-reporter=${beside('node-counts-reporter.mjs')}`, `--test-reporter-destination=${counts}`],
  ];
  const script = files.length === 1 ? [resolve(files[0])] : [beside('test-group.mjs'), ...files];
  // A run of tests may itself be a test: a file must not take itself for a part of the outer one.
  const {NODE_TEST_CONTEXT: _, ...env} = process.env;
  const child = spawn(node, ['--import', 'tsx', ...reporters, ...script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {...env, CARD_VAULT_FILES: files.join('\n')},
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  let isOver = false;
  const limit = setTimeout(() => (isOver = child.kill('SIGKILL')), limitMs);
  const code = await new Promise((ended) => child.once('close', ended));
  clearTimeout(limit);
  const text = existsSync(counts) ? readFileSync(counts, 'utf8') : '';
  rmSync(folder, {recursive: true, force: true});
  const found = text === '' ? {} : JSON.parse(text);
  const why = isOver ? `did not end in ${limitMs / 1000} s` : undefined;
  return {files: judged(found, code, files, why), output};
}

/** A process that fails without naming a failed test has failed all the same, and so has a file of which no test ran. */
function judged(found, code, names, why = `ended with ${code} and no failed test`) {
  const all = names.join('\n');
  const failure = (name) => ({passed: 0, failed: 1, skipped: 0, names: [name]});
  if (code !== 0 && totalOf({files: found}).failed === 0) return {[all]: failure(why)};
  if (found[all]) return found;
  const silent = names.filter((name) => !found[name]);
  return {...found, ...Object.fromEntries(silent.map((name) => [name, failure('ran no test')]))};
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
  return {files: judged(files, code, Object.keys(files).length ? [] : ['']), flaky};
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
    const title = file.replaceAll('\n', ' ');
    console.log(`\n── once more, alone: ${title}`);
    const second = totalOf(await again(file));
    if (second.failed > 0) continue;
    files[file] = second;
    flaky.push(...names.map((name) => `${name} (${title})`));
  }
  return {files, flaky};
}

/**
 * Files of which each needs little are run together, `size` at most: the next one of a list goes to the next group.
 *
 * @param {readonly string[]} files
 * @returns {string[][]}
 */
export function groupsOf(files, size) {
  const count = Math.ceil(files.length / size);
  return Array.from({length: count}, (_, index) => files.filter((_, at) => at % count === index));
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

/** Whether a test file is not run together with others: one with a browser or processes takes long enough by itself. */
export function needsProcess(file) {
  return /from 'playwright'|\/browser\.js'|fields-harness|\/rows\.js'|process\.js'|worker_threads|node:child_process/.test(
    readFileSync(file, 'utf8'),
  );
}

/** Test files below a folder. */
export function testFiles(folder) {
  return readdirSync(folder, {withFileTypes: true}).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return testFiles(path);
    return path.endsWith('.test.ts') ? [path] : [];
  });
}
