import {html, type Markup} from './html.js';
import {formatTag} from '../../src/texts/written.js';
import {boxPrice, priceText} from './money.js';
import type {Language} from './settings.js';
import type {Texts} from './texts.js';

const crate = html`<svg class="crate" viewBox="0 0 220 130" aria-hidden="true">
  <g fill="none" stroke-width="5" stroke-linecap="round">
    <path class="leek" d="M52 74V22M60 74 66 14M44 74 36 26" />
    <path class="chard" d="M96 72V40M124 72V44" />
  </g>
  <path class="leaf" d="M96 44C74 40 76 8 98 4c20 8 22 34-2 40ZM124 48c-18-6-14-34 4-38 18 8 16 32-4 38Z" />
  <circle class="cabbage" cx="164" cy="54" r="30" />
  <path class="vein" d="M164 30c-12 12-12 32-2 46M164 30c13 11 14 30 6 46" />
  <path class="beet" d="M20 74c-6-14 4-26 14-24 9 2 12 14 6 24Z" />
  <g class="wood">
    <rect x="8" y="70" width="204" height="22" rx="3" />
    <rect x="8" y="98" width="204" height="22" rx="3" />
  </g>
  <g class="post">
    <rect x="16" y="64" width="14" height="62" rx="3" />
    <rect x="190" y="64" width="14" height="62" rx="3" />
  </g>
</svg>`;

/** What the shopper gets next, and what it costs. */
export function nextBox(t: Texts, lang: Language): Markup {
  const thursday = new Date();
  thursday.setDate(thursday.getDate() + ((4 - thursday.getDay() + 7) % 7 || 7));
  // Not `dayText`, which keeps a day in one line: with its weekday it may be longer than a phone is wide.
  const options = {weekday: 'long', day: 'numeric', month: 'long'} as const;
  const day = new Intl.DateTimeFormat(formatTag(lang), options).format(thursday);
  return html`<aside class="box" aria-labelledby="box-title">
    ${crate}
    <h2 id="box-title">${t.nextBox}</h2>
    <p class="day">${day}</p>
    <ul>
      ${t.items.map((item) => html`<li>${item}</li>`)}
    </ul>
    <p class="price"><span>${t.price}</span><b>${priceText(...boxPrice, lang)}</b></p>
    <p class="small">${t.pause}</p>
  </aside>`;
}
