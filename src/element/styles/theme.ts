import {css} from 'lit';

/** Names and their defaults. Private names (`--_…`) are what the other sheets use. */
export const themeStyles = css`
  :host {
    --_ink: var(--card-vault-text, light-dark(#1b1f27, #eceef2));
    --_muted: var(--card-vault-muted, light-dark(#5a6372, #a6adba));
    --_surface: var(--card-vault-surface, light-dark(#ffffff, #1a1d24));
    --_border: var(--card-vault-border, light-dark(#868d9a, #737b8a));
    --_border-strong: var(--card-vault-border-hover, light-dark(#5f6776, #98a0ae));
    --_accent: var(--card-vault-accent, var(--_page-accent, light-dark(#2456d6, #8fb1ff)));
    --_on-accent: var(
      --card-vault-accent-text,
      oklch(from var(--_accent) clamp(0, (0.64 - l) * 1000, 1) 0 0)
    );
    --_danger: var(--card-vault-danger, light-dark(#b91f2b, #ff9a94));
    --_success: var(--card-vault-success, light-dark(#11703a, #66d694));
    --_placeholder: var(--card-vault-placeholder, light-dark(#6a7282, #9098a6));
    --_radius: var(--card-vault-radius, 8px);
    --_height: max(44px, var(--card-vault-field-height, 48px));
    --_inset: var(--card-vault-inset, 13px);
    --_gap: var(--card-vault-gap, 12px);
    --_quick: 150ms ease-out;
    display: block;
    position: relative;
    container-type: inline-size;
    /* A size container has no width of its own in a parent that asks its content how wide it is. */
    contain-intrinsic-inline-size: 22rem;
    min-inline-size: min(100%, 260px);
    font: inherit;
    color: var(--_ink);
    text-align: start;
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
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .input,
  .probe {
    font-family: var(--card-vault-field-font, inherit);
    font-size: 16px;
    font-style: normal;
    font-weight: 400;
    line-height: 24px;
    font-variant-numeric: tabular-nums;
  }
  .probe {
    position: absolute;
    visibility: hidden;
    color: var(--_ink);
    background-color: var(--_surface);
    outline-color: var(--_placeholder);
    transition:
      color 1ms,
      background-color 1ms,
      outline-color 1ms;
  }
`;
