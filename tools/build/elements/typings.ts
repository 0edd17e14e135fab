// The elements as TypeScript has them in templates: their attributes, properties and events by tag, and what makes JSX of
// React, templates of Vue and templates of Svelte know them.
import type {Declaration, Manifest} from './manifest.js';
import type {Named} from './tables.js';

const note = '// Made from custom-elements.json by the build.';

/** `CardVaultElement` gives `CardVault`, the first part of the names of its interfaces. */
const stem = ({name}: Declaration) => name.replace(/Element$/, '');

export const elementsOf = ({modules}: Manifest): Declaration[] =>
  modules.flatMap(({declarations}) => declarations).filter(({tagName}) => tagName);

/** Options and everything else that may be set. */
export const propertiesOf = ({members = []}: Declaration): Named[] =>
  members.filter((member) => member.kind === 'field' && !member.readonly && !member.static);

const comment = (description = '') => `  /** ${description.replace(/\*\//g, '* /')} */`;

/** The type of an attribute as HTML has it; a boolean one is there or is not. */
function attributeType({type, fieldName}: Named, {name}: Declaration): string {
  if (type?.text === 'boolean') return "boolean | '' | undefined";
  return fieldName ? `Exclude<${name}['${fieldName}'], null> | undefined` : 'string | undefined';
}

function interfacesOf(element: Declaration): string {
  const {name, tagName, attributes = [], events = []} = element;
  const lines = (title: string, kind: string, entries: readonly (readonly [Named, string])[]) => [
    `/** ${title} of \`<${tagName}>\`. */`,
    `export interface ${stem(element)}${kind} {`,
    ...entries.flatMap(([entry, line]) => [comment(entry.description), `  ${line}`]),
    '}',
    '',
  ];
  return [
    ...lines(
      'The attributes',
      'Attributes',
      attributes.map((entry) => [entry, `'${entry.name}'?: ${attributeType(entry, element)};`]),
    ),
    ...lines(
      'The properties',
      'Properties',
      propertiesOf(element).map((entry) => [entry, `${entry.name}?: ${name}['${entry.name}'] | undefined;`]),
    ),
    ...lines(
      'The events',
      'Events',
      events.map((entry) => [entry, `'${entry.name}': ${entry.type?.text ?? 'Event'};`]),
    ),
  ].join('\n');
}

/** `elements.d.ts`: no framework is named in it. */
export function elementTypings(manifest: Manifest, packageName: string): string {
  const elements = elementsOf(manifest);
  const used = new Set(
    elements.flatMap(({name, events = []}) => [name, ...events.map(({type}) => type?.text ?? 'Event')]),
  );
  const classes = new Set(manifest.modules.flatMap(({declarations}) => declarations.map(({name}) => name)));
  // Events without a class are types of the package's entry.
  const types = [...used].filter((name) => name !== 'Event' && !classes.has(name));
  const imports = manifest.modules.flatMap(({path, declarations}) => {
    const own = declarations.map(({name}) => name).filter((name) => used.has(name));
    const names = path === 'dist/index.js' ? [...own, ...types] : own;
    const subpath = path.replace(/^dist\/|\.js$/g, '').replace(/^index$/, '');
    const from = subpath ? `${packageName}/${subpath}` : packageName;
    return names.length > 0
      ? [`import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';`]
      : [];
  });
  return [
    note,
    ...imports,
    '',
    ...elements.map(interfacesOf),
    '/** Every element by its tag. */',
    'export interface CardVaultElements {',
    ...elements.flatMap((element) => [
      `  '${element.tagName}': {`,
      `    readonly element: ${element.name};`,
      ...['Attributes', 'Properties', 'Events'].map(
        (kind) => `    readonly ${kind.toLowerCase()}: ${stem(element)}${kind};`,
      ),
      '  };',
    ]),
    '}',
    '',
  ].join('\n');
}

const perTag = (manifest: Manifest, line: (tag: string) => string) =>
  elementsOf(manifest).map(({tagName}) => line(tagName!));

