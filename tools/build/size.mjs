// The size budget: what a page loads before a shopper can type, and what the first save loads after that.
import {readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {gzipSync} from 'node:zlib';

const chunk = (name) =>
  join(
    'dist/card-vault',
    readdirSync('dist/card-vault').find((file) => file.startsWith(`${name}-`)),
  );

const live = ['dist/card-vault.js', chunk('fields')];

/**
 * In bytes, gzip, and in files: a script that imports another costs a trip more. The form is drawn by the initial path. The
 * fields of a card come up by one part beside it, before the engine (flow, adapter) is asked for; a form with more than a card,
 * or one that the shop gives an adapter, brings them up by the engine. What only a click needs (device data, step-up, outcome)
 * is in none of them. Another language than English may take a tenth more.
 */
const budgets = [
  {name: 'initial path (element and Lit)', entries: ['dist/card-vault.js'], limit: 20_000, files: 1},
  {
    name: 'until the fields are live',
    entries: live,
    limit: 28_000,
    files: 2,
  },
  {
    name: 'until they are live in the language whose words weigh most',
    entries: [...live, chunk('catalogue'), heaviestLanguage()],
    limit: Math.floor(1.1 * weigh(live).size),
    files: 4,
  },
  {
    name: 'until they are live in a form with more than a card',
    entries: ['dist/card-vault.js', chunk('engine')],
    limit: 34_600,
    files: 3,
  },
];

/** A module and everything it imports statically; what it loads on demand is not part of the initial path. */
function withImports(file, seen) {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  for (const [, path] of code.matchAll(
    /(?:^|[;}\s])(?:import|export)\s*(?:[\w*{}\s,$]+\s*from\s*)?["'](\.[^"']+)["']/g,
  )) {
    withImports(join(dirname(file), path), seen);
  }
  return seen;
}

/** Bytes and files of entries and what they import. */
function weigh(entries) {
  const seen = new Set();
  for (const entry of entries) withImports(entry, seen);
  const size = [...seen].reduce((sum, file) => sum + gzipSync(readFileSync(file), {level: 9}).length, 0);
  return {size, files: seen.size};
}

/** The first screen of a language has a file named by its tag. */
function heaviestLanguage() {
  const ofLanguage = /^[a-z]{2}(-[A-Z]\w+)?-[\w-]{8}\.js$/;
  const files = readdirSync('dist/card-vault').filter((file) => ofLanguage.test(file));
  return files
    .map((file) => join('dist/card-vault', file))
    .sort((one, other) => weigh([other]).size - weigh([one]).size)[0];
}

/** Scripts that pages load beside the form's. They have no budget of their own. */
const besideForm = {
  'saved cards (card-vault-list)': 'dist/card-vault-list.js',
  'subscribe button (card-vault-subscribe)': chunk('subscribe-button'),
  'placed parts (card-vault-field, -button, -status)': 'dist/card-vault-parts.js',
};

let failed = false;
for (const {name, entries, limit, files: most} of budgets) {
  const {size, files} = weigh(entries);
  const within = size <= limit && files <= most;
  const verdict = within ? 'within' : 'OVER';
  console.log(
    `${name}: ${size} bytes gzip in ${files} file(s), ${verdict} the budget of ${limit} in ${most}`,
  );
  failed ||= !within;
}
const ofForm = new Set();
for (const entry of budgets.at(-1).entries) withImports(entry, ofForm);

/** What comes beside the live form: an entry or part with everything it imports that is not there already. */
function besides(entry) {
  const files = [...withImports(entry, new Set())].filter((file) => !ofForm.has(file));
  const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), {level: 9}).length, 0);
  return `${size} bytes gzip in ${files.length} file(s) beside the form's`;
}

for (const [name, entry] of Object.entries(besideForm)) console.log(`${name}: ${besides(entry)}`);
for (const file of readdirSync('dist/card-vault').filter((name) => name.endsWith('.js'))) {
  const part = join('dist/card-vault', file);
  if (!ofForm.has(part)) console.log(`  on demand: ${file.replace(/-.{8}\.js$/, '')}: ${besides(part)}`);
}
if (failed) process.exitCode = 1;
