import {css} from 'lit';

/**
 * Puts the text about a running step in the place of the notice, and of the empty line for errors
 * above it.
 */
export const waitingStyles = css`
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
  .fields:has(.error > *) ~ .problem {
    margin-block-start: 2px;
  }
`;
