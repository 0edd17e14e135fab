// custom-elements.json: what the elements offer, under the paths that the package has, without what is private.
import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {optionsOf} from '../../../src/element/offered.js';
import {defaultOf, type OptionDeclaration} from '../../../src/element/options.js';
import {tableEvents} from './events.js';
import {tableEntries} from './options.js';
import {variablesOf} from './variables.js';
import type {Member, Named} from './tables.js';

export interface Declaration {
  readonly kind: string;
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tagName?: string;
  readonly attributes?: readonly Named[];
  readonly members?: readonly Member[];
  readonly events?: readonly Named[];
  readonly slots?: readonly Named[];
  readonly cssParts?: readonly Named[];
  readonly cssProperties?: readonly Named[];
  readonly cssStates?: readonly Named[];
}

export interface Module {
  readonly kind: string;
  readonly path: string;
  readonly declarations: readonly Declaration[];
  readonly exports: readonly object[];
}

export interface Manifest {
  readonly schemaVersion: string;
  readonly modules: readonly Module[];
}

type Options = Readonly<Record<string, OptionDeclaration>>;

/** What every form control of HTML has, and this one as they do. */
const standard: Readonly<Record<string, string>> = {
  'defer-hydration':
    'The element waits as long as it is there, for a framework to take over what a server rendered.',
  formAssociated: 'The element is a form control.',
  form: 'The form that the element belongs to.',
  labels: 'The labels of the element.',
  type: 'Always the name of the tag.',
  validity: 'Why the form cannot be submitted yet.',
  validationMessage: 'The message for that, in the language of the element.',
  willValidate: 'False while the element is disabled.',
};

/** Called by the browser or by Lit, not by a page. */
const callback = /Callback$|^createProperty$/;

/** Sources that declare an element, an event, or what elements have in common. */
const isDeclaring = /@tagname |extends (?:CardVaultEvent|LitElement|DeferredElement)\b/;

function sources(folder: string): string[] {
  return readdirSync(folder, {withFileTypes: true}).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return entry.name.endsWith('.ts') && isDeclaring.test(readFileSync(path, 'utf8')) ? [path] : [];
  });
}

interface Entry {
  readonly module: string;
  readonly text: string;
}

/** The entries of the package that are the elements' own, by what they do. */
function entries(): {readonly exporting: readonly Entry[]; readonly defining: readonly Entry[]} {
  const {exports} = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly exports: Readonly<Record<string, string | {readonly types: string; readonly default: string}>>;
  };
  const own = Object.entries(exports).flatMap(([subpath, target]) => {
    const [, source] =
      (typeof target === 'object' && /^\.\/dist\/types\/(element\/.*)\.d\.ts$/.exec(target.types)) || [];
    if (!source || subpath.endsWith('.js')) return [];
    const module = (target as {readonly default: string}).default.replace(/^\.\//, '');
    return [{module, source, text: readFileSync(`src/${source}.ts`, 'utf8')}];
  });
  const defines = ({source}: {readonly source: string}) => /\/define[\w-]*$/.test(source);
  return {exporting: own.filter((entry) => !defines(entry)), defining: own.filter(defines)};
}

/** Analyses the sources of the elements. */
export async function readManifest(): Promise<Manifest> {
  const outdir = join('.cache', 'elements');
  const globs = [...sources(join('src', 'element')).sort(), 'src/protocol/errors.ts'];
  const settings = join('tools', 'build', 'elements', 'analyzer.config.mjs');
  const options = ['--litelement', '--config', settings, '--outdir', outdir, '--quiet'];
  execFileSync(join('node_modules', '.bin', 'cem'), ['analyze', ...options, '--globs', ...globs], {
    stdio: 'inherit',
  });
  const analysed = JSON.parse(readFileSync(join(outdir, 'custom-elements.json'), 'utf8')) as Manifest;
  const declared: Declaration[] = [];
  for (const {path, declarations} of analysed.modules)
    for (const declaration of declarations.filter(({kind}) => kind === 'class'))
      declared.push(await published(path, declaration));
  return {schemaVersion: '1.0.0', modules: modulesOf(declared)};
}

