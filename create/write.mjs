import {cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {basename, join, relative, resolve, sep} from 'node:path';
import {fileURLToPath} from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const {version} = JSON.parse(readFileSync(path('package.json'), 'utf8'));

/** The stacks that a shop can be written on: `{name, language, address}`. */
export const stacks = JSON.parse(readFileSync(path('templates/stacks.json'), 'utf8'));

/** Why a shop cannot be written into a folder; nothing where it can. */
export const problemOf = (folder) =>
  existsSync(folder) && readdirSync(folder).some((name) => name !== '.git')
    ? `${folder} is not empty. Choose a folder that is new.`
    : undefined;

/** Where a package comes from: the registry, or a file of `npm pack` in a folder, named as the shop sees it. */
function sourceOf(name, folder, packages) {
  if (packages === undefined) return `^${version}`;
  const file = resolve(packages, `${name}-${version}.tgz`);
  if (!existsSync(file)) throw new Error(`${file} is not there. Make it with npm pack.`);
  return `file:${relative(folder, file).split(sep).join('/')}`;
}

/**
 * Writes a shop into a new folder.
 *
 * @param {{folder: string, stack: string, packages?: string}} shop `packages` is a folder with files of `npm pack`
 * @throws {Error} whose message is for the person who asked
 */
export function writeShop({folder, stack, packages}) {
  const problem = problemOf(folder);
  if (problem) throw new Error(problem);
  const chosen = stacks.find(({name}) => name === stack);
  if (!chosen)
    throw new Error(`There is no stack "${stack}". Stacks: ${stacks.map(({name}) => name).join(', ')}.`);
  const template = JSON.parse(readFileSync(path(`templates/${stack}/template.json`), 'utf8'));
  for (const group of [template.dependencies, template.devDependencies])
    for (const name of ['card-vault', 'card-vault-service'])
      if (group?.[name] !== undefined) group[name] = sourceOf(name, resolve(folder), packages);
  const name =
    basename(resolve(folder))
      .toLowerCase()
      .replace(/[^a-z0-9._~-]+/g, '-')
      .replace(/^[._-]+/, '') || 'shop';

  mkdirSync(folder, {recursive: true});
  cpSync(path(`templates/${stack}`), folder, {recursive: true});
  rmSync(join(folder, 'template.json'));
  const manifest = {...template, name, private: true};
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\ndist\n.env*\n.card-vault\n');
  writeFileSync(
    join(folder, 'README.md'),
    `# ${name}

A tiny shop that saves payment cards with card-vault.

\`\`\`sh
npm install
npm run shop
\`\`\`

Open <${chosen.address}> and save card \`4000 0000 0000 2503\`, with any expiry date in the future and any security code but 000. The
bank's code is \`1234\`. The first command installs, the second starts the payment service and the shop beside it. The service's
dashboard is at <http://localhost:4100>. The login of the shop stands for yours.
`,
  );
}
