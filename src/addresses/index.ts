import {loaders} from './data/on-demand.js';
import {anyCountry, readRules, type CountryRules} from './rules.js';

export {AddressForm, addressFields, regionOf, type AddressFieldName} from './form.js';
export {cityKinds, codeKinds, stateIn, stateKinds, type AddressPart, type CountryRules} from './rules.js';

/**
 * Loads the rules of one country.
 *
 * @param code ISO 3166-1 alpha-2.
 */
export async function loadCountry(code: string): Promise<CountryRules> {
  const load = Object.hasOwn(loaders, code) ? loaders[code as keyof typeof loaders] : undefined;
  if (load) return readRules(code, await load());
  const {others} = await import('./data/others.js');
  return readRules(code, {rules: others[code] ?? anyCountry});
}
