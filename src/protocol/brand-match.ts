import {brandIds, cardBrands, type BrandId} from './brands.js';

type Range = readonly [string, string];

/** Digits of the longest prefix of the brand that the number begins with; 0 for none. */
function prefixLength(digits: string, brand: BrandId): number {
  const lengths = cardBrands[brand].ranges.map((range) => (isWithin(digits, range) ? range[0].length : 0));
  return Math.max(0, ...lengths);
}

function isWithin(digits: string, [low, high]: Range): boolean {
  const head = digits.slice(0, low.length);
  return head.length === low.length && low <= head && head <= high;
}

/** Whether more digits may lead into a range. */
function leadsTo(digits: string, [low, high]: Range): boolean {
  const {length} = digits;
  return length < low.length && low.slice(0, length) <= digits && digits <= high.slice(0, length);
}

/**
 * The brands that a number may be of, by its digits so far, the likeliest first. A longer prefix wins over a shorter one, and
 * brings the brands that share its cards. A local brand is a candidate once its prefix is there, or where nothing else fits:
 * with the first 4, a card is a Visa card.
 */
export function brandsOf(digits: string): BrandId[] {
  if (digits === '') return [];
  const matched = new Map(brandIds.map((id) => [id, prefixLength(digits, id)]));
  const longest = Math.max(...matched.values());
  const best = longest > 0 ? brandIds.filter((id) => matched.get(id) === longest) : [];
  const shared = best.flatMap((id) => cardBrands[id].sharedWith).filter((id) => matched.get(id)! > 0);
  const begun = brandIds.filter((id) => cardBrands[id].ranges.some((range) => leadsTo(digits, range)));
  const found = brandIds.filter(
    (id) => best.includes(id) || shared.includes(id) || (begun.includes(id) && !cardBrands[id].local),
  );
  return found.length > 0 ? found : begun;
}
