// `npm run docs:site`: builds the documentation site into site/dist. It needs no server: open site/dist/index.html.
import {copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, posix} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {describedVariables} from '../../build/elements/variables.js';
import {topicTitles} from '../looks-document.js';
import {llmsText} from './llms.js';
import {markdownOf, render} from './markdown.js';
import {allPages, groups} from './pages.js';
import {writeReference} from './reference.js';
import {htmlOf} from './template.js';

const {config, version} = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly config: {readonly repository: string};
  readonly version: string;
};
const own = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** @param out the folder of the site; what was in it is gone */
export async function buildSite(out = 'site/dist'): Promise<void> {
  await writeReference();
  const all = allPages();
  const pages = new Map(all.map((page) => [page.source, page]));
  rmSync(out, {recursive: true, force: true});
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(out, path)), {recursive: true});
    writeFileSync(join(out, path), text);
  };

  const sections = [];
  const shown = groups.filter(({title}) => title !== 'For maintainers').flatMap(({pages: own}) => own);
  const pictures = new Set<string>();
  for (const page of all) {
    const pictureAt = (path: string) => path.replace(/^site\//, '');
    const target = (path: string): string | undefined => {
      const found = pages.get(path)?.path ?? (isPicture(path) ? pictureAt(path) : undefined);
      if (found !== undefined)
        return posix.relative(posix.dirname(page.path), found) || posix.basename(found);
      return config.repository && `${config.repository}/blob/v${version}/${path}`;
    };
    const rendered = render(page.source, page.markdown, target);
    rendered.pictures.forEach((path) => pictures.add(path));
    write(page.path, htmlOf(page, rendered, {groups, pages, version}));
    write(page.path.replace(/html$/, 'md'), markdownOf(page.source, page.markdown, target));
    // A maintainer knows what a document is called; a shop's developer would find the law before the guide.
    const isGuide = shown.includes(page.source);
    for (const {anchor, title, text} of rendered.sections)
      if (isGuide || anchor === '')
        sections.push({
          ...{id: sections.length, path: page.path, anchor, title, page: page.title},
          text: isGuide ? text : '',
        });
  }
  for (const path of pictures) {
    const to = join(out, path.replace(/^site\//, ''));
    mkdirSync(dirname(to), {recursive: true});
    copyFileSync(path, to);
  }
  for (const name of ['style.css', 'script.js']) copyFileSync(own(name), join(out, name));
  write('llms.txt', llmsText(groups, pages));
  for (const name of ['search', 'playground'])
    await build({
      entryPoints: [own(`${name}.ts`)],
      outfile: join(out, `${name}.js`),
      bundle: true,
      minify: true,
      // A module would need a server.
      format: 'iife',
      tsconfig: 'tsconfig.json',
      define: {
        SECTIONS: JSON.stringify(sections),
        VARIABLES: JSON.stringify(describedVariables()),
        TOPICS: JSON.stringify(topicTitles),
        PRESETS: JSON.stringify(presets()),
        CARD_VAULT_VERSION: JSON.stringify(version),
      },
      logLevel: 'error',
    });
}

/** The sheets of the presets, by their names. */
function presets(): Readonly<Record<string, string>> {
  const folder = 'src/element/presets';
  const files = readdirSync(folder).sort();
  return Object.fromEntries(
    files.map((file) => [file.replace('.css', ''), readFileSync(join(folder, file), 'utf8')]),
  );
}

const isPicture = (path: string): boolean => /\.(png|svg|webp)$/.test(path) && existsSync(path);

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  await buildSite();
  console.log('site/dist/index.html');
}
