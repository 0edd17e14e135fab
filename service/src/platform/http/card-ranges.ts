/** Which numbers the brands issue, for texts in which a card number is looked for at every place. */
import {cardBrands} from '../../../../src/protocol/brands.js';

export const shortestNumber = 13;
export const longestNumber = 19;

type Range = readonly [number, number];

const brands = Object.values(cardBrands);
/** How many leading digits tell the brand. */
const prefixLength = Math.max(...brands.flatMap(({ranges}) => ranges.map(([low]) => low.length)));

const numeric = ([low, high]: readonly [string, string]): Range => [
  Number(low.padEnd(prefixLength, '0')),
  Number(high.padEnd(prefixLength, '9')),
];

/** Ranges that touch or overlap become one, so that few are left to compare. */
function merged(ranges: readonly Range[]): readonly Range[] {
  const result: [number, number][] = [];
  for (const [low, high] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else result.push([low, high]);
  }
  return result;
}

/** Ranges of leading digits, by the length of the number. */
const rangesByLength: readonly (readonly Range[])[] = Array.from({length: longestNumber + 1}, (_, length) =>
  merged(brands.filter(({lengths}) => lengths.includes(length)).flatMap(({ranges}) => ranges.map(numeric))),
);

/** Whether a brand issues numbers that begin like this and are as long. Their check digit is not looked at. */
export function isIssuedNumber(digits: string): boolean {
  const prefix = Number(digits.slice(0, prefixLength));
  const ranges = rangesByLength[digits.length] ?? [];
  return ranges.some(([low, high]) => low <= prefix && prefix <= high);
}
