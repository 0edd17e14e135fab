// Writes docs/flow.md from the flow's tables; with --check only says whether the file is current.
import {readFile, writeFile} from 'node:fs/promises';
import {flowDocument} from './flow-document.js';

const file = new URL('../docs/flow.md', import.meta.url);
const current = flowDocument();

if (process.argv.includes('--check')) {
  const written = await readFile(file, 'utf8').catch(() => '');
  if (written !== current) {
    console.error('docs/flow.md is not what src/flow/transitions.ts says; run: npm run flow-diagram');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, current);
}
