import {css} from 'lit';

/** Layouts, narrow rooms, less motion, forced colours, print. */
export const variantStyles = css`
  @container (inline-size >= 560px) {
    [data-layout='inline'] .fields {
      grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr);
    }
    [data-layout='inline'] .number {
      grid-column: auto;
    }
  }
  [data-layout='compact'] {
    .fields {
      gap: 0;
    }
    :is(.number, .expiry, .security-code) .label {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    .number .box {
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
    .expiry .box,
    .security-code .box {
      margin-block-start: -1px;
      border-start-start-radius: 0;
      border-start-end-radius: 0;
    }
    .expiry .box {
      border-end-end-radius: 0;
    }
    .security-code .box {
      margin-inline-start: -1px;
      border-end-start-radius: 0;
    }
    .box:focus-within,
    .box[data-focused] {
      z-index: 1;
    }
    /* The three boxes are one, and one line below holds the number's error, or the other two's. */
    .number,
    .expiry,
    .security-code {
      display: contents;
    }
    .number .box {
      grid-area: 1 / 1 / auto / -1;
    }
    .expiry .box,
    .security-code .box {
      grid-row: 2;
    }
    .number .error {
      grid-area: 3 / 1 / auto / -1;
    }
    .expiry .error {
      grid-area: 3 / 1;
    }
    .security-code .error {
      grid-area: 3 / 2;
    }
    .number .box:not([data-invalid]) + .error,
    .fields[data-number-invalid] :is(.expiry, .security-code) .error {
      visibility: hidden;
    }
    .error {
      margin-inline-end: 8px;
    }
  }
  /* As much room for errors as before the script, where the longest takes two lines. */
  @container (inline-size < 340px) {
    .error {
      min-block-size: 40px;
    }
  }
  @container (inline-size < 300px) {
    :not(.number) > .error {
      min-block-size: 20px;
    }
    .field {
      grid-column: 1 / -1;
    }
    .full {
      --_rows: 6;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .box,
    .button,
    .fields,
    .frame {
      transition: none;
      animation: none;
    }
    .shimmer::after {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .box {
      border-color: ButtonBorder;
    }
    .box[data-focused],
    .box:focus-within {
      outline: 3px solid Highlight;
      border-color: Highlight;
    }
    .shimmer {
      background: GrayText;
    }
    .button:focus-visible {
      outline-color: Highlight;
    }
  }
`;
