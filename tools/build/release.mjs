// `npm run release`: packs the packages as they are to be published, into dist-packages/. It publishes nothing.
//   node tools/build/release.mjs --ready   only says whether everything is set for a release
// The address of the repository is the setting `config.repository` of package.json. Links of the published pages follow from it.
import {execFileSync} from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, posix, resolve} from 'node:path';

const folders = ['.', 'service', 'create'];
const out = resolve('dist-packages');
/** Links of Markdown, `[text](target)` and `[name]: target`, and of HTML in it. */
const linkPatterns = () => [
  /(\]\()([^)\s]+)/g,
  /(^\[[^\]]+\]:\s*)(\S+)/gm,
  /((?:src|srcset|href)=")([^"\s]+)/g,
];
const isRelative = (target) => !/^([a-z][a-z+.-]*:|#|\/)/i.test(target);
const isPicture = (target) => /\.(png|jpe?g|gif|svg|webp)$/i.test(target);
/** What stands in a code block is no link. */
const blocks = /(^```[\s\S]*?^```$|`[^`\n]+`)/m;

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const {config, version} = readJson('package.json');
const repository = (config?.repository ?? '').replace(/\/+$/, '');

/** `npm run release` asks first, and builds after that. */
const onlyAsked = process.argv.includes('--ready');
const problems = [
  ...problemsOfSettings(),
  ...problemsOfTexts(),
  ...folders.flatMap((folder) => [...problemsOfPackage(folder)]),
];
for (const problem of problems) console.error(problem);
if (problems.length) process.exit(1);
if (onlyAsked) process.exit(0);

rmSync(out, {recursive: true, force: true});
mkdirSync(out);
for (const folder of folders) pack(folder);

function* problemsOfSettings() {
  if (!/^https:\/\/[^/]+\/./.test(repository))
    yield 'package.json: config.repository is empty. It is the https address of the repository.';
  const heading = readFileSync('CHANGELOG.md', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`## ${version}`));
  if (!heading) yield `CHANGELOG.md: there is no "## ${version}".`;
  else if (/unreleased/i.test(heading)) yield `CHANGELOG.md: ${version} is still marked as unreleased.`;
}

/** What documents for shops say of the time before the first release. */
function* problemsOfTexts() {
  const site = readdirSync('site', {recursive: true}).map((path) => join('site', path));
  const files = [...folders.map((folder) => join(folder, 'README.md')), ...site.sort()];
  for (const file of files.filter((path) => path.endsWith('.md') && !path.includes('dist')))
    for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
      const [said] = /not on npm yet|after the release|unreleased/i.exec(line) ?? [];
      if (said) yield `${file}:${index + 1}: "${said}" is no longer true of what is released.`;
    }
}

function* problemsOfPackage(folder) {
  const own = readJson(join(folder, 'package.json')).version;
  const locked = readJson('package-lock.json').packages[folder === '.' ? '' : folder]?.version;
  if (own !== version) yield `${folder}/package.json: version ${own} is not ${version}.`;
  if (locked !== version) yield `package-lock.json: version ${locked} of ${folder} is not ${version}.`;
  if (!onlyAsked && folder !== 'create' && !existsSync(join(folder, 'dist/index.js')))
    yield `${folder}/dist: not built. Run: npm run build`;
  for (const target of linksOf(readFileSync(join(folder, 'README.md'), 'utf8')))
    if (!existsSync(join(folder, target.replace(/#.*/, ''))))
      yield `${folder}/README.md: ${target} leads nowhere.`;
}

/** A copy of what npm would publish, with the addresses written in; the work tree stays as it is. */
function pack(folder) {
  const staged = mkdtempSync(join(tmpdir(), 'card-vault-release-'));
  try {
    for (const {path} of npm(['pack', '--dry-run', '--json'], folder).files) {
      mkdirSync(dirname(join(staged, path)), {recursive: true});
      copyFileSync(join(folder, path), join(staged, path));
    }
    for (const file of ['LICENSE', 'CHANGELOG.md']) copyFileSync(file, join(staged, file));
    const manifest = publishedManifest(readJson(join(folder, 'package.json')), folder);
    writeFileSync(join(staged, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
    writeFileSync(
      join(staged, 'README.md'),
      absolute(readFileSync(join(folder, 'README.md'), 'utf8'), folder),
    );
    const {filename, size, unpackedSize} = npm(['pack', '--json', '--pack-destination', out], staged);
    console.log(`${join('dist-packages', filename)}: ${size} bytes, unpacked ${unpackedSize}`);
  } finally {
    rmSync(staged, {recursive: true, force: true});
  }
}

/** The manifest without what only the work tree needs. */
function publishedManifest(manifest, folder) {
  const {config, scripts, devDependencies, overrides, allowScripts, prettier, workspaces, ...rest} = manifest;
  const page = folder === '.' ? repository : `${repository}/tree/v${version}/${folder}`;
  return {
    ...rest,
    homepage: `${page}#readme`,
    repository: {type: 'git', url: `git+${repository}.git`, ...(folder !== '.' && {directory: folder})},
    bugs: {url: `${repository}/issues`},
  };
}

function linksOf(text) {
  const prose = text.split(blocks).filter((_, index) => index % 2 === 0);
  return prose
    .flatMap((part) => linkPatterns().flatMap((pattern) => [...part.matchAll(pattern)]))
    .map(([, , target]) => target)
    .filter(isRelative);
}

/** A README whose links also work on npm. */
function absolute(text, folder) {
  const whole = (target) => {
    const path = posix.normalize(posix.join(folder, target));
    return `${repository}/${isPicture(path) ? 'raw' : 'blob'}/v${version}/${path}`;
  };
  const replaceIn = (part) =>
    linkPatterns().reduce(
      (changed, pattern) =>
        changed.replace(pattern, (all, before, target) =>
          isRelative(target) ? before + whole(target) : all,
        ),
      part,
    );
  return text
    .split(blocks)
    .map((part, index) => (index % 2 === 0 ? replaceIn(part) : part))
    .join('');
}

/** What npm answers about one package. */
function npm(args, cwd) {
  const isWindows = process.platform === 'win32';
  const answer = execFileSync(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd,
    encoding: 'utf8',
    shell: isWindows,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return Object.values(JSON.parse(answer))[0];
}
