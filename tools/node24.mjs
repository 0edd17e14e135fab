// The tests of the server rooms on Node 24, whatever Node runs the rest (npm run test:node24).
//   CARD_VAULT_NODE24=/path/to/node   which Node to take; otherwise one comes from the package registry
// What needs a browser or PostgreSQL, or tries things at random, has been shown by `npm test` already. Where no Node 24 can be
// had it says so: skipped.
import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {groupsOf, lookAgain, needsProcess, runNodeFiles, testFiles, totalOf} from './test-run.mjs';

const version = '24.21.0';
const rooms = ['test/server', 'test/cli', 'service/test'];
/** Text of test files that are left out. */
const elsewhere =
  /from 'playwright'|axe-core|\/browser\.js'|fields-harness|sharedCluster|on-postgres|testOnPostgres|from 'fast-check'/;

const node = process.env.CARD_VAULT_NODE24 ?? fromRegistry();
if (node === undefined) {
  console.log(`Node 24: skipped, no Node ${version} for ${process.platform}-${process.arch} could be had.`);
  process.exit(0);
}
const named = spawnSync(node, ['--version'], {encoding: 'utf8'}).stdout?.trim() ?? '';
if (!/^v(2[4-9]|[3-9]\d)\./.test(named)) {
  console.error(`${node} is ${named || 'no Node'}, not Node 24.`);
  process.exit(2);
}
const files = rooms.flatMap(testFiles).filter((file) => !elsewhere.test(readFileSync(file, 'utf8')));
const started = Date.now();
const run = (entries) => runNodeFiles(entries, {node, concurrency: 2, reporter: 'dot'});
const alone = files.filter(needsProcess);
const together = files.filter((file) => !alone.includes(file));
const first = await run([...alone, ...groupsOf(together, 6)]);
const {flaky, ...result} = process.env.CI ? await lookAgain(first, (file) => run(file.split('\n'))) : first;
const {passed, failed, names: what} = totalOf(result);
const seconds = Math.round((Date.now() - started) / 1000);
for (const name of what) console.log(`failed: ${name}`);
for (const name of flaky) console.log(`flaky: ${name}`);
console.log(
  `\nNode ${named.slice(1)}, ${rooms.join(' and ')}: ${passed} passed, ${failed} failed (${seconds} s)`,
);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** Node's own releases are in the registry, a package for each system. */
function fromRegistry() {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const wanted = `--package=node-${system}-${process.arch}@${version}`;
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const {status, stdout} = spawnSync(npm, ['exec', '--yes', wanted, '--', 'node', '-p', 'process.execPath'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 120_000,
  });
  const path = stdout?.trim().split('\n').at(-1);
  return status === 0 && path && existsSync(path) ? path : undefined;
}
