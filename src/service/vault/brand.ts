import {brandIds, cardBrands} from '../../protocol/index.js';
import type {BrandId} from '../../protocol/index.js';

/** The brand whose range of leading digits fits a whole number best (the longest range wins). */
export function brandOfNumber(number: string): BrandId | 'unknown' {
  let best: {id: BrandId; digits: number} | undefined;
  for (const id of brandIds) {
    for (const [first, last] of cardBrands[id].ranges) {
      const head = number.slice(0, first.length);
      const fits = head.length === first.length && head >= first && head <= last;
      if (fits && first.length > (best?.digits ?? 0)) best = {id, digits: first.length};
    }
  }
  return best?.id ?? 'unknown';
}
