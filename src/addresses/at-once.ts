import {listed} from './data/at-once.js';
import {others} from './data/others.js';
import {anyCountry, readRules, type CountryRules} from './rules.js';

/** Whether a page loads a file for this country alone. */
export const isListed = (code: string): boolean => Object.hasOwn(listed, code);

/**
 * The rules of one country for servers, which draw a form before they could load anything: what `loadCountry` has, without
 * the list of states.
 *
 * @param code ISO 3166-1 alpha-2.
 */
export function countryAtOnce(code: string): CountryRules {
  const [language, rules] = listed[code] ?? ['en', others[code] ?? anyCountry];
  return readRules(code, {language, rules});
}
