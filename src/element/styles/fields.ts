import {css} from './css.js';

/** The field grid, the boxes and what stands in them. */
export const fieldStyles = css`
  .fields {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    column-gap: var(--_gap);
  }
  /* Labels, boxes and errors of one row share their tracks: a label that wraps moves the boxes beside it too. */
  .field {
    display: grid;
    grid-row: span 3;
    grid-template-rows: subgrid;
    grid-template-columns: minmax(0, 1fr);
    min-inline-size: 0;
    margin-block-end: var(--card-vault-row-gap, 6px);
  }
  .wide {
    grid-column: 1 / -1;
  }
  .label {
    align-self: end;
    margin-block-end: var(--card-vault-label-gap, 6px);
    font-size: var(--card-vault-label-size, calc(14 * var(--_u)));
    font-weight: var(--card-vault-label-weight, 500);
    letter-spacing: var(--card-vault-label-letter-spacing, inherit);
    line-height: var(--card-vault-label-line-height, calc(10 / 7));
    color: var(--card-vault-label-color, var(--_ink));
  }
  .box {
    position: relative;
    display: flex;
    block-size: var(--_height);
    border: var(--_line) solid var(--_border);
    border-radius: var(--_field-radius);
    background: var(--_ground);
    box-shadow: var(--card-vault-field-shadow, none);
    color: var(--_ink);
    overflow: clip;
    overflow-clip-margin: 4px;
  }
  .box[data-focused],
  .box:focus-within {
    border-color: var(--card-vault-border-focus, var(--_accent));
    outline: var(--card-vault-ring-width, 3px) solid
      var(--card-vault-ring, color-mix(in srgb, var(--_accent) 70%, transparent));
  }
  .frame {
    flex: 1;
    min-inline-size: 0;
    padding-inline: var(--_inset);
    overflow: clip;
    transition: opacity 150ms;
  }
  /* The frames' pages are transparent; a scheme other than their own would make browsers paint a ground behind them. */
  ::slotted(:is([slot='number'], [slot='security-code'])) {
    all: initial !important;
    visibility: inherit !important;
    pointer-events: inherit !important;
  }
  ::slotted([slot]) {
    display: block !important;
    inline-size: 100% !important;
    block-size: 100% !important;
    margin: 0 !important;
    padding: 0 !important;
    border: 0 !important;
    color-scheme: light !important;
  }
  ::slotted([slot])::before,
  ::slotted([slot])::after {
    content: none !important;
  }
  /* Not of the slotted element: Chromium sometimes keeps such a style when the attribute has gone. */
  [data-loading] .frame {
    opacity: 0;
    /* A click is for the box, which remembers it: a frame that is not live yet would swallow it. */
    pointer-events: none;
  }
  .shimmer {
    position: absolute;
    inset-block: 0;
    inset-inline-start: var(--_inset);
    inline-size: min(55%, 190px);
    block-size: 12px;
    margin-block: auto;
    border-radius: 6px;
    background: color-mix(in srgb, var(--_muted) 24%, transparent);
    animation: shimmer 0.9s infinite alternate;
  }
  @keyframes shimmer {
    to {
      opacity: 0.4;
    }
  }
  /* The longest error there may be keeps its lines free, unseen. */
  .error {
    display: grid;
    grid-template-columns: calc(14 * var(--_u)) minmax(0, 1fr);
    column-gap: 5px;
    min-block-size: 1lh;
    margin: 2px 0 0;
    font-size: var(--card-vault-error-size, calc(13 * var(--_u)));
    line-height: var(--card-vault-error-line-height, calc(20 / 13));
    color: var(--_danger);
  }
  .error::before {
    content: attr(data-room);
    grid-area: 1 / 2;
    visibility: hidden;
  }
  .fields[data-disabled] {
    opacity: 0.7;
  }
`;
