import {brandOf, cardBrands} from '../../../../../src/protocol/index.js';
import {brandSignsOf} from '../../../../../src/protocol/brand-signs.js';
import type {CardSummaryRow} from '../../../domain/payment-methods/rows.js';
import type {Language} from '../language.js';
import {markup, type Markup} from './markup.js';

const signs = brandSignsOf(markup);
const plain = markup`<path d="M2 9h32" stroke="currentColor" stroke-width="3" /><path d="M6 15.5h7" stroke="currentColor" stroke-width="1.5" />`;

/** The mark of a card's brand, as `<card-vault-list>` draws it; its name stands beside it. */
export function brandMark({brand}: Pick<CardSummaryRow, 'brand'>): Markup {
  const known = brandOf(brand);
  return markup`<svg class="sign" viewBox="0 0 36 24" aria-hidden="true" focusable="false"><rect class="ground" x=".5" y=".5" width="35" height="23" rx="4" fill="${known ? '#fff' : 'none'}" stroke="currentColor" stroke-opacity=".35" />${known ? signs[known] : plain}</svg>`;
}

/** A card by its brand and last digits, isolated so that they keep their order in right-to-left sentences. */
export function cardName({brand, last_four: lastFour}: CardSummaryRow, {say}: Language): string {
  const known = brandOf(brand);
  return `\u2066${known ? cardBrands[known].name : say('card')} \u2022\u2022\u2022\u2022\u00a0${lastFour}\u2069`;
}
