// dist/custom-elements.json: what the elements offer, under the paths that the package has, without what is private.
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

interface Named {
  readonly name?: string;
  readonly description?: string;
  readonly [key: string]: unknown;
}

interface Member extends Named {
  readonly kind: 'field' | 'method';
  readonly privacy?: string;
}

interface Declaration extends Named {
  readonly name: string;
  readonly kind: string;
  readonly members?: readonly Member[];
  readonly attributes?: readonly Named[];
  readonly events?: readonly Named[];
}

interface Manifest {
  readonly modules: readonly {readonly path: string; readonly declarations: readonly Declaration[]}[];
}

const events = ['events', 'covered', 'paid', 'list/events'];
const sources = ['card-vault', 'card-vault-subscribe', 'card-vault-list', 'deferred-element', ...events];
const errors = 'src/protocol/errors.ts';

/** The entries that export classes, with those that register their elements. */
const entries = [
  {source: 'index', module: 'dist/index.js', define: 'dist/define.js'},
  {source: 'list/index', module: 'dist/list.js', define: 'dist/define-list.js'},
] as const;

/** What every form control of HTML has, and this one as they do. */
const standard: Readonly<Record<string, string>> = {
  name: 'The name that the form submits the value under.',
  required: 'The form cannot be submitted without a saved card.',
  quiet: 'Nothing is written to the console.',
  disabled: 'Takes no entries and submits no value.',
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

/** Called by the browser, not by a page. */
const callback = /Callback$/;

/** Analyses the sources of the elements and writes the manifest. */
export function writeElementsManifest(): void {
  const outdir = join('.cache', 'elements');
  const globs = [...sources.map((name) => `src/element/${name}.ts`), errors];
  const options = ['--litelement', '--outdir', outdir, '--quiet'];
  execFileSync(join('node_modules', '.bin', 'cem'), ['analyze', ...options, '--globs', ...globs], {
    stdio: 'inherit',
  });
  const analysed = JSON.parse(readFileSync(join(outdir, 'custom-elements.json'), 'utf8')) as Manifest;
  writeFileSync('dist/custom-elements.json', JSON.stringify(publishedManifest(analysed), null, 1) + '\n');
}

function publishedManifest({modules}: Manifest): object {
  const classes = modules.flatMap((module) => module.declarations).filter(({kind}) => kind === 'class');
  return {schemaVersion: '1.0.0', modules: entries.flatMap((entry) => publishedModules(entry, classes))};
}

function publishedModules(
  {source, module, define}: (typeof entries)[number],
  classes: readonly Declaration[],
): readonly object[] {
  const text = readFileSync(`src/element/${source}.ts`, 'utf8');
  const declarations = classes.filter(({name}) => new RegExp(`\\b${name}\\b`).test(text));
  // An event's class that is not loaded with the element is exported as a type.
  const isLoaded = ({name}: Declaration) => !new RegExp(`export type \\{[^}]*\\b${name}\\b`).test(text);
  const at = (name: string) => ({name, module});
  const elements = declarations.filter(({tagName}) => tagName);
  return [
    {
      kind: 'javascript-module',
      path: module,
      declarations: declarations.map(publishedDeclaration),
      exports: declarations.filter(isLoaded).map(({name}) => ({kind: 'js', name, declaration: at(name)})),
    },
    {
      kind: 'javascript-module',
      path: define,
      declarations: [],
      exports: elements.map(({name, tagName}) => ({
        kind: 'custom-element-definition',
        name: tagName,
        declaration: at(name),
      })),
    },
  ];
}

const details = new Map(
  events
    .flatMap((name) => [
      ...readFileSync(`src/element/${name}.ts`, 'utf8').matchAll(
        /class (\w+) extends CardVaultEvent<(\w+)>/g,
      ),
    ])
    .map(([, name, detail]) => [name, detail]),
);

function publishedDeclaration(declaration: Declaration): object {
  const {name, tagName, attributes, members = [], events} = declaration;
  const isEvent = details.has(name);
  const open = ({name: member = '', privacy}: Member) =>
    !privacy && !/^#/.test(member) && !callback.test(member);
  return {
    ...declaration,
    superclass: tagName
      ? {name: 'LitElement', package: 'lit'}
      : {name: isEvent ? 'Event' : 'Error', package: 'global:'},
    ...(attributes && {attributes: attributes.map(described)}),
    members: members
      .filter(open)
      .map(described)
      .map((member) => (isEvent && member.name === 'detail' ? detailOf(name, member) : member)),
    // What the source dispatches is noted too, without a name.
    ...(events && {events: events.filter((event) => event.name)}),
  };
}

function described({inheritedFrom: _, ...entry}: Named): Named {
  const description = entry.description ?? standard[entry.name ?? ''];
  // An option and its attribute are one: src/element/option.ts.
  return {
    ...entry,
    ...(entry['attribute'] !== undefined && {reflects: true}),
    ...(description && {description}),
  };
}

const detailOf = (name: string, member: Named) => ({
  ...member,
  type: {text: `Readonly<${details.get(name)}>`},
  description: 'Frozen.',
});
