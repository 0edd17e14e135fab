/** Until when a card is good. */

/** No card is issued for longer; a year beyond it is a slip of the finger. The element's field says the same. */
export const longestLifeYears = 20;

/**
 * What is wrong with an expiry of a month `01` to `12` and a year of four digits, in UTC: its year or its month is
 * over, or it lies further ahead than any card is issued for.
 */
export function expiryProblem(month: string, year: string, now: Date): 'year' | 'month' | 'far' | undefined {
  const years = Number(year) - now.getUTCFullYear();
  // A card is good to the last day of its month; months of `Date` count from 0.
  const months = years * 12 + Number(month) - 1 - now.getUTCMonth();
  if (months < 0) return years < 0 ? 'year' : 'month';
  return months > longestLifeYears * 12 ? 'far' : undefined;
}
