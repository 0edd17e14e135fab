import {cardBrands, type BrandId} from './brands.js';

/** How long the numbers of a brand are on nearly every card, where the brand allows other lengths as well. */
const usualLengths: Partial<Record<BrandId, number>> = {visa: 16, discover: 16, diners: 14, jcb: 16};

/**
 * Whether a number of these brands is as long as it usually is, or can be. If its check digit is wrong then, a wrong
 * digit is likelier than a missing one. A co-badged card has several brands: the length must be usual for each.
 */
export function hasUsualLength(length: number, brands: readonly BrandId[]): boolean {
  const isUsual = (brand: BrandId): boolean =>
    length === usualLengths[brand] || length === Math.max(...cardBrands[brand].lengths);
  return brands.length > 0 && brands.every(isUsual);
}
