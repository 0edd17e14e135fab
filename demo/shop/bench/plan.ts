import {testCardBrands, type TestCardBrand} from 'card-vault/testing';
import {languageTags, pseudoTags} from '../../../src/texts/index.js';
import type {Moment} from './looks.js';
import {cases, expectedOf, type Case, type Outcome} from './cases.js';

export const ways = ['dialog', 'inline', 'redirect'] as const;
export const widths = ['1024', '800', '360', '320'] as const;
export const themes = ['auto', 'light', 'dark'] as const;
export type Way = (typeof ways)[number];

/** Lists of the matrix, by their names in the address of the bench; the first value of each is taken unless said. */
export const axes = {
  case: cases.map(({id}) => id),
  brand: testCardBrands,
  way: ways,
  lang: [...languageTags, ...pseudoTags] as readonly string[],
  width: widths,
  theme: themes,
} as const;
export type Axis = keyof typeof axes;

/** What is chosen of each list. */
export type Choice = Readonly<Record<Axis, readonly string[]>>;

/** The seven statuses, every brand and way, in one language, width and theme. */
const usual: Choice = {
  case: cases.filter(({group}) => group === 'Statuses').map(({id}) => id),
  brand: testCardBrands,
  way: ways,
  ...{lang: ['en'], width: ['1024'], theme: ['auto']},
};

/** One place of the matrix. */
export interface Run {
  readonly key: string;
  readonly case: Case;
  readonly brand: TestCardBrand;
  readonly way: Way;
  readonly lang: string;
  readonly width: string;
  readonly theme: string;
  readonly expected: Outcome;
  /** Case of the card; another than the case where the brand has no card for that. */
  readonly cardCase: string;
}

/** A choice, list by list. */
export const byAxis = (of: (axis: Axis) => readonly string[]): Choice =>
  Object.fromEntries((Object.keys(axes) as Axis[]).map((axis) => [axis, of(axis)])) as unknown as Choice;

/** The choice of an address; a list that it does not name has its usual values. */
export const choiceOf = (query: URLSearchParams): Choice =>
  byAxis((axis) => {
    const asked = query.getAll(axis).filter((value) => (axes[axis] as readonly string[]).includes(value));
    return asked.length > 0 ? asked : usual[axis];
  });

/** The runs of a choice, in its order; brands without a card for a case are left out. */
export function runsOf(choice: Choice): readonly Run[] {
  const runs: Run[] = [];
  for (const one of cases.filter(({id}) => choice.case.includes(id)))
    for (const brand of testCardBrands.filter((each) => choice.brand.includes(each))) {
      const card = one.card(brand);
      if (!card) continue;
      const expected = expectedOf(one, card);
      for (const way of ways.filter((each) => choice.way.includes(each)))
        for (const lang of choice.lang)
          for (const width of choice.width)
            for (const theme of choice.theme) {
              const key = [one.id, brand, way, lang, width, theme].join(' ');
              runs.push({...{key, case: one, brand, way, lang, width, theme, expected}, cardCase: card.case});
            }
    }
  return runs;
}

/** Address at which the bench has this run alone. */
export function linkOf({case: {id}, brand, way, lang, width, theme}: Run): string {
  return `/bench?${new URLSearchParams({case: id, brand, way, lang, width, theme})}`;
}

/** Address of the page that plays a run, to its end or until the card is typed. */
export function pageOf(
  {cardCase, brand, way, lang, width, theme}: Run,
  id: string,
  moment: Moment = 'end',
): string {
  const settings = {'step-up': way, lang, ...(theme !== 'auto' && {theme}), stay: 'on'};
  const until = moment === 'form' && {until: moment};
  return `/?${new URLSearchParams({...settings, run: id, case: cardCase, brand, width, ...until})}`;
}

export const nameOf = ({case: {id}, brand, way, lang, width, theme}: Run): string =>
  `${id} ${brand}, ${way}, ${lang}, ${width} px${theme === 'auto' ? '' : `, ${theme}`}`;