function modulesOf(declared: readonly Declaration[]): Module[] {
  const {exporting, defining} = entries();
  const names = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);
  // An event's class that is not loaded with the element is exported as a type.
  const isLoaded = (text: string, name: string) => !names(typesOf(text), name);
  const moduleOf = ({name}: Declaration) => exporting.find(({text}) => names(text, name))?.module;
  const homeless = declared.filter(
    ({name, tagName}) => (tagName || isEvent(name)) && !moduleOf({name, kind: ''}),
  );
  if (homeless.length > 0) throw new Error(`No entry exports ${homeless.map(({name}) => name).join(', ')}.`);
  const tags = declared.filter(({tagName}) => tagName);
  return [
    ...exporting.map(({module, text}) => {
      const own = declared.filter((one) => moduleOf(one) === module);
      const loaded = own.filter(({name}) => isLoaded(text, name));
      const named = loaded.map(({name}) => ({kind: 'js', name, declaration: {name, module}}));
      return {kind: 'javascript-module', path: module, declarations: own, exports: named};
    }),
    ...defining.map(({module, text}) => {
      const own = tags.filter(({tagName}) => text.includes(`'${tagName}'`));
      const defined = own.map((one) => ({
        ...{kind: 'custom-element-definition', name: one.tagName},
        declaration: {name: one.name, module: moduleOf(one)},
      }));
      return {kind: 'javascript-module', path: module, declarations: [], exports: defined};
    }),
  ];
}

const typesOf = (text: string) => [...text.matchAll(/export type \{[^}]*\}/g)].join('\n');
const isEvent = (name: string) => /^CardVault\w+Event$/.test(name);

/** A declaration as it is published: nothing private, every option with its values and its default. */
async function published(path: string, declaration: Declaration): Promise<Declaration> {
  const {name, tagName, events: noted = []} = declaration;
  const {all: options, own} = tagName ? await optionsIn(path, name) : {all: {}, own: {}};
  const table = await tableEntries(path, own);
  const isInTable = ({name: member}: Member) => table.members.some((option) => option.name === member);
  const members = [...table.members, ...(declaration.members ?? []).filter((member) => !isInTable(member))];
  // What the source dispatches is noted too, without a name.
  const events = [...(tagName ? tableEvents(tagName) : []), ...noted.filter((event) => event.name)];
  const attributes = [...table.attributes, ...(declaration.attributes ?? [])];
  const open = ({name: member, privacy}: Member) =>
    (privacy ?? 'public') === 'public' && !/^#/.test(member) && !callback.test(member);
  const detail = detailOf(path, name);
  const cssProperties = tagName ? variablesOf(tagName) : [];
  const superclass = tagName
    ? {name: 'LitElement', package: 'lit'}
    : {name: isEvent(name) ? 'Event' : 'Error', package: 'global:'};
  return {
    ...declaration,
    ...{superclass},
    ...(attributes.length > 0 && {attributes: attributes.map((entry) => described(entry, options))}),
    members: members
      .filter(open)
      .map(({privacy: _, ...member}) => described(member, options) as Member)
      .map((member) => (member.name === 'detail' && detail ? {...member, type: {text: detail}} : member)),
    ...(events.length > 0 && {events}),
    ...(tagName && cssProperties.length > 0 && {cssProperties}),
  };
}

/** Options that the class declares itself, and with those of the classes that it extends. */
async function optionsIn(
  path: string,
  name: string,
): Promise<{readonly own: Options; readonly all: Options}> {
  const module = (await import(`../../../${path}`)) as Record<string, Parameters<typeof optionsOf>[0]>;
  return {own: module[name]!.properties, all: optionsOf(module[name]!)};
}

function detailOf(path: string, name: string): string | undefined {
  const [, detail] =
    new RegExp(`class ${name} extends CardVaultEvent<(\\w+)>`).exec(readFileSync(path, 'utf8')) ?? [];
  return detail && `Readonly<${detail}>`;
}

function described<Entry extends Named & {readonly inheritedFrom?: object}>(
  {inheritedFrom: _, ...entry}: Entry,
  options: Options,
): Named {
  const {name, fieldName = name} = entry;
  const description = entry.description ?? standard[name];
  const option = options[fieldName];
  const fallback = option && defaultOf(option);
  return {
    ...entry,
    ...(description && {description}),
    ...(name === 'defer-hydration' && {type: {text: 'boolean'}}),
    // An option and its attribute are one: src/element/deferred-element.ts.
    ...('attribute' in entry && {reflects: true}),
    ...(fallback !== undefined && {
      default: typeof fallback === 'string' ? `'${fallback}'` : String(fallback),
    }),
  };
}
