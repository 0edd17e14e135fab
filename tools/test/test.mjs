// Runs the suites without what CONTRIBUTING ("What npm test leaves out") calls further, or the suites or files that are named,
// and closes with one plain line: N passed, N failed.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {join, relative, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {parseArgs} from 'node:util';
import {compile} from './compile.mjs';
import {lacksDeployment, lacksEngines} from './engines/found.mjs';
import {sharedPages} from './pages.mjs';
import {lacksNode24, lacksRuntimes} from './runtimes.mjs';

const wtr = (config) => ['node_modules/@web/test-runner/dist/bin.js', '--config', config, '--files'];
const playwright = (config) => ['node_modules/@playwright/test/cli.js', 'test', '-c', config];
const report = (one) => [`--test-reporter=${one}`, '--test-reporter-destination=stdout'];
const reporters = ['spec', import.meta.resolve('./counts-reporter.mjs')].flatMap(report);
/** Optimising the database engine's code takes two seconds of each process, which few of them win back. */
const node = ['--liftoff-only', ...reporters];
const asImported = ['--import', import.meta.resolve('tsx')];
const pageRooms =
  /^test\/(protocol|flow|adapter|gateways|element|inspector|react|vue|testing)\/.*\.test\.tsx?$/;
const nodeRooms = /^(test\/(house|server|cli|recorded)|service\/test)\/.*\.test\.ts$|\.(node|contract)\.ts$/;
/** A suite: its files, their runner; one that is run only by name also has a function that says what it lacks here. */
const suites = {
  server: [nodeRooms, node],
  unit: [pageRooms, wtr('web-test-runner.config.mjs')],
  e2e: [/^test\/e2e\/.*\.spec\.ts$/, playwright('test/e2e/playwright.config.ts')],
  engines: [pageRooms, wtr('tools/test/engines/config.mjs'), lacksEngines],
  'engine-journeys': [
    /^test\/journeys\/(chromium|firefox|firefox-tree|site-\w+|strangers-\w+|webkit|rough-\w+)\.test\.ts$/,
    node,
    lacksEngines,
  ],
  production: [/^test\/production\/.*\.test\.ts$/, node, lacksDeployment],
  runtimes: [/^test\/runtimes\/.*\.test\.ts$/, node, lacksRuntimes],
  stacks: [/^test\/stacks\/.*\.test\.ts$/, node, lacksNode24],
};
const longest =
  /(postgres|postgres-more|reseal)\.test|microform\/fields\.test|payments-faults(-recorded)?\.test/;
const house = /^test\/house\//;
const textOf = (file) => readFileSync(file, 'utf8');
/** A file with this line is left to `npm run test:all`; the line names what covers it until then. */
const isFurther = (file) => /^\/\/ Further: /m.test(textOf(file));
/** The tests of this suite that `npm test` runs have a tag in their titles: an end-to-end test takes seconds. */
const smoke = {e2e: '@smoke'};
const drivesBrowser = /'playwright'|\/browser\.js'/;
/** Files with a browser, with processes, or without a suite of their own have a process of their own. */
const alone =
  /'playwright'|\/browser\.js'|fields-harness|process\.js'|worker_threads|(contract|journeys|site|strangers|runner|broken-shop|lossy-orders|key-change)\.js'/;
