import {css} from './css.js';

/** Styles in the boxes and between them once the form works, and the compact layout. */
export const workingStyles = css`
  /* The lines of the consent, which comes with them, beside its box. */
  .words {
    grid-column: 1 / -1;
    min-block-size: calc(44 * var(--_u));
    margin: 0 0 var(--card-vault-row-gap, 6px);
    padding: 10px 0 4px;
    padding-inline-start: 30px;
    font-size: calc(14 * var(--_u));
    line-height: calc(20 * var(--_u));
    visibility: hidden;
  }
  .trail {
    display: flex;
    align-items: center;
    flex: none;
    padding-inline-end: 10px;
    color: var(--_muted);
    pointer-events: none;
  }
  .input {
    appearance: none;
    flex: 1;
    min-inline-size: 0;
    inline-size: 100%;
    margin: 0;
    padding: 0 var(--_inset);
    border: 0;
    border-radius: inherit;
    outline: 0;
    background: transparent;
    color: inherit;
  }
  .input::placeholder {
    color: var(--_placeholder);
    opacity: 1;
  }
  .base[data-labels*='in'] {
    --_height: max(calc(56 * var(--_u)), var(--card-vault-field-height, 0px));
  }
  .base[data-labels*='in'] .field {
    .label {
      grid-area: 2 / 1;
      z-index: 2;
      align-self: start;
      margin: calc(7 * var(--_u)) var(--_inset) 0;
      font-size: calc(12 * var(--_u));
      line-height: calc(16 * var(--_u));
    }
    .box {
      grid-area: 2 / 1 / auto / -1;
    }
    .error {
      grid-row: 3;
    }
    :is(.frame, .input, .trail) {
      padding-block-start: calc(18 * var(--_u));
    }
    &[data-rest] {
      .label {
        visibility: hidden;
      }
      :is(.frame, .input, .trail) {
        padding-block-start: 0;
      }
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
        border-radius: var(--_field-radius);
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
          margin-block-start: calc(-1 * var(--_line));
        }
      }
      .expiry {
        border-end-end-radius: 0;
      }
      .security-code {
        margin-inline-start: calc(-1 * var(--_line));
        border-end-start-radius: 0;
      }
      .error {
        margin-inline-end: 8px;
      }
    }
  }
`;
