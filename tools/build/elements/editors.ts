// The elements as editors have them: web-types (JetBrains) and HTML data (VS Code).
import type {Declaration, Manifest} from './manifest.js';
import type {Named} from './tables.js';
import {elementsOf, propertiesOf} from './typings.js';

const typed = ({name, description, type, default: fallback}: Named) => ({
  ...{name, description},
  ...(type && {value: {type: type.text}}),
  ...(fallback && {default: fallback.replace(/^'|'$/g, '')}),
});
const plain = ({name, description}: Named) => ({name, description});
const withType = ({name, description, type}: Named) => ({name, description, type: type?.text});

const boolean = (entry: Named) => entry.type?.text === 'boolean';

function webTypesElement({tagName, summary, ...element}: Declaration): object {
  const {attributes = [], slots = [], events = [], cssParts = [], cssProperties = []} = element;
  return {
    ...{name: tagName, description: summary},
    attributes: attributes.map((entry) => ({
      ...typed(entry),
      ...(boolean(entry) && {value: {kind: 'no-value', type: 'boolean'}}),
    })),
    slots: slots.map(plain),
    js: {
      properties: propertiesOf({...element, tagName} as Declaration).map(withType),
      events: events.map(withType),
    },
    css: {
      parts: cssParts.map(plain),
      properties: cssProperties.map(({name, description, default: fallback}) => ({
        ...{name, description},
        ...(fallback && {default: fallback}),
      })),
    },
  };
}

/** `web-types.json`. */
export const webTypes = (manifest: Manifest, {name, version}: {name: string; version: string}): object => ({
  $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
  ...{name, version, 'js-types-syntax': 'typescript', 'description-markup': 'markdown'},
  contributions: {html: {elements: elementsOf(manifest).map(webTypesElement)}},
});

/** Events and methods have no place of their own in HTML data, so that they are told of with the tag. */
function tagDescription({summary = '', events = [], slots = []}: Declaration): string {
  const list = (title: string, entries: readonly Named[]) =>
    entries.length === 0
      ? []
      : [`\n\n**${title}**\n`, ...entries.map(({name, description}) => `\n- \`${name}\`: ${description}`)];
  const named = slots.map((slot) => ({...slot, name: slot.name || '(default)'}));
  return [summary, ...list('Events', events), ...list('Slots', named)].join('');
}

/** `vscode.html-custom-data.json`. */
export const htmlData = (manifest: Manifest): object => ({
  version: 1.1,
  tags: elementsOf(manifest).map((element) => ({
    name: element.tagName,
    description: {kind: 'markdown', value: tagDescription(element)},
    attributes: (element.attributes ?? []).map((entry) => ({
      ...{name: entry.name, description: entry.description},
      ...(boolean(entry) && {valueSet: 'v'}),
      ...valuesOf(entry),
    })),
  })),
});

function valuesOf({type}: Named): object {
  const values = [...(type?.text ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => ({name}));
  return values.length > 0 ? {values} : {};
}
