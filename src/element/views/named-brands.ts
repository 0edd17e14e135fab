import {brandIds} from '../../protocol/brand-ids.js';
import type {ShownBrands} from '../fields/brands.js';

/** The brands that `accepted-brands` names, while there is no number yet. */
export function namedBrands(value = ''): ShownBrands {
  const names = value.toLowerCase().split(/[\s,]+/);
  const accepted = brandIds.filter((id) => names.includes(id));
  return {accepted, found: [], choices: [], chosen: undefined, choose: () => undefined};
}
