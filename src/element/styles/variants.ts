import {css} from 'lit';

/** Layouts, narrow rooms, less motion, forced colours, print. */
export const variantStyles = css`
  @container (inline-size >= max(560px, 35rem)) {
    [data-layout='inline'] .fields {
      grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr);
    }
    [data-layout='inline'] .number {
      grid-column: auto;
    }
  }
  /* Three boxes are one card: each label stands in its box, and their errors one below the other under all of them. */
  @container (inline-size >= max(300px, 18.75rem)) {
    [data-layout='compact'] {
      .fields {
        column-gap: 0;
      }
      :is(.number, .expiry, .security-code) {
        display: contents;
        /* Its sides are this element's: a box of digits runs left to right everywhere. */
        border-radius: var(--_radius);
        .label {
          z-index: 2;
          align-self: start;
          margin: calc(7 * var(--_u)) var(--_inset) 0;
          font-size: calc(12 * var(--_u));
          line-height: calc(16 * var(--_u));
        }
        .box {
          block-size: max(var(--_height), calc(56 * var(--_u)));
          margin-inline: inherit;
          border-radius: inherit;
        }
        :is(.frame, .input, .trail) {
          padding-block-start: calc(18 * var(--_u));
        }
      }
      .number > * {
        grid-area: 1 / 1 / auto / -1;
      }
      .expiry > * {
        grid-area: 2 / 1;
      }
      .security-code > * {
        grid-area: 2 / 2;
      }
      .number .error {
        grid-row: 3;
      }
      :is(.expiry, .security-code) .error {
        grid-row: 4;
      }
      .number {
        border-end-start-radius: 0;
        border-end-end-radius: 0;
      }
      :is(.expiry, .security-code) {
        border-start-start-radius: 0;
        border-start-end-radius: 0;
        .box {
          margin-block-start: -1px;
        }
      }
      .expiry {
        border-end-end-radius: 0;
      }
      .security-code {
        margin-inline-start: -1px;
        border-end-start-radius: 0;
      }
      .error {
        margin-inline-end: 8px;
      }
    }
  }
  /* As much room for errors as before the script, where the longest takes two lines. */
  @container (inline-size < max(340px, 21.25rem)) {
    .error {
      min-block-size: calc(40 * var(--_u));
    }
  }
  @container (inline-size < max(300px, 18.75rem)) {
    :not(.number) > .error {
      min-block-size: calc(20 * var(--_u));
    }
    .field {
      grid-column: 1 / -1;
    }
    .full {
      --_rows: 6;
    }
  }
  @media (prefers-reduced-motion: reduce) {
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
    .shimmer {
      background: GrayText;
    }
  }
`;
