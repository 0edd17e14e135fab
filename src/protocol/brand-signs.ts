import type {BrandId} from './brands.js';

/** Template tag that draws SVG. */
type Draw<Drawn> = (strings: TemplateStringsArray, ...parts: (string | number | Drawn | Drawn[])[]) => Drawn;

/**
 * The sign on the card of each brand, drawn by us: plain shapes in the brands' colours, outlines in forced colours.
 *
 * @param svg - Tag of who draws: the element draws in the page, the hosted pages write HTML.
 */
export function brandSignsOf<Drawn>(svg: Draw<Drawn>): Readonly<Record<BrandId, Drawn>> {
  const word = (text: string, fill: string, size: number, slant = ''): Drawn =>
    svg`<text class="ink" x="18" y="${12 + size * 0.36}" fill="${fill}" font-family="Arial,Helvetica,sans-serif" font-size="${size}" font-weight="800" font-style="${slant || 'normal'}" text-anchor="middle" textLength="${size > 8 ? 24 : 26}" lengthAdjust="spacingAndGlyphs">${text}</text>`;

  const circles = (left: string, right: string, both: string): Drawn =>
    svg`<circle class="shape" cx="14" cy="12" r="7" fill="${left}"/><circle class="shape" cx="22" cy="12" r="7" fill="${right}"/><path class="shape" d="M18 6.3a7 7 0 0 1 0 11.4 7 7 0 0 1 0-11.4" fill="${both}"/>`;

  const bars = (colors: readonly string[], skew: number): Drawn =>
    svg`<g transform="skewX(${skew})">${colors.map(
      (color, index) =>
        svg`<rect class="shape" x="${6.5 + index * 8 - skew * 0.22}" y="5" width="7" height="14" rx="2.5" fill="${color}"/>`,
    )}</g>`;

  /** A short name, as wide as it needs to be. */
  const short = (text: string, fill: string): Drawn => word(text, fill, text.length > 5 ? 7 : 8);

  return {
    visa: word('VISA', '#1a3fb0', 10, 'italic'),
    mastercard: circles('#eb2430', '#f5a11a', '#fa6416'),
    maestro: circles('#0a9bdc', '#e8212c', '#6d6bb4'),
    amex: svg`<rect class="shape" x="3" y="5" width="30" height="14" rx="2" fill="#1f72cd"/>${word('AMEX', '#fff', 8)}`,
    discover: svg`<text class="ink" x="4" y="15" fill="#1d1f24" font-family="Arial,Helvetica,sans-serif" font-size="7.5" font-weight="800" textLength="16" lengthAdjust="spacingAndGlyphs">DISC</text><circle class="shape" cx="26" cy="12.3" r="4.6" fill="#f4832a"/>`,
    diners: svg`<circle class="shape" cx="18" cy="12" r="8" fill="#0a4f9e"/><path class="ink" d="M16 7a5.4 5.4 0 0 0 0 10zM20 7a5.4 5.4 0 0 1 0 10z" fill="#fff"/>`,
    jcb: bars(['#0f62b4', '#dc1f3c', '#14853f'], 0),
    unionpay: bars(['#d9222a', '#1c4f92', '#0c8590'], -10),
    paypak: short('PayPak', '#00704a'),
    mada: short('mada', '#1b6fb5'),
    'cartes-bancaires': svg`<rect class="shape" x="3" y="4" width="30" height="16" rx="3" fill="#1a4f9c"/>${word('CB', '#fff', 9)}`,
    elo: svg`<circle class="shape" cx="18" cy="12" r="10" fill="#1d1f24"/><text class="ink" x="18" y="15" fill="#fff" font-family="Arial,Helvetica,sans-serif" font-size="9" font-weight="800" text-anchor="middle">elo</text>`,
    hipercard: short('Hiper', '#b3131b'),
    hiper: short('Hiper', '#c8500a'),
    naranja: short('Naranja', '#c8500a'),
    carnet: short('Carnet', '#b3131b'),
    mir: short('MIR', '#0b6e4f'),
    rupay: short('RuPay', '#24408f'),
    troy: short('troy', '#00757f'),
    verve: short('Verve', '#b3131b'),
    meeza: short('meeza', '#5b2a86'),
    eftpos: short('eftpos', '#24408f'),
  };
}
