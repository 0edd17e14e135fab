// Shows that a promise holds, and prints its figure.
//   npm run prove                  what can be shown
//   npm run prove -- A2 A3         the slices that every landing runs
//   npm run prove -- A2 --bar      the full figure
//   npm run prove -- all           every proof, one after the other
import {readdirSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {join} from 'node:path';
import type {Proof} from '../bench/prove.js';

const folder = 'bench/prove';
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort((a, b) => a.localeCompare(b, 'en', {numeric: true}));

async function load(id: string): Promise<Proof> {
  const module = (await import(pathToFileURL(join(folder, `${id}.ts`)).href)) as Proof & {default?: Proof};
  return module.default ?? module;
}

async function show(id: string, bar: boolean): Promise<boolean> {
  const proof = await load(id);
  console.log(`\n${proof.id}  ${proof.title}${bar ? '  (the full figure)' : ''}`);
  const started = performance.now();
  const {lines, violations} = await proof.run({bar}).catch((error: unknown) => ({
    lines: [] as string[],
    violations: [
      `the proof itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    ],
  }));
  for (const line of lines) console.log(`  ${line}`);
  for (const violation of violations) console.log(`  ✗ ${violation}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${violations.length === 0 ? '✓' : '✗'} ${proof.id}: ${violations.length} violations, ${seconds} s`,
  );
  return violations.length === 0;
}

const args = process.argv.slice(2);
const bar = args.includes('--bar');
const named = args.filter((arg) => !arg.startsWith('--'));
const option = args.find((arg) => arg.startsWith('--') && arg !== '--bar');
if (option) {
  console.error(`There is no option ${option}; there is --bar.`);
  process.exit(2);
}
if (named.length === 0) {
  for (const id of known) {
    const {title} = await load(id);
    console.log(`${id.padEnd(4)} ${title}`);
  }
  process.exit(0);
}
const asked = named.includes('all') ? known : named.map((id) => id.toUpperCase());
const unknown = asked.find((id) => !known.includes(id));
if (unknown) {
  console.error(`There is no proof called ${unknown}. There are: ${known.join(', ')}.`);
  process.exit(2);
}
let proven = true;
for (const id of asked) proven = (await show(id, bar)) && proven;
process.exit(proven ? 0 : 1);
