// Runs every suite and closes with one plain line. `npm test -- unit server e2e` runs only the named ones.
import {spawn} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {join, resolve} from 'node:path';

const bin = (name) => join('node_modules', '.bin', name);
const counts = resolve('.cache/counts');
const nodeRooms = ['house', 'server', 'service'];

const suites = {
  unit: {title: 'page rooms, in Chromium', command: [bin('wtr')]},
  server: {
    title: 'server rooms, in Node',
    command: [
      process.execPath,
      '--import',
      'tsx',
      '--test',
      '--test-concurrency=3',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./tools/node-counts-reporter.mjs',
      `--test-reporter-destination=${join(counts, 'server.json')}`,
      ...nodeRooms.map((room) => `test/${room}/**/*.test.ts`),
      // What the fetch adapter promises, held against the real shop server and service.
      'test/adapter/real-service.contract.ts',
      // Signatures, held against those of node:crypto.
      'test/protocol/webhook-signature.node.ts',
    ],
  },
  e2e: {
    title: 'end to end, in Chromium',
    command: [bin('playwright'), 'test', '-c', 'test/e2e/playwright.config.ts'],
  },
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !(name in suites));
if (unknown) {
  console.error(`There is no suite called "${unknown}". There are: ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}

rmSync(counts, {recursive: true, force: true});
mkdirSync(counts, {recursive: true});
const total = {passed: 0, failed: 0, skipped: 0};

for (const [name, suite] of Object.entries(suites)) {
  if (named.length && !named.includes(name)) continue;
  console.log(`\n── ${suite.title}`);
  const file = join(counts, `${name}.json`);
  const code = await run(suite.command, file);
  const counted = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : {passed: 0, failed: 0, skipped: 0};
  // A runner that fails without naming a failed test has failed all the same.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  if (code === 0 && counted.passed === 0) counted.failed = 1;
  for (const key of Object.keys(total)) total[key] += counted[key];
}

console.log(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
);
process.exitCode = total.failed ? 1 : 0;

function run([command, ...args], file) {
  const expanded = args.flatMap((arg) => (arg.includes('**') ? testFiles(arg) : [arg]));
  return new Promise((done) => {
    const child = spawn(command, expanded, {
      stdio: 'inherit',
      env: {...process.env, CARD_VAULT_COUNTS: file},
    });
    child.on('close', (code) => done(code ?? 1));
  });
}

/** Node 20's test runner does not expand patterns itself. */
function testFiles(pattern) {
  const folder = pattern.slice(0, pattern.indexOf('/**'));
  if (!existsSync(folder)) return [];
  return readFiles(folder).filter((path) => path.endsWith('.test.ts'));
}

function readFiles(folder) {
  return readdirSync(folder, {withFileTypes: true}).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? readFiles(path) : [path];
  });
}
