// `npm run check`: every gate that needs no browser. Runs all of them, then says which failed.
import {spawnSync} from 'node:child_process';
import {join} from 'node:path';

const bin = (name) => join('node_modules', '.bin', name);
const gates = [
  ['format', bin('prettier'), ['--check', '--log-level=warn', '.']],
  ['lint', bin('eslint'), ['-c', 'test/house/eslint.config.mjs', '--max-warnings=0', 'src']],
  ['types', bin('tsc'), ['-p', 'tsconfig.json']],
  ['types of the tests', bin('tsc'), ['-p', 'test/tsconfig.json']],
  ['build', process.execPath, ['--import', 'tsx', 'tools/build.ts']],
  ['state diagram', process.execPath, ['--import', 'tsx', 'tools/flow-diagram.ts', '--check']],
  ['size budget', process.execPath, ['tools/size.mjs']],
  ['package', bin('publint'), ['--strict']],
  [
    'types of the package',
    bin('attw'),
    [
      '--pack',
      '.',
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      'custom-elements.json',
      'package.json',
      'card-vault.js',
      '--format',
      'ascii',
    ],
  ],
  ['lock file', process.execPath, ['tools/lock.mjs']],
];

const failed = [];
for (const [name, command, args] of gates) {
  const started = Date.now();
  const {status} = spawnSync(command, args, {stdio: 'inherit'});
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) failed.push(name);
}
if (failed.length) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
