import {brandIds, type BrandId} from '../protocol/brand-names.js';

/** The brands that `accepted-brands` names; none where every brand is accepted. */
export function acceptedBrandsOf(text: string | undefined): readonly BrandId[] {
  const names = (text ?? '').toLowerCase().split(/[\s,]+/);
  return brandIds.filter((id) => names.includes(id));
}

/** The names in it that are no brand. */
export function unknownBrandsOf(text: string): readonly string[] {
  const known: readonly string[] = brandIds;
  return text.split(/[\s,]+/).filter((name) => name && !known.includes(name.toLowerCase()));
}
