// `npm run check`: every gate that is no test. Runs all of them, two at a time, then says which failed.
import {spawn} from 'node:child_process';
import {join} from 'node:path';

const bin = (name) => join('node_modules', '.bin', name);
const attw = (folder) => ['--pack', folder, '--profile', 'esm-only', '--format', 'ascii'];
const data = ['custom-elements.json', 'web-types.json', 'vscode.html-custom-data.json', 'integrity.json'];
const entries = [...data, 'first-paint.css', 'package.json'];

/** Two rows that take about as long as each other; the gates of a row run one after the other. */
const rows = [
  [
    // The build writes the types of the package, and refuses to where the sources' types do not hold.
    ['build and types', process.execPath, ['--import', 'tsx', 'tools/build/build.ts']],
    ['generated files', process.execPath, ['--import', 'tsx', 'tools/docs/docs.ts', '--check']],
    ['public names', process.execPath, ['--import', 'tsx', 'tools/build/surface.ts', '--check']],
    ['reproducible bytes', process.execPath, ['tools/build/reproducible.mjs', '--built']],
    ['size budget', process.execPath, ['tools/build/size.mjs']],
    ['package', bin('publint'), ['--strict']],
    ['types of the package', bin('attw'), [...attw('.'), '--exclude-entrypoints', ...entries]],
    ['package of the service', bin('publint'), ['--strict', 'service']],
    ['types of the service', bin('attw'), [...attw('service'), '--exclude-entrypoints', 'package.json']],
    ['format', bin('prettier'), ['--check', '--log-level=warn', '.']],
  ],
  [
    ['lint', bin('eslint'), ['-c', 'test/house/eslint.config.mjs', '--max-warnings=0', '.']],
    ['types of the tests', bin('tsc'), ['-p', 'test/tsconfig.json']],
    ['lock file', process.execPath, ['tools/build/lock.mjs']],
  ],
];

const failed = [];
await Promise.all(
  rows.map(async (row) => {
    for (const gate of row) await pass(gate);
  }),
);
if (failed.length) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** What a gate says is printed when it has ended: two speak at a time. */
async function pass([name, command, args]) {
  const started = Date.now();
  const child = spawn(command, args, {stdio: ['ignore', 'pipe', 'pipe']});
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((ended) => child.once('close', ended));
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${said}${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
  if (code !== 0) failed.push(name);
}
