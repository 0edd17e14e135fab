import {css} from './css.js';

/** The save button, the line about where card details go. */
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
    min-block-size: 1lh;
    margin: 0;
    font-size: var(--card-vault-notice-size, calc(13 * var(--_u)));
    line-height: var(--card-vault-notice-line-height, calc(20 / 13));
    text-wrap: balance;
    color: var(--card-vault-notice-color, var(--_muted));
  }
  .notice svg {
    flex: none;
    inline-size: calc(14 * var(--_u));
    block-size: 1lh;
  }
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-block-size: var(--card-vault-button-height, calc(48 * var(--_u)));
    margin: 0;
    padding: 6px 20px;
    border: var(--_line) solid var(--card-vault-button-border-color, transparent);
    border-radius: var(--card-vault-button-radius, var(--_radius));
    background: var(--_button);
    box-shadow: var(--card-vault-button-shadow, none);
    color: var(
      --card-vault-button-color,
      var(--card-vault-accent-text, oklch(from var(--_button) clamp(0, (0.64 - l) * 1000, 1) 0 0))
    );
    font: inherit;
    font-size: var(--card-vault-button-text-size, calc(16 * var(--_u)));
    font-weight: var(--card-vault-button-text-weight, 600);
    letter-spacing: var(--card-vault-button-letter-spacing, normal);
    line-height: 1.5;
  }
  .save {
    inline-size: 100%;
    margin-block-start: var(--card-vault-button-gap, 16px);
  }
`;
