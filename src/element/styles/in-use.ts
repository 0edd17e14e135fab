import {css} from './css.js';

/**
 * Styles of a form in use: autofill, the pointer over a box, a wrong entry with its error in the line kept
 * free for it, a tick in the box of a right entry, and what is said while the shopper waits.
 */
export const inUseStyles = css`
  .box {
    cursor: text;
    outline-offset: var(--card-vault-ring-offset, 0);
    transition:
      border-color var(--_quick),
      outline-color var(--_quick),
      background-color var(--_quick);
  }
  .box:hover:where(:not([data-focused], :focus-within)) {
    border-color: var(--card-vault-border-hover, light-dark(#5f6776, #98a0ae));
    background: var(--card-vault-field-background-hover, var(--_ground));
    @media (prefers-contrast: more) {
      border-color: var(--_ink);
    }
  }
  .input:autofill {
    -webkit-text-fill-color: var(--_ink);
    box-shadow: inset 0 0 0 100px
      var(--card-vault-field-background-autofill, color-mix(in srgb, var(--_accent) 12%, var(--_ground)));
  }
  /* Under what stands beside the entry, too. */
  .box:has(> .input:autofill) {
    background: var(
      --card-vault-field-background-autofill,
      color-mix(in srgb, var(--_accent) 12%, var(--_ground))
    );
  }
  /* A browser brings the focused input into view; with these, its label and its error too. */
  .input {
    scroll-margin-block: 2rem 3rem;
  }
  /* A name or a street keeps its own direction in a page of the other one, and stands where the page's lines begin. */
  input.input:not([dir]) {
    unicode-bidi: plaintext;
  }
  input.input {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  /* And the ring of a button. */
  .button {
    scroll-margin-block: 8px;
  }
  .box:is([data-focused], :focus-within) {
    background: var(--card-vault-field-background-focus, var(--_ground));
  }
  .input:disabled {
    color: var(--_placeholder);
    cursor: not-allowed;
  }
  .box[data-invalid] {
    border-color: var(--card-vault-border-invalid, var(--_danger));
    background: var(--card-vault-field-background-invalid, var(--_ground));
    outline-color: var(--card-vault-ring-invalid, color-mix(in srgb, var(--_danger) 70%, transparent));
  }
  [data-disabled] .box {
    background: var(--card-vault-field-background-disabled, var(--_ground));
  }
  /* Beside the frame: what covers one is taken for an attack. */
  .box[data-right]::after {
    content: '';
    flex: none;
    align-self: center;
    inline-size: calc(6 * var(--_u));
    block-size: calc(12 * var(--_u));
    margin-block: -4px 0;
    margin-inline: 2px 16px;
    border: solid var(--_success);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }
  .box[data-right] .trail {
    order: 1;
  }
  .box[data-right]:has(.trail)::after {
    margin-inline-end: 12px;
  }
  /* Beside what stands under the label in the box. */
  @container (inline-size >= max(300px, 18.75rem)) {
    [data-layout='compact'] :is(.number, .expiry, .security-code) .label {
      z-index: 3;
    }
    [data-layout='compact'] :is(.number, .expiry, .security-code) .box::after {
      margin-block-start: calc(18 * var(--_u) - 4px);
    }
  }
  [data-labels*='in'] .field {
    .label {
      z-index: 3;
    }
    .box::after {
      margin-block-start: calc(18 * var(--_u) - 4px);
    }
  }
  /* The label has the whole box. */
  [data-labels='floating'] [data-rest] .trail {
    display: none;
  }
  /* Not seen, but told to screen readers; over a hosted field nothing may lie. */
  .base[data-labels] .field[data-rest] label.label {
    visibility: visible;
    opacity: 0;
  }
  [data-labels='floating'] .field:not([data-rest]) .label {
    animation: float 120ms ease-out;
  }
  @keyframes float {
    from {
      transform: translateY(calc(10 * var(--_u)));
    }
  }
  /* Boxes that touch: a wrong one is above a right one, and the ring above both. */
  [data-layout='compact'] .box[data-invalid] {
    z-index: 1;
  }
  [data-layout='compact'] .box:is([data-focused], :focus-within) {
    z-index: 2;
  }
  .error span {
    grid-area: 1 / 2;
  }
  .error svg {
    inline-size: calc(14 * var(--_u));
    block-size: calc(20 * var(--_u));
  }
  .error > * {
    color: var(--card-vault-error-color, var(--_danger));
    animation: appear 120ms ease-out;
  }
  /* Never through half-seen text: what is said can be read from its first frame. */
  @keyframes appear {
    from {
      transform: translateY(-3px);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .box {
      transition: none;
    }
    .error > *,
    [data-labels] .label.label {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .box[data-focused],
    .box:focus-within {
      outline: 3px solid Highlight;
      border-color: Highlight;
    }
    .box[data-invalid] {
      border-width: 3px;
      border-color: CanvasText;
    }
  }
  /* The text about a running step, in the place of the notice and of the empty line for errors above it. */
  .notice {
    position: relative;
  }
  .notice[data-waiting] slot {
    visibility: hidden;
  }
  .line {
    position: absolute;
    inset-inline: 0;
    inset-block-end: 0;
    display: flex;
    align-items: flex-start;
    gap: 6px;
    min-block-size: 100%;
  }
  .way-out {
    min-block-size: 24px;
    padding: 0 4px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-decoration: underline;
    cursor: pointer;
  }
  .form {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .problem,
  .notice {
    grid-area: 2 / 1;
  }
  .problem {
    z-index: 1;
    align-items: center;
    /* Below the ring of the box above it. */
    margin-block-start: calc(-20 * var(--_u) - 3px);
    padding-block: 2px 3px;
    font-size: calc(13 * var(--_u));
    line-height: calc(17 * var(--_u));
  }
  .problem svg {
    block-size: calc(17 * var(--_u));
  }
  /* Words around the sign take a line less: the sentence stays in its room. */
  @container (inline-size < max(340px, 21.25rem)) {
    .problem {
      display: block;
      align-content: center;
      padding: 0 8px;
      line-height: calc(16 * var(--_u));
    }
    .problem svg {
      float: inline-start;
      block-size: calc(16 * var(--_u));
      margin-inline-end: 6px;
    }
  }
  /* Below an error. */
  .fields:has(.error > *) ~ .problem {
    margin-block-start: 2px;
  }
`;
