// What a shop's editor and compiler know of the elements. All of it is made from one source: the classes of the elements and
// their comments, by way of custom-elements.json.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {htmlData, webTypes} from './editors.js';
import {readManifest, type Manifest} from './manifest.js';
import {elementTypings, jsxTypings, svelteTypings, vueTypings} from './typings.js';

interface Package {
  readonly name: string;
  readonly version: string;
}

const json = (value: object) => JSON.stringify(value, null, 1) + '\n';

/** The text of every file, by its name. */
export const filesOf = (manifest: Manifest, about: Package): Readonly<Record<string, string>> => ({
  'custom-elements.json': json(manifest),
  'web-types.json': json(webTypes(manifest, about)),
  'vscode.html-custom-data.json': json(htmlData(manifest)),
  'elements.d.ts': elementTypings(manifest, about.name),
  'jsx.d.ts': jsxTypings(manifest),
  'vue-global.d.ts': vueTypings(manifest),
  'svelte.d.ts': svelteTypings(manifest),
  // What an import of types alone finds at run time.
  'typings.js': 'export {};\n',
});

/** Writes all of them below `dist`. */
export async function writeElements(): Promise<void> {
  const about = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
  for (const [name, text] of Object.entries(filesOf(await readManifest(), about)))
    writeFileSync(join('dist', name), text);
}
