// Writes docs/flow.md, docs/subscriptions.md and docs/errors.md from the tables in the sources; with --check only says whether they are current.
import {readFile, writeFile} from 'node:fs/promises';
import {errorsDocument} from './errors-document.js';
import {flowDocument} from './flow-document.js';
import {subscriptionDocument} from './subscription-document.js';

const documents = {
  'flow.md': flowDocument(),
  'subscriptions.md': subscriptionDocument(),
  'errors.md': errorsDocument(),
};

for (const [name, current] of Object.entries(documents)) {
  const file = new URL(`../docs/${name}`, import.meta.url);
  if (process.argv.includes('--check')) {
    const written = await readFile(file, 'utf8').catch(() => '');
    if (written !== current) {
      console.error(`docs/${name} is not what the tables in the sources say; run: npm run flow-diagram`);
      process.exitCode = 1;
    }
  } else {
    await writeFile(file, current);
  }
}
