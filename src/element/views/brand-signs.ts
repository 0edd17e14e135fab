import {svg, type SVGTemplateResult} from 'lit';
import {brandSignsOf} from '../../protocol/brand-signs.js';
import type {BrandId} from '../../protocol/index.js';

/** Sign on the card of each brand, and the place of its four-digit code. */
export const brandSigns: Readonly<Record<BrandId | 'fourDigits', SVGTemplateResult>> = {
  ...brandSignsOf(svg),
  fourDigits: svg`<path d="M4 17.5h11" stroke-width="1.5" stroke-opacity=".5"/><path d="M4 9h6" stroke-width="4" stroke-opacity=".5"/>
    <rect class="spot" x="15.5" y="5" width="17" height="8" rx="4" stroke-width="1.5"/>
    <path d="M19 9h0M22.3 9h0M25.6 9h0M29 9h0" stroke-width="2.2" stroke-linecap="round"/>`,
};