const {values, positionals} = parseArgs({
  allowPositionals: true,
  // A process has failed after `limit` seconds. `node` is the major version of Node that this has to be.
  // `further` takes what a run without names leaves out.
  options: {
    watch: {type: 'boolean'},
    further: {type: 'boolean', default: false},
    limit: {type: 'string', default: '2400'},
    node: {type: 'string'},
  },
});
const refuse = (sentence) => (console.error(sentence), process.exit(2));
const every = ['test', 'service/test'].filter(existsSync).flatMap((folder) =>
  readdirSync(folder, {recursive: true})
    .map((path) => join(folder, path).replaceAll('\\', '/'))
    .filter((path) => /\.(test|spec|node|contract)\.tsx?$/.test(path) && !path.includes('node_modules')),
);
/** Whether a run without names takes a file, or some of its tests. */
const isTaken = (name, file) =>
  smoke[name] ? values.further || /@smoke|smokeIf\(/.test(textOf(file)) : isFurther(file) === values.further;
/** What differs between two versions of Node: its own servers, sockets, streams, hashes, threads and databases. */
const ofNode =
  /'node:(http2?|https|net|tls|stream|crypto|zlib|worker_threads|child_process|sqlite)|process\.js'|stores?\.js'/;
/** What a page does in a browser, what the repository's documents say, and further files are not tried on a second Node. */
const isForNode = (file) => {
  const text = textOf(file);
  return (
    !house.test(file) && ofNode.test(text) && !drivesBrowser.test(text) && isFurther(file) === values.further
  );
};
const suiteOf = (file) => Object.keys(suites).find((name) => suites[name][0].test(file));
const named = positionals.map((one) => one.replace(/^\.\//, ''));
const files = named.filter((one) => !Object.hasOwn(suites, one));
const lost = (files.length ? files : every).find((file) => !every.includes(file) || !suiteOf(file));
if (lost) refuse(`${lost} is neither a suite nor a file of one. Suites: ${Object.keys(suites).join(', ')}.`);
if (!process.version.startsWith(`v${values.node ?? ''}`)) refuse(`This is Node ${process.version}.`);
const total = {passed: [], skipped: [], failed: []};
/** What one run leaves for itself: beside another in the same clone, neither takes the other's. */
const ownFolder = `.cache/runs/${process.pid}`;
mkdirSync(ownFolder, {recursive: true});
process.once('exit', () => rmSync(ownFolder, {recursive: true, force: true}));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const running = [];
for (const [name, [pattern, runner, missing]] of Object.entries(suites)) {
  const isWhole = named.length ? named.includes(name) : !missing;
  const isNamed = (file) => files.includes(file) && suiteOf(file) === name;
  const isTried = (file) =>
    pattern.test(file) && (values.node ? isForNode(file) : named.length > 0 || isTaken(name, file));
  const own = every.filter(isWhole ? isTried : isNamed);
  if (own.length === 0) continue;
  console.log(`\n── ${name} (Node ${process.version})`);
  const lacks = missing?.();
  if (lacks) total[process.env.CI ? 'failed' : 'skipped'].push(`${name}: ${lacks}`);
  else running.push(runSuite(name, runner, own));
  // A browser's suite leaves a third of two cores idle, which the server's processes take.
  if (name !== 'server') await running.at(-1);
}
await Promise.all(running);
const left =
  named.length || values.further
    ? 0
    : every.filter((file) => !suites[suiteOf(file)][2] && !smoke[suiteOf(file)] && isFurther(file)).length;
if (left) console.log(`${left} further files, and journeys without @smoke, are run by: npm run test:all`);
for (const outcome of ['skipped', 'failed'])
  for (const one of total[outcome]) console.log(`${outcome}: ${one}`);
const [passed, skipped, failed] = Object.values(total).map(({length}) => length);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed || !passed ? 1 : 0;

/**
 * The files of Node's runner share a process for each worker, unless they are named: a process takes three seconds of processor time
 * until a service answers quickly in it. Those of the house share one, and with it the sources that they parse. Another runner takes
 * all files at once.
 */
async function runSuite(name, runner, own) {
  const started = Date.now();
  const compiled = runner === node && !values.watch ? await compile(own, `${ownFolder}/${name}`) : new Map();
  const isAlone = (file) => longest.test(file) || alone.test(textOf(file));
  const single = own.filter((file) => files.includes(file) || isAlone(file));
  const rest = own.filter((file) => !single.includes(file));
  const workers = Math.min(4, availableParallelism() + 1);
  const shared = [
    [workers, rest.filter((file) => compiled.has(file) && !house.test(file))],
    [1, rest.filter((file) => compiled.has(file) && house.test(file))],
    [1, rest.filter((file) => !compiled.has(file))],
  ].flatMap(([parts, some]) =>
    Array.from({length: parts}, (_, index) => some.filter((_, at) => at % parts === index)),
  );
  // The shortest come last, so that all workers end at about the same time.
  const [long, short] = [true, false].map((isLong) => single.filter((file) => longest.test(file) === isLong));
  const each = (some) => some.map((file) => [file]);
  const jobs =
    runner === node ? [...each(long), ...shared, ...each(short)].filter(({length}) => length > 0) : [own];
  const isOnly = jobs.length === 1;
  const work = async (_, worker) => {
    for (let job; (job = jobs.shift());)
      await run(runner, job, {compiled, place: `${ownFolder}/${name}-${worker}`, isOnly, tag: smoke[name]});
  };
  await Promise.all(Array.from({length: workers}, work));
  console.log(`── ${name}: ${Math.round((Date.now() - started) / 1000)} s\n`);
}

/** One process of a runner, not a part of an outer run. One that leaves no results has failed, also with code 0. */
async function run(runner, job, {compiled, place, isOnly, tag}) {
  const env = {...process.env, NODE_TEST_CONTEXT: undefined, CARD_VAULT_COUNTS: resolve(place)};
  rmSync(place, {force: true});
  const isShared = pageRooms.test(job[0]) && files.length === 0 && !values.watch;
  const taken = isShared ? sharedPages(job, ownFolder) : job.map((file) => compiled.get(file) ?? file);
  writeFileSync(`${place}.mjs`, taken.map((file) => `await import('${pathToFileURL(file)}');`).join('\n'));
  const how = runner === node ? (compiled.has(job[0]) ? ['--enable-source-maps'] : asImported) : [];
  const args = [...how, ...runner, ...(runner === node && job.length > 1 ? [`${place}.mjs`] : taken)];
  const isTagged = tag && named.length === 0;
  if (isTagged) args.push(values.further ? '--grep-invert' : '--grep', tag);
  if (values.watch) args.splice(runner === node ? 0 : args.length, 0, '--watch');
  const said = isOnly ? 'inherit' : openSync(`${place}.log`, 'w');
  const child = spawn(process.execPath, args, {stdio: ['inherit', said, said], env});
  let isLate = false;
  // The first signal lets its reporter leave what has run, and what is still running.
  const timers = ['SIGTERM', 'SIGKILL'].map((signal, index) =>
    setTimeout(() => (isLate = child.kill(signal)), (Number(values.limit) + 5 * index) * 1000),
  );
  if (values.watch) timers.forEach(clearTimeout);
  const [code, signal] = await once(child, 'exit');
  timers.forEach(clearTimeout);
  const end = isLate ? `did not end in ${values.limit} s` : `ended with ${code ?? signal}`;
  if (!isOnly) process.stdout.write(readFileSync(`${place}.log`));
  const results = existsSync(place) ? JSON.parse(readFileSync(place, 'utf8')) : [];
  for (const [outcome, file, name] of results) total[outcome]?.push(`${relative('', file ?? '')}: ${name}`);
  // A file may have all of its tests in the run with the tag, or in the other one.
  const isAny = job.length === 1 || isTagged;
  const ran = (file) => results.some(([, path]) => isAny || path === resolve(file));
  total.failed.push(...job.filter((file) => !ran(file)).map((file) => `${file}: ran no test`));
  const hasFailed = results.some(([outcome]) => outcome === 'failed');
  if (isLate || (code !== 0 && !hasFailed))
    total.failed.push(`${job.join(' ')}: ${end}${hasFailed ? '' : ', and no test failed'}`);
}
