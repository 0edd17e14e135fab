// `npm run coverage`: how many branches of the element and the flow their tests run through, and where they do not.
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join, relative} from 'node:path';

const rooms = ['element', 'flow'];
/** Percent of branches, in each room. */
const goal = 85;
const shown = 12;

/** Runs the tests of these rooms, and says how that ended. */
function measure() {
  const files = [...rooms, 'react', 'vue'].flatMap((room) => ['--files', `test/${room}/**/*.test.{ts,tsx}`]);
  const runner = 'node_modules/@web/test-runner/dist/bin.js';
  const env = {...process.env, CARD_VAULT_COVERAGE: '1'};
  const args = [runner, '--config', 'web-test-runner.config.mjs', ...files];
  return spawnSync(process.execPath, args, {stdio: 'inherit', env}).status;
}

const status = measure();

const summary = JSON.parse(readFileSync('.cache/coverage/coverage-summary.json', 'utf8'));
const measured = Object.entries(summary)
  .filter(([path]) => path !== 'total')
  .map(([path, {branches}]) => ({path: relative('', path).replaceAll('\\', '/'), ...branches}));
let failed = status !== 0;
for (const room of rooms) {
  const own = measured.filter(({path}) => path.startsWith(join('src', room, '/')));
  const [covered, total] = ['covered', 'total'].map((key) => own.reduce((sum, file) => sum + file[key], 0));
  const percent = (100 * covered) / total;
  const verdict = percent >= goal ? 'at least' : 'BELOW';
  console.log(`src/${room}: ${covered} of ${total} branches, ${percent.toFixed(1)} %, ${verdict} ${goal} %`);
  failed ||= !(percent >= goal);
}
const missing = measured.map((file) => ({...file, missed: file.total - file.covered}));
for (const {path, missed} of missing.sort((a, b) => b.missed - a.missed).slice(0, shown))
  if (missed > 0) console.log(`  ${missed} not run in ${path}`);
if (failed) process.exitCode = 1;
