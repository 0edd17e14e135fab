// Shows that a promise holds, and prints its figure.
//   npm run prove                              what can be shown
//   npm run prove -- second-process overload   the short runs
//   npm run prove -- kill-under-load --bar     the full run
//   npm run prove -- all                       every proof, one after the other
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Proof, ProofResult} from '../../test/proofs/support/proof.js';
import {tests, type TestedPromise} from '../../test/proofs/support/tests.js';

const folder = 'test/proofs';
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
const names = [...files, ...Object.keys(tests)];

interface Named extends Proof {
  readonly name: string;
}

async function load(name: string): Promise<Named> {
  const tested = tests[name];
  if (tested) return {name, id: tested.id, title: tested.title, run: ({bar}) => runTest(tested, bar)};
  const module = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as Proof & {default?: Proof};
  const {id, title, run} = module.default ?? module;
  return {name, id, title, run};
}

/** Runs an ordinary test for itself. One that no longer has this title shows nothing. */
async function runTest({file, title, rounds}: TestedPromise, bar: boolean): Promise<ProofResult> {
  const named = process.env['CARD_VAULT_ROUNDS'] ?? rounds?.[bar ? 1 : 0];
  const pattern = `--test-name-pattern=/^${title.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}/`;
  const args = ['--import', 'tsx', '--test', '--test-reporter=tap', pattern, file];
  const env = {...process.env, ...(named !== undefined && {CARD_VAULT_ROUNDS: String(named)})};
  const child = spawn(process.execPath, args, {env, stdio: ['ignore', 'pipe', 'inherit']});
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const passed = Number(/^# pass (\d+)$/m.exec(said)?.[1] ?? 0);
  const wrong = code !== 0 ? said : passed === 0 ? `${file} has no test of this title` : undefined;
  return {
    lines: [`${file}: ${passed} passed${named === undefined ? '' : `, ${named} rounds`}`],
    violations: wrong === undefined ? [] : [wrong],
  };
}

/** Every proof, in the order of the ids: A1, A2 … A15, B1 … */
async function loadAll(): Promise<Named[]> {
  const proofs = await Promise.all(names.map(load));
  return proofs.sort((a, b) => a.id.localeCompare(b.id, 'en', {numeric: true}));
}

/** Those that are asked for, each by its name. */
async function find(asked: readonly string[]): Promise<Named[]> {
  if (asked.includes('all')) return loadAll();
  const unknown = asked.find((name) => !names.includes(name));
  if (unknown) {
    console.error(`There is no proof called ${unknown}. There are:\n${list(await loadAll())}`);
    process.exit(2);
  }
  return Promise.all(asked.map(load));
}

const list = (proofs: readonly Named[]) =>
  proofs.map(({name, id, title}) => `${id.padEnd(4)} ${name.padEnd(26)} ${title}`).join('\n');

async function show({name, id, title, run}: Named, bar: boolean): Promise<boolean> {
  console.log(`\n${name} (${id})  ${title}${bar ? '  (the full figure)' : ''}`);
  const started = performance.now();
  const {lines, violations} = await run({bar}).catch((error: unknown) => ({
    lines: [] as string[],
    violations: [
      `the proof itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    ],
  }));
  for (const line of lines) console.log(`  ${line}`);
  for (const violation of violations) console.log(`  ✗ ${violation}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${violations.length === 0 ? '✓' : '✗'} ${name} (${id}): ${violations.length} violations, ${seconds} s`,
  );
  return violations.length === 0;
}

const args = process.argv.slice(2);
const bar = args.includes('--bar');
const asked = args.filter((arg) => !arg.startsWith('--'));
const option = args.find((arg) => arg.startsWith('--') && arg !== '--bar');
if (option) {
  console.error(`There is no option ${option}; there is --bar.`);
  process.exit(2);
}
if (asked.length === 0) {
  console.log(list(await loadAll()));
  process.exit(0);
}
const broken: string[] = [];
const proofs = await find(asked);
for (const proof of proofs) if (!(await show(proof, bar))) broken.push(`${proof.name} (${proof.id})`);
console.log('');
for (const one of broken) console.log(`failed: ${one}`);
console.log(`${proofs.length - broken.length} passed, ${broken.length} failed`);
process.exit(broken.length === 0 ? 0 : 1);
