// The lock file must name every platform's package of everything it locks, or `npm ci` fails on another system.
import {readFileSync} from 'node:fs';

const {packages} = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const present = new Set(Object.keys(packages).map((path) => path.split('node_modules/').pop()));
const incomplete = Object.entries(packages)
  .map(([path, {optionalDependencies = {}}]) => [
    path,
    Object.keys(optionalDependencies).filter((name) => !present.has(name)),
  ])
  .filter(([, missing]) => missing.length);

for (const [path, missing] of incomplete) console.error(`${path} lacks ${missing.join(', ')}`);
if (incomplete.length) process.exitCode = 1;
