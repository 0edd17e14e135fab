import {westernDigits} from '../protocol/digits.js';

/** Parts of an address, by the letters of libaddressinput. */
const parts = {A: 'street', C: 'city', S: 'state', Z: 'postalCode'} as const;
export type AddressPart = (typeof parts)[keyof typeof parts];

/** Words of countries for a state; a province where the data does not say. */
export const stateKinds = {
  '': 'province',
  state: 'stateName',
  area: 'area',
  county: 'county',
  department: 'department',
  district: 'district',
  do_si: 'doSi',
  emirate: 'emirate',
  island: 'island',
  oblast: 'region',
  parish: 'parish',
  prefecture: 'prefecture',
  region: 'region',
} as const;
export const codeKinds = {
  '': 'postalCode',
  zip: 'zipCode',
  pin: 'pinCode',
  eircode: 'eircode',
  postcode: 'postcode',
} as const;
export const cityKinds = {
  '': 'city',
  district: 'cityDistrict',
  post_town: 'postTown',
  suburb: 'suburb',
} as const;

type KindOf<Kinds> = Kinds[keyof Kinds];

/** The rules of a country, as its file of `data` has them. */
export interface CountryFile {
  /** Language of the names and of the local order, BCP 47. */
  readonly language?: string;
  /** Order, required parts, pattern of postal codes, an example, kinds. */
  readonly rules: string;
  readonly states?: string;
}

export interface State {
  /** Of ISO 3166-2 without the country, such as `CA`, where the state has one; else its name. */
  readonly code: string;
  /** Names by BCP 47 tag: the country's own language, `latin` in Latin letters. */
  readonly names: Readonly<Record<string, string>>;
  readonly own: string;
}

/** How addresses of one country are written. */
export interface CountryRules {
  readonly code: string;
  /** The parts that an address has, in their order for readers of a language. */
  order(language: string): readonly AddressPart[];
  readonly required: readonly AddressPart[];
  /** Whether a postal code looks right, with or without its spaces and hyphens. */
  isPostalCode(text: string): boolean;
  /** A postal code of the country; empty where the data has none. */
  readonly example: string;
  /** The country's words for the parts: keys of `texts`. */
  readonly state: KindOf<typeof stateKinds>;
  readonly postalCode: KindOf<typeof codeKinds>;
  readonly city: KindOf<typeof cityKinds>;
  /** Empty where the state is any text. */
  readonly states: readonly State[];
  /** The states with their names for readers of a language, in their order. */
  statesIn(language: string): readonly {readonly code: string; readonly name: string}[];
}

/** A postal code in Latin digits and capitals, without spaces and hyphens. */
const bareCode = (text: string): string =>
  westernDigits(text.normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '');

/** Finds a state by its code or name, in any case, with or without accents. */
export function stateIn({states}: Pick<CountryRules, 'states'>, text: string): State | undefined {
  const {compare} = new Intl.Collator('en', {sensitivity: 'base', ignorePunctuation: true});
  const wanted = text.trim();
  return (
    states.find(({code}) => compare(code, wanted) === 0) ??
    states.find(({own, names}) => [own, ...Object.values(names)].some((name) => compare(name, wanted) === 0))
  );
}

/** Rules of a country that the data says nothing of: a street and a city. */
export const anyCountry = 'AC AC';

/** Reads a country's file. */
export function readRules(code: string, file: CountryFile): CountryRules {
  const {language = 'en', rules} = file;
  const [orders = '', required = '', pattern = '', example = '', kinds = ''] = rules.split(' ');
  const [local = '', latin = local] = orders.split('/');
  const [state = '', postalCode = '', city = ''] = kinds.split('/');
  // Mail from abroad bears the country's code, or its sign on cars: `SI-1000`, `D-10115`.
  const whole = new RegExp(`^(?:${code}|${code[0]!})?(?:${pattern})$`);
  const states = readStates(file.states ?? '');
  const inOrder = new Map<string, readonly {readonly code: string; readonly name: string}[]>();
  const isLocal = (tag: string): boolean => tag.split('-')[0] === language.split('-')[0];
  return {
    code,
    order: (tag) => partsOf(isLocal(tag) ? local : latin),
    required: partsOf(required),
    isPostalCode: (text) => pattern === '' || whole.test(bareCode(text)),
    example: example.replaceAll('_', ' '),
    state: stateKinds[state as keyof typeof stateKinds],
    postalCode: codeKinds[postalCode as keyof typeof codeKinds],
    city: cityKinds[city as keyof typeof cityKinds],
    states,
    statesIn(tag) {
      const sorted = inOrder.get(tag);
      if (sorted) return sorted;
      const named = states.map(({code: id, names, own}) => ({
        code: id,
        name: names[tag.split('-')[0]!] ?? (isLocal(tag) ? own : (names['latin'] ?? own)),
      }));
      // The country's own order is the one that its people know.
      const isOwn = named.every(({name}, index) => name === states[index]!.own);
      const {compare} = new Intl.Collator(tag);
      if (!isOwn) named.sort((one, other) => compare(one.name, other.name));
      inOrder.set(tag, named);
      return named;
    },
  };
}

const partsOf = (letters: string): readonly AddressPart[] =>
  [...letters].map((letter) => parts[letter as keyof typeof parts]);

/** `key=name/name in Latin letters/tag:name`, separated by `|`. */
function readStates(text: string): readonly State[] {
  if (text === '') return [];
  return text.split('|').map((entry) => {
    const [first = '', ...others] = entry.split('/');
    const [code = '', own = code] = first.split('=');
    const names = others.map((other) => {
      const [, tag = 'latin', name] = /^(?:([a-z]{2}):)?(.*)$/.exec(other)!;
      return [tag, name] as const;
    });
    return {code, own, names: Object.fromEntries(names) as Record<string, string>};
  });
}
