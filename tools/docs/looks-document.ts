// The table of variables in site/looks.md, between two marks; the words around it are written by hand.
import {readFileSync} from 'node:fs';
import {format, resolveConfig} from 'prettier';
import type {InFrames, Topic} from '../../src/element/styles/variables.js';
import {describedVariables, type DescribedVariable} from '../build/elements/variables.js';

const path = 'site/looks.md';
const begin = '<!-- Variables, written by `npm run docs`: -->';
const end = '<!-- End of the variables. -->';

/** Headings of the topics, in their order. */
export const topicTitles: Readonly<Record<Topic, string>> = {
  everywhere: 'All surfaces',
  fields: 'Fields',
  labels: 'Labels',
  messages: 'Errors and notice',
  button: 'Buttons',
  panels: 'Outcome, saved card, list',
  dialog: 'Dialog of the step-up',
  list: 'List of saved cards',
};

const inFrames: Readonly<Record<InFrames, string>> = {
  yes: 'The hosted fields take it.',
  around: 'It is drawn around the frame.',
  own: 'Hosted fields keep that of the browser.',
  'no web font': 'Hosted fields take a font that every system has: their page loads none.',
};

/** The picture of a variable: a piece of a form as it is, and with another value. */
export const pictureOf = (name: string): string => `looks/variables/${name}.webp`;

function row({name, description, shownDefault, type, frames, surfaces}: DescribedVariable): string {
  const picture = `![${name}, by default and changed](${pictureOf(name)})`;
  const is = [description, frames && inFrames[frames], picture].filter(Boolean).join(' ');
  const otherwise = `${type}, \`${shownDefault.replaceAll('var(--card-vault-', 'var(--…')}\``;
  return `| ${[`\`${name}\``, is, otherwise, surfaces.join(', ')].join(' | ')} |`;
}

/** The file with the table as the sheets have it. */
export async function looksDocument(): Promise<Readonly<Record<string, string>>> {
  const variables = describedVariables();
  const tables = (Object.keys(topicTitles) as Topic[]).map((topic) => {
    const rows = variables.filter(({on}) => on === topic).map(row);
    return `### ${topicTitles[topic]}\n\n| variable | is | type, default | where |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  const text = readFileSync(path, 'utf8');
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`${path} has lost the marks of its table.`);
  const whole = `${text.slice(0, before)}${begin}\n\n${tables.join('\n')}\n${text.slice(after)}`;
  return {[path]: await format(whole, {...(await resolveConfig(path)), filepath: path})};
}
