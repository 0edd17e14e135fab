// What guides take from elsewhere: tables that follow from the product, between `<!-- made: languages -->` and `<!-- end -->`, and
// files of the examples, between `<!-- code: examples/next/app/page.tsx -->` and `<!-- end -->`.
import {readFileSync, readdirSync} from 'node:fs';
import {extname} from 'node:path';
import {format, resolveConfig} from 'prettier';
import {decliningTestCards} from '../../../src/testing/declining-cards.js';
import {testCards} from '../../../src/testing/test-cards.js';
import {address} from '../../../src/texts/en/address.js';
import {first} from '../../../src/texts/en/first.js';
import {later} from '../../../src/texts/en/later.js';
import {list} from '../../../src/texts/en/list.js';
import {pieces} from '../../../src/texts/en/pieces.js';
import {subscribe} from '../../../src/texts/en/subscribe.js';
import {languages} from '../../../src/texts/index.js';
import {table} from '../flow-document.js';
import {statesOfSubscriptions} from '../subscription-document.js';

const spaced = (number: string): string => `\`${number.replace(/(\d{4})(?=\d)/g, '$1 ')}\``;
const occasions = {
  always: 'It cannot be saved.',
  charges: 'Saved; every payment and charge is declined.',
  renewals: 'Saved; the first charge is paid, later ones are declined.',
} as const;

const made: Readonly<Record<string, {readonly file: string; readonly rows: () => readonly string[]}>> = {
  states: {file: 'site/subscriptions.md', rows: statesOfSubscriptions},
  languages: {
    file: 'site/languages.md',
    rows: () =>
      table(
        ['language', 'tag'],
        Object.entries(languages).map(([tag, {name}]) => [name, `\`${tag}\``]),
      ),
  },
  keys: {
    file: 'site/languages.md',
    rows: () =>
      table(
        ['key', 'English', 'of'],
        Object.entries({
          'the form': {...first, ...later},
          addresses: address,
          'the list': list,
          parts: pieces,
          'the subscribe button': subscribe,
        }).flatMap(([where, texts]) =>
          Object.entries<string>(texts).map(([key, english]) => [
            `\`${key}\``,
            english.replaceAll('|', '\\|'),
            where,
          ]),
        ),
      ),
  },
  'test cards': {
    file: 'site/testing.md',
    rows: () =>
      table(
        ['number', 'case', 'what happens'],
        [
          ...testCards
            .filter(({brand}) => brand === 'visa')
            .map(({number, name, case: id, stepUp, outcome, reason}) => [
              spaced(number),
              `\`${id}\``,
              `${name[0]!.toUpperCase()}${name.slice(1)}${stepUp ? ', after a step-up' : ''}: ${reason ?? outcome}.`,
            ]),
          ...decliningTestCards.map(({number, case: id, declines}) => [
            spaced(number),
            `\`${id}\``,
            occasions[declines],
          ]),
        ],
      ),
  },
};

/** The guides with their tables as they have to be. */
export async function writtenGuides(): Promise<Readonly<Record<string, string>>> {
  const texts = Object.entries(made).map(async ([name, {file, rows}]) => {
    const place = new RegExp(`(<!-- made: ${name} -->\n)[^]*?(<!-- end -->)`);
    const text = readFileSync(file, 'utf8');
    if (!place.test(text)) throw new Error(`${file} has no place for: ${name}`);
    const written = text.replace(place, (_, before: string, after: string) =>
      [before, ...rows(), '', after].join('\n'),
    );
    return [file, await format(written, {...(await resolveConfig(file)), filepath: file})] as const;
  });
  return {...Object.fromEntries(await Promise.all(texts)), ...withCode()};
}

/** The pages of the stacks, with the code of their examples. */
function withCode(): Readonly<Record<string, string>> {
  const files = readdirSync('site/start').map((name) => `site/start/${name}`);
  const place = /(<!-- code: (\S+) -->\n)[^]*?(<!-- end -->)/g;
  const written = (_: string, before: string, path: string, after: string) =>
    `${before}\n\`\`\`${extname(path).slice(1)}\n${readFileSync(path, 'utf8')}\`\`\`\n\n${after}`;
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8').replace(place, written)]));
}
