// Runs several test files in one process, one after the other: the sources are read, and the database engine is compiled, once.
//   node --import tsx tools/test-group.mjs FILE...
import {pathToFileURL} from 'node:url';

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
