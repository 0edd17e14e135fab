import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Declaration, Manifest} from '../../../tools/build/elements/manifest.js';
import type {Member, Named} from '../../../tools/build/elements/tables.js';
import {elementsOf, propertiesOf} from '../../../tools/build/elements/typings.js';

const lists = ['attributes', 'members', 'events', 'slots', 'cssParts', 'cssProperties', 'cssStates'] as const;
const ofPlatform =
  /^(?:Event|HTML\w*Element|Node(?:List)?|ShadowRoot|ValidityState|Promise|Partial|Readonly|Record|Element|Array)$/;

/** What a declaration lacks: a sentence or a type of anything that it offers. */
export function lacks(declaration: Declaration): string[] {
  return lists.flatMap((list) =>
    (declaration[list] ?? []).flatMap((entry) => [
      ...(entry.description?.trim() ? [] : [`${list}: ${entry.name} has no description`]),
      ...(isTyped(list, entry) ? [] : [`${list}: ${entry.name} has no type`]),
    ]),
  );
}

function isTyped(list: (typeof lists)[number], entry: Named): boolean {
  if (!['attributes', 'members', 'events'].includes(list)) return true;
  const {kind, parameters = [], return: returned} = entry as Member;
  const types = kind === 'method' ? [returned, ...parameters] : [entry];
  return types.every((one) => one?.type?.text);
}

/** Files whose every type an entry exports. */
const passedOn = (entry: string): string[] =>
  [...readFileSync(entry, 'utf8').matchAll(/^export type \* from '(\..+)\.js';$/gm)].map(([, file]) =>
    join(dirname(entry), `${file}.ts`),
  );

/** Types that are named and that a shop cannot import. */
export function unknownTypes({modules}: Manifest): string[] {
  const {exports} = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, string | {types: string}>;
  };
  const known = Object.values(exports)
    .flatMap((target) => (typeof target === 'object' ? [target.types.replace('./dist/types', 'src')] : []))
    .filter((path) => path.startsWith('src/'))
    .map((path) => path.replace('.d.ts', '.ts'))
    .flatMap((path) => [path, ...passedOn(path)])
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const texts = modules
    .flatMap(({declarations}) => declarations)
    .flatMap((one) => lists.flatMap((list) => one[list] ?? []))
    .flatMap((entry) => [
      entry.type?.text,
      ...((entry as Member).parameters ?? []).map(({type}) => type?.text),
      (entry as Member).return?.type?.text,
    ]);
  const names = texts.flatMap((text) => [...(text ?? '').replace(/'[^']*'/g, '').matchAll(/\b[A-Z]\w+\b/g)]);
  return [...new Set(names.map(([name]) => name))].filter(
    (name) => !ofPlatform.test(name) && !new RegExp(`\\b${name}\\b`).test(known),
  );
}

/** The names that each file lists of the elements, as `tag kind name`. */
export const namesIn: Readonly<Record<string, (text: string) => string[]>> = {
  'web-types.json': (text) =>
    (JSON.parse(text) as WebTypes).contributions.html.elements.flatMap(({name, attributes, slots, js, css}) =>
      rows(name, {
        attribute: attributes,
        slot: slots,
        ...{property: js.properties, event: js.events, part: css.parts, css: css.properties},
      }),
    ),
  'vscode.html-custom-data.json': (text) =>
    (JSON.parse(text) as HtmlData).tags.flatMap(({name, attributes, description}) => [
      ...rows(name, {attribute: attributes}),
      ...[...description.value.matchAll(/^- `(card-vault-[\w-]+|change|input)`/gm)].map(
        ([, event]) => `${name} event ${event}`,
      ),
    ]),
  'elements.d.ts': (text) => {
    const tags = [...text.matchAll(/^ {2}'([\w-]+)': \{\n {4}readonly element: (\w+)Element;/gm)];
    return tags.flatMap(([, tag, stem]) =>
      (['Attributes', 'Properties', 'Events'] as const).flatMap((kind) => {
        const [, body = ''] =
          new RegExp(`^export interface ${stem}${kind} \\{\\n([^}]*)^\\}`, 'm').exec(text) ?? [];
        const names = [...body.matchAll(/^ {2}'?([\w-]+)'?\??:/gm)].map(([, name]) => name!);
        return names.map((name) => `${tag} ${singular[kind]} ${name}`);
      }),
    );
  },
  'jsx.d.ts': tagsIn,
  'vue-global.d.ts': tagsIn,
  'svelte.d.ts': tagsIn,
};

const singular = {Attributes: 'attribute', Properties: 'property', Events: 'event'} as const;

function tagsIn(text: string): string[] {
  return [...text.matchAll(/^ {4,6}'(card-vault[\w-]*)': /gm)].map(([, tag]) => `${tag} tag`);
}

interface WebTypes {
  readonly contributions: {readonly html: {readonly elements: readonly WebTypesElement[]}};
}
interface WebTypesElement extends Named {
  readonly attributes: readonly Named[];
  readonly slots: readonly Named[];
  readonly js: {readonly properties: readonly Named[]; readonly events: readonly Named[]};
  readonly css: {readonly parts: readonly Named[]; readonly properties: readonly Named[]};
}
interface HtmlData {
  readonly tags: readonly {
    readonly name: string;
    readonly description: {readonly value: string};
    readonly attributes: readonly Named[];
  }[];
}

const rows = (tag: string, kinds: Readonly<Record<string, readonly Named[]>>) =>
  Object.entries(kinds).flatMap(([kind, entries]) => entries.map(({name}) => `${tag} ${kind} ${name}`));

/** What a file must list, by the kinds of names that it has place for. */
export function expected(manifest: Manifest, kinds: ReadonlySet<string>): string[] {
  return elementsOf(manifest)
    .flatMap((element) => {
      const {tagName = '', attributes = [], slots = [], events = [], cssParts = []} = element;
      const {cssProperties = []} = element;
      return [
        `${tagName} tag`,
        ...rows(tagName, {
          ...{attribute: attributes, property: propertiesOf(element), event: events},
          ...{slot: slots, part: cssParts, css: cssProperties},
        }),
      ];
    })
    .filter((row) => kinds.has(row.split(' ')[1]!));
}

/** Names that a file lists and no element has, and the other way round. */
export function differences(file: string, text: string, manifest: Manifest): string[] {
  const listed = namesIn[file]!(text);
  const kinds = new Set(listed.map((row) => row.split(' ')[1]!));
  const wanted = expected(manifest, kinds);
  return [
    ...listed.filter((row) => !wanted.includes(row)).map((row) => `${file} knows ${row}`),
    ...wanted.filter((row) => !listed.includes(row)).map((row) => `${file} lacks ${row}`),
  ];
}
