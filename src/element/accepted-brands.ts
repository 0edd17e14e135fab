import {brandIds, type BrandId} from '../protocol/brand-names.js';

/** The brands that `accepted-brands` names; none where every brand is accepted. */
export function acceptedBrandsOf(text: string | undefined): readonly BrandId[] {
  const names = (text ?? '').toLowerCase().split(/[\s,]+/);
  return brandIds.filter((id) => names.includes(id));
}
