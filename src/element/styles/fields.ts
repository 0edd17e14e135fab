import {css} from 'lit';

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
    margin-block-end: 6px;
  }
  .wide {
    grid-column: 1 / -1;
  }
  .label {
    align-self: end;
    margin-block-end: 6px;
    font-size: calc(14 * var(--_u));
    font-weight: 500;
    line-height: calc(20 * var(--_u));
    color: var(--_ink);
  }
  .box {
    position: relative;
    display: flex;
    align-items: stretch;
    block-size: var(--_height);
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_ink);
    cursor: text;
    overflow: clip;
    overflow-clip-margin: 4px;
  }
  .box[data-focused],
  .box:focus-within {
    border-color: var(--_accent);
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--_accent) 70%, transparent);
  }
  .frame {
    flex: 1;
    min-inline-size: 0;
    padding-inline: var(--_inset);
    overflow: clip;
    transition: opacity var(--_quick);
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
    overflow: hidden;
    background: color-mix(in srgb, var(--_muted) 24%, transparent);
    pointer-events: none;
  }
  .shimmer::after {
    content: '';
    position: absolute;
    inset: 0;
    background: linear-gradient(
      90deg,
      transparent,
      color-mix(in srgb, var(--_surface) 70%, transparent),
      transparent
    );
    translate: -100%;
    animation: shimmer 1.4s ease-in-out infinite;
  }
  @keyframes shimmer {
    to {
      translate: 100%;
    }
  }
  /* The longest error there may be keeps its lines free, unseen. */
  .error {
    display: grid;
    grid-template-columns: calc(14 * var(--_u)) minmax(0, 1fr);
    column-gap: 5px;
    min-block-size: calc(20 * var(--_u));
    margin: 2px 0 0;
    font-size: calc(13 * var(--_u));
    line-height: calc(20 * var(--_u));
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
