import {css} from 'lit';

/** The save button, the line about where card details go, the error above the button as far as its place. */
export const actionStyles = css`
  .form {
    display: block;
    margin: 0;
  }
  .form[hidden] {
    display: none;
  }
  .notice {
    display: flex;
    align-items: flex-start;
    gap: 6px;
    min-block-size: 20px;
    margin: 4px 0 0;
    font-size: 13px;
    line-height: 20px;
    text-wrap: balance;
    color: var(--_muted);
  }
  .notice svg {
    flex: none;
    inline-size: 14px;
    block-size: 20px;
  }
  .problem {
    display: flex;
    gap: 8px;
    margin: 8px 0 0;
    font-size: 14px;
    line-height: 20px;
  }
  .problem svg {
    flex: none;
    block-size: 20px;
    color: var(--_danger);
  }
  .button {
    appearance: none;
    position: relative;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-block-size: 48px;
    margin: 0;
    padding: 10px 20px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font: inherit;
    font-size: 16px;
    font-weight: 600;
    line-height: 24px;
    cursor: pointer;
    transition:
      background-color var(--_quick),
      opacity var(--_quick);
  }
  .button:hover {
    background: color-mix(in oklab, var(--_accent) 88%, var(--_ink));
  }
  .button:focus-visible {
    outline: 3px solid color-mix(in srgb, var(--_accent) 75%, var(--_ink));
    outline-offset: 2px;
  }
  .button[aria-disabled='true'] {
    cursor: default;
  }
  .button[aria-disabled='true']:hover {
    background: var(--_accent);
  }
  .save {
    inline-size: 100%;
    margin-block-start: 16px;
  }
`;
