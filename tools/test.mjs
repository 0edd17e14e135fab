// Runs every suite and closes with one plain line. `npm test -- unit server e2e` runs only the named ones.
// Where `CI` is set, a file of which a test failed is run once more, alone; what then passes is named before the last line.
import {join, resolve} from 'node:path';
import {inInstalledEngines} from './engines/suite.mjs';
import {
  closing,
  groupsOf,
  lookAgain,
  needsProcess,
  runCommand,
  runNodeFiles,
  testFiles,
  totalOf,
} from './test-run.mjs';

const bin = (name) => join('node_modules', '.bin', name);
const countsOf = (name) => resolve('.cache/counts', `${name}.json`);
const nodeRooms = ['house', 'server', 'service'];
/** Take longest, so they begin first. */
const long = [
  'test/service/postgres.test.ts',
  'test/service/postgres-more.test.ts',
  'test/service/microform/fields.test.ts',
];

const suites = {
  unit: {
    title: 'page rooms, in Chromium',
    run: () => runCommand([bin('wtr')], countsOf('unit')),
    again: (file) => runCommand([bin('wtr'), '--files', file], countsOf('unit-again')),
  },
  server: {
    title: 'server rooms, in Node',
    run: () => runNodeFiles(serverFiles(), {concurrency: 3}),
    again: (file) => runNodeFiles(file.split('\n'), {concurrency: 1}),
  },
  e2e: {
    title: 'end to end, in Chromium',
    run: () =>
      runCommand([bin('playwright'), 'test', '-c', 'test/e2e/playwright.config.ts'], countsOf('e2e')),
  },
  engines: {
    title: 'page rooms, in Firefox and WebKitGTK',
    run: () =>
      inInstalledEngines(() =>
        runCommand([bin('wtr'), '--config', 'web-test-runner.engines.config.mjs'], countsOf('engines')),
      ),
  },
  journeys: {
    title: 'journeys of a shopper, in three engines',
    run: () => runNodeFiles(testFiles('test/journeys'), {concurrency: 2}),
    again: (file) => runNodeFiles([file], {concurrency: 1}),
  },
};

const named = process.argv.slice(2);
const unknown = named.find((name) => !(name in suites));
if (unknown) {
  console.error(`There is no suite called "${unknown}". There are: ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}

const total = {files: {}, flaky: []};
for (const [name, {title, run, again}] of Object.entries(suites)) {
  if (named.length && !named.includes(name)) continue;
  console.log(`\n── ${title}`);
  const started = Date.now();
  const first = await run();
  const {files, flaky} = process.env.CI && again ? await lookAgain(first, again) : first;
  for (const [file, counts] of Object.entries(files)) total.files[`${name} ${file}`] = counts;
  total.flaky.push(...flaky);
  console.log(`── ${title}: ${Math.round((Date.now() - started) / 1000)} s`);
}
const {failed} = totalOf(total);
console.log(`\n${closing(totalOf(total), total.flaky)}`);
process.exitCode = failed ? 1 : 0;

function serverFiles() {
  const files = nodeRooms.flatMap((room) => testFiles(join('test', room)));
  const rest = files.filter((file) => !long.includes(file));
  const alone = rest.filter(needsProcess);
  const others = [
    ...rest.filter((file) => !alone.includes(file)),
    // What the fetch adapter promises, held against the real shop server and service.
    'test/adapter/real-service.contract.ts',
    // Signatures, held against those of node:crypto.
    'test/protocol/webhook-signature.node.ts',
  ];
  return [...long, ...alone, ...groupsOf(others, 6)];
}
