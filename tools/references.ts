// `npm run references` writes into the documents of rows which tests show each one, then counts the references in
// comments, test titles and documents, and lists those that lead nowhere. With `--check` it writes nothing.
import {readFileSync, writeFileSync} from 'node:fs';
import {references} from '../test/house/support/references.js';
import {allShown, documents, withFiles} from '../test/house/support/shown.js';

const shown = allShown();
for (const document of Object.keys(documents) as (keyof typeof documents)[]) {
  const path = documents[document];
  const text = readFileSync(path, 'utf8');
  const written = await withFiles(document, text, shown);
  if (written === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${path} differs from what the tests say: npm run references`);
    process.exitCode = 1;
  } else writeFileSync(path, written);
}

const all = references();
const dead = all.filter((reference) => reference.dead);
for (const {file, line, written, dead: why} of dead) console.error(`${file}:${line}  ${written}: ${why}`);
console.log(`${all.length} references, ${dead.length} lead nowhere`);
if (dead.length > 0) process.exitCode = 1;
