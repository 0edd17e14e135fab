// Makes templates/ of the shops in examples/, with what a shop of its own needs besides: its packages and how it is started.
import {cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {join} from 'node:path';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const readJson = (name) => JSON.parse(readFileSync(path(name), 'utf8'));

const own = new Set(['card-vault', 'card-vault-service']);
const known = {
  ...readJson('../service/package.json').dependencies,
  ...readJson('../package.json').devDependencies,
};
/** What no shop is made of. */
const isLeftOut = (file) => /(^|[\\/])(node_modules|dist|\.\w+|README\.md|package-lock\.json)$/.test(file);

/** How a shop of one file is started. `node_modules` has the script of the page for a shop that has no kit. */
const single = {
  'shop.mjs': {language: 'JavaScript', start: 'node shop.mjs'},
  'shop.php': {
    language: 'PHP',
    start: 'CARD_VAULT_ASSETS=node_modules/card-vault/dist php -S localhost:3000 shop.php',
  },
  'shop.py': {language: 'Python', start: 'CARD_VAULT_ASSETS=node_modules/card-vault/dist python3 shop.py'},
};

/** The manifest of a shop that has none: the packages that its file imports, at the versions that it is tested with. */
function manifestOf(folder, file) {
  const text = readFileSync(join(folder, file), 'utf8');
  const imports = file.endsWith('.mjs') ? [...text.matchAll(/from '((?:@[^/']+\/)?[^/'.:]+)(?=['/])/g)] : [];
  const dependencies = {'card-vault': ''};
  for (const [, name] of imports) {
    if (own.has(name)) continue;
    if (!known[name]) throw new Error(`${folder}/${file} imports ${name}, which no manifest here names.`);
    dependencies[name] = known[name];
  }
  return {type: 'module', dependencies, devDependencies: {'card-vault-service': ''}};
}

rmSync(path('templates'), {recursive: true, force: true});
const stacks = [];
for (const name of readdirSync(path('../examples')).sort()) {
  const from = path(`../examples/${name}`);
  const to = path(`templates/${name}`);
  const files = readdirSync(from);
  const file = Object.keys(single).find((one) => files.includes(one));
  const hasManifest = existsSync(join(from, 'package.json'));
  if (!file && !hasManifest) continue;
  cpSync(from, to, {recursive: true, filter: (source) => source === from || !isLeftOut(source)});
  const manifest = hasManifest
    ? JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
    : manifestOf(from, file);
  const starts = file
    ? [single[file].start]
    : ['server', 'dev'].filter((script) => manifest.scripts?.[script]).map((script) => `npm run ${script}`);
  const shop = `card-vault-service ${starts.map((start) => `--run "${start}"`).join(' ')}`;
  // npm packs no file of this name as it is.
  rmSync(join(to, 'package.json'), {force: true});
  writeFileSync(
    join(to, 'template.json'),
    JSON.stringify({...manifest, scripts: {shop, ...manifest.scripts}}, null, 2) + '\n',
  );
  const [, address] =
    /<(http:\/\/localhost:3000[^>]*)> then/.exec(readFileSync(join(from, 'README.md'), 'utf8')) ?? [];
  if (!address) throw new Error(`${from}/README.md does not say where the shop is.`);
  stacks.push({name, language: file ? single[file].language : 'TypeScript', address});
}
writeFileSync(path('templates/stacks.json'), JSON.stringify(stacks, null, 2) + '\n');
