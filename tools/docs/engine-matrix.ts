import {
  engineTitles,
  journeyNames,
  resultsIn,
  roughPlaces,
  type EngineTitle,
  type JourneyName,
  type RoughPlace,
} from '../../test/journeys/rough/plan.js';
import {table} from './flow-document.js';

const places: readonly RoughPlace[] = Object.values<RoughPlace>(roughPlaces);

/** The gaps of all places, in the order in which the table numbers them. */
const gaps = places.flatMap(({title, gaps = {}}) =>
  engineTitles.flatMap((engine) => (gaps[engine] ? [{title, engine, reason: gaps[engine]}] : [])),
);

/** A row for each engine, or one for all where nothing differs. */
function rowsOf(place: RoughPlace): readonly (readonly string[])[] {
  const rows = engineTitles.map((engine) => [
    engineWithGap(engine, place.title),
    ...journeyNames.map((journey) => cell(place, engine, journey)),
  ]);
  const [first, ...others] = rows.map((row) => row.slice(1).join());
  const isSame = !place.gaps && others.every((other) => other === first);
  const shown = isSame ? [['all', ...rows[0]!.slice(1)]] : rows;
  return shown.map((row, index) => [index === 0 ? place.title : '', ...row]);
}

function cell(place: RoughPlace, engine: EngineTitle, journey: JourneyName): string {
  const result = resultsIn(place, engine).get(journey) ?? '';
  return result && place.always.includes(journey) ? `**${result}**` : result;
}

function engineWithGap(engine: EngineTitle, title: string): string {
  const at = gaps.findIndex((gap) => gap.engine === engine && gap.title === title);
  return at < 0 ? engine : `${engine} (gap ${at + 1})`;
}

/** `docs/engine-matrix.md`, made from the plan that the suites run. */
export function matrixDocument(): string {
  return [
    '# Journeys in rough places',
    '',
    'Made from `test/journeys/rough/plan.ts` by `npm run docs`; do not edit. Each journey named here runs in each engine,',
    'and fails where it does not end as this table says: those in bold type by `npm test -- engine-journeys`, which CI runs on',
    'every change, all of them by `CARD_VAULT_WHOLE=1 npm test -- engine-journeys`.',
    '',
    '- _passes_: the journey ends as it does elsewhere.',
    '- _helped_: it cannot, and the shopper reads what to do; nothing hangs.',
    '- empty: not run there, because the condition changes nothing for it or ends it as the journey beside it, or for a gap.',
    '',
    ...table(['Where', 'Engine', ...journeyNames], places.flatMap(rowsOf)),
    '',
    '## What the shopper sees there',
    '',
    ...table(
      ['Where', 'What is different'],
      places.flatMap(({title, note}) => (note ? [[title, note]] : [])),
    ),
    '',
    '## Gaps',
    '',
    ...table(
      ['No.', 'Engine', 'Where', 'Reason'],
      gaps.map(({engine, title, reason}, index) => [`${index + 1}`, engine, title, reason]),
    ),
    '',
  ].join('\n');
}
