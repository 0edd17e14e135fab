import {css} from './css.js';

/** Names and their defaults. Private names (`--_…`) are what the other sheets use. */
export const themeStyles = css`
  :host {
    /* One pixel of the design; more where the shopper has set larger text, never less. */
    --_u: max(1px, 0.0625rem);
    --_ink: var(--card-vault-text, light-dark(#1b1f27, #eceef2));
    --_muted: var(--card-vault-muted, light-dark(#5a6372, #a6adba));
    --_surface: var(--card-vault-surface, light-dark(#fff, #1a1d24));
    --_border: var(--card-vault-border, light-dark(#7a818e, #737b8a));
    --_accent: var(--card-vault-accent, var(--_page-accent, light-dark(#2456d6, #8fb1ff)));
    --_button: var(--card-vault-button-background, var(--_accent));
    --_danger: var(--card-vault-danger, light-dark(#b91f2b, #ff9a94));
    --_placeholder: var(--card-vault-placeholder, light-dark(#6a7282, #9098a6));
    --_radius: var(--card-vault-radius, 8px);
    /* A finger needs 44 pixels, and phones zoom into smaller text than 16; a mouse needs neither. */
    --_f: 4;
    --_height: max(calc(11 * var(--_f) * var(--_u)), var(--card-vault-field-height, calc(48 * var(--_u))));
    --_inset: var(--card-vault-inset, 13px);
    --_gap: var(--card-vault-gap, 12px);
    --_ground: var(--card-vault-field-background, var(--_surface));
    --_field-radius: var(--card-vault-field-radius, var(--_radius));
    --_line: var(--card-vault-border-width, 1px);
    display: block;
    position: relative;
    color: var(--_ink);
    text-align: start;
  }
  /*
   * The form asks how wide it is, so it cannot say how wide it wants to be. These tracks do, to parents that ask their content: at least
   * 200 px, at best 22rem. In an element of its own, as a page may say how the tag is displayed.
   */
  .fit {
    display: grid;
    flex: 1 0 100%;
    grid-template-columns: minmax(200px, 22rem) minmax(0, 1fr);
  }
  .base {
    grid-column: 1 / -1;
    container-type: inline-size;
    white-space: normal;
    text-indent: 0;
  }
  @media (pointer: fine) {
    :host {
      --_f: 3;
    }
  }
  @media (prefers-contrast: more) {
    :host {
      --_border: var(--_ink);
      --_muted: color-mix(in srgb, var(--_ink) 80%, var(--_surface));
      --_placeholder: var(--_muted);
    }
  }
  :host([hidden]) {
    display: none;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  .sr {
    position: absolute;
    inset: 0 auto auto 0;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .input,
  .probe {
    font-family: var(--card-vault-field-font, inherit);
    font-size: max(calc(4 * var(--_f) * var(--_u)), var(--card-vault-field-text-size, calc(16 * var(--_u))));
    font-style: normal;
    font-weight: var(--card-vault-field-text-weight, 400);
    line-height: 1.5em;
    font-variant-numeric: tabular-nums;
  }
  .probe {
    position: absolute;
    visibility: hidden;
    color: var(--_ink);
    background-color: var(--_ground);
    outline-color: var(--_placeholder);
    transition: 1ms;
    transition-property: color, background-color, outline-color, font-size;
  }
`;
