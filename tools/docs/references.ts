// Counts the references in comments, test titles and documents, and lists those that lead nowhere:
// `node --import tsx tools/docs/references.ts`.
import {references} from '../../test/house/support/references.js';

const all = references();
const dead = all.filter((reference) => reference.dead);
for (const {file, line, written, dead: why} of dead) console.error(`${file}:${line}  ${written}: ${why}`);
console.log(`${all.length} references, ${dead.length} lead nowhere`);
process.exitCode = dead.length > 0 ? 1 : 0;