/** `jsx.d.ts`: the tags in JSX of React. React 19 sets properties and listens to events; React 18 writes attributes alone. */
export const jsxTypings = (manifest: Manifest): string =>
  [
    note,
    "import type * as React from 'react';",
    "import type {CardVaultElements} from './elements.js';",
    '',
    'type Tags = CardVaultElements;',
    "type IsReact19 = 'use' extends keyof typeof React ? true : false;",
    'type Handlers<Events> = {',
    '  [Name in keyof Events & string as `on${Name}`]?: ((event: Events[Name]) => void) | undefined;',
    '};',
    '/** React 18 does not listen to the events of custom elements: use the components of `card-vault/react`. */',
    'type NoHandlers<Events> = {[Name in keyof Events & string as `on${Name}`]?: never};',
    '/** React 18 writes `false` as text, which HTML takes for true. */',
    'type Written<Attributes> = {[Name in keyof Attributes]: Exclude<Attributes[Name], false>};',
    'type Own<Tag extends keyof Tags> = IsReact19 extends true',
    "  ? Tags[Tag]['attributes'] & Tags[Tag]['properties'] & Handlers<Tags[Tag]['events']>",
    "  : Written<Tags[Tag]['attributes']> & NoHandlers<Tags[Tag]['events']>;",
    'export type CardVaultTag<Tag extends keyof Tags> = Omit<',
    "  React.HTMLAttributes<Tags[Tag]['element']>,",
    "  keyof Own<Tag> | 'children'",
    "> & React.ClassAttributes<Tags[Tag]['element']> & Own<Tag> & {",
    '  children?: React.ReactNode;',
    '  class?: string | undefined;',
    '  form?: string | undefined;',
    '};',
    '',
    "declare module 'react' {",
    '  namespace JSX {',
    '    interface IntrinsicElements {',
    ...perTag(manifest, (tag) => `      '${tag}': CardVaultTag<'${tag}'>;`),
    '    }',
    '  }',
    '}',
    '',
  ].join('\n');

/** `vue-global.d.ts`: the tags in templates of Vue. */
export const vueTypings = (manifest: Manifest): string =>
  [
    note,
    "import type {HTMLAttributes, PublicProps} from 'vue';",
    "import type {CardVaultElements} from './elements.js';",
    '',
    'type Tags = CardVaultElements;',
    'type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`',
    '  ? `${First}${Capitalize<Camel<Rest>>}`',
    '  : Name;',
    'type Handlers<Events> = {',
    '  [Name in keyof Events & string as `on${Capitalize<Camel<Name>>}`]?: (event: Events[Name]) => void;',
    '};',
    "type Own<Tag extends keyof Tags> = Tags[Tag]['attributes'] &",
    "  Tags[Tag]['properties'] &",
    "  Handlers<Tags[Tag]['events']>;",
    '/** A tag in a template; a template ref to it is the element. */',
    "export type CardVaultTag<Tag extends keyof Tags> = new () => Tags[Tag]['element'] & {",
    '  $props: Omit<HTMLAttributes, keyof Own<Tag>> & PublicProps & Own<Tag> & {form?: string | undefined};',
    '};',
    '',
    "declare module 'vue' {",
    '  interface GlobalComponents {',
    ...perTag(manifest, (tag) => `    '${tag}': CardVaultTag<'${tag}'>;`),
    '  }',
    '}',
    '',
  ].join('\n');

/** `svelte.d.ts`: the tags in templates of Svelte 4 (`on:event`) and 5 (`onevent`). */
export const svelteTypings = (manifest: Manifest): string =>
  [
    note,
    "import type {CardVaultElements} from './elements.js';",
    '',
    'type Tags = CardVaultElements;',
    'type Handlers<Events> = {',
    '  [Name in keyof Events & string as `on${Name}` | `on:${Name}`]?:',
    '    | ((event: Events[Name]) => void)',
    '    | undefined;',
    '};',
    "export type CardVaultTag<Tag extends keyof Tags> = Tags[Tag]['attributes'] &",
    "  Tags[Tag]['properties'] &",
    "  Handlers<Tags[Tag]['events']> & {form?: string | undefined};",
    '',
    "declare module 'svelte/elements' {",
    '  interface SvelteHTMLElements {',
    ...perTag(
      manifest,
      (tag) =>
        `    '${tag}': Omit<HTMLAttributes<Tags['${tag}']['element']>, keyof CardVaultTag<'${tag}'>> &\n` +
        `      CardVaultTag<'${tag}'>;`,
    ),
    '  }',
    '}',
    '',
  ].join('\n');
