import {css} from 'lit';

/** The save button, the line about where card details go, the error above the button as far as its place. */
export const actionStyles = css`
  .form {
    margin: 0;
  }
  /* While words are loaded, English text keeps their room. It is not seen, for as long as browsers wait for a font. */
  [data-wordless] .form {
    animation: wordless 3s;
  }
  @keyframes wordless {
    from,
    to {
      -webkit-text-fill-color: transparent;
    }
  }
  .notice {
    display: flex;
    align-items: flex-start;
    gap: 6px;
    min-block-size: calc(20 * var(--_u));
    margin: 0;
    font-size: calc(13 * var(--_u));
    line-height: calc(20 * var(--_u));
    text-wrap: balance;
    color: var(--_muted);
  }
  .notice svg {
    flex: none;
    inline-size: calc(14 * var(--_u));
    block-size: calc(20 * var(--_u));
  }
  .problem {
    display: flex;
    gap: 8px;
    margin: 8px 0 0;
    font-size: calc(14 * var(--_u));
    line-height: calc(20 * var(--_u));
  }
  .problem svg {
    flex: none;
    block-size: calc(20 * var(--_u));
    color: var(--_danger);
  }
  .button {
    appearance: none;
    position: relative;
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-block-size: calc(48 * var(--_u));
    margin: 0;
    padding: 10px 20px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font: inherit;
    font-size: calc(16 * var(--_u));
    font-weight: 600;
    line-height: calc(24 * var(--_u));
    cursor: pointer;
  }
  .save {
    inline-size: 100%;
    margin-block-start: 16px;
  }
`;
