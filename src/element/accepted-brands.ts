import {brandIds, type BrandId} from '../protocol/brand-ids.js';
import {listed} from './option.js';

/** The brands that `accepted-brands` names; none where every brand is accepted. */
export function acceptedBrandsOf(text: string | undefined): readonly BrandId[] {
  const names = listed(text ?? '');
  return brandIds.filter((id) => names.includes(id));
}
