import {html, svg, type TemplateResult} from 'lit';
import type {KnownBrand} from '../options.js';
import {brandSigns} from './brand-signs.js';

const plainCard = svg`<path d="M2 9h32" stroke="currentColor" stroke-width="3"/><path d="M6 15.5h7" stroke="currentColor" stroke-width="1.5"/>`;

/** The mark of a brand, named for screen readers; a plain card while the brand is not known. */
export function brandMark(brand: KnownBrand, name: string): TemplateResult {
  const sign = brand === 'unknown' ? undefined : brandSigns[brand];
  const known = sign !== undefined;
  return html`<svg
    class="mark"
    part="brand-mark"
    data-brand=${brand}
    role="img"
    aria-label=${name}
    viewBox="0 0 36 24"
    width="36"
    height="24"
  >
    <rect
      class=${known ? 'ground' : 'plain'}
      x=".5"
      y=".5"
      width="35"
      height="23"
      rx="4"
      fill=${known ? '#fff' : 'none'}
      stroke="currentColor"
      stroke-opacity=${known ? '.35' : '1'}
    />
    ${sign ?? plainCard}
  </svg>`;
}

/** Where the security code stands: three digits on the back, or four on the front. */
export function codeMark(length: 3 | 4, name: string): TemplateResult {
  return html`<svg
    class="mark"
    part="code-mark"
    id="security-code-hint"
    data-length=${length}
    role="img"
    aria-label=${name}
    viewBox="0 0 36 24"
    width="36"
    height="24"
    fill="none"
    stroke="currentColor"
  >
    <rect x=".5" y=".5" width="35" height="23" rx="4" />
    ${
      length === 3
        ? svg`<path d="M1 6.5h34" stroke-width="4"/><path d="M4 14.5h12" stroke-width="1.5" stroke-opacity=".5"/>
          <rect class="spot" x="18.5" y="11" width="14" height="8" rx="4" stroke-width="1.5"/>
          <path d="M22 15h0M25.5 15h0M29 15h0" stroke-width="2.2" stroke-linecap="round"/>`
        : brandSigns.fourDigits
    }
  </svg>`;
}
