// Writes docs/requests.md from a save in Chromium; with --check only says whether it is current.
import {readFile, writeFile} from 'node:fs/promises';
import {saveAtRecorded} from './recorded-save.js';
import {ofTheProduct, requestsDocument} from './requests-document.js';

const file = new URL('../docs/requests.md', import.meta.url);
const current = requestsDocument(await saveAtRecorded());
if (process.argv.includes('--check')) {
  const written = await readFile(file, 'utf8').catch(() => '');
  if (ofTheProduct(written) !== ofTheProduct(current)) {
    console.error('docs/requests.md is not what a save sends; run: npm run recorded-requests');
    process.exitCode = 1;
  }
} else {
  await writeFile(file, current);
}
