import {css} from './css.js';

/**
 * Styles that only a pointer, a key or a press brings: hover, the ring of a button, fields at rest, the
 * spinner, the sentence above the button, a second button.
 */
export const busyStyles = css`
  :host {
    --_quick: 150ms ease-out;
    break-inside: avoid;
  }
  /* The boxes stay opaque: a frame that is less than that counts as covered, and its library measures it on every frame. */
  [inert] :is(.label, .trail, .brands) {
    opacity: 0.7;
  }
  [inert] .box,
  :host([disabled]) .box {
    cursor: default;
  }
  .problem {
    display: flex;
    gap: 8px;
    margin: 8px 0 0;
    padding: 10px 12px;
    border: 1px solid color-mix(in srgb, var(--_danger) 55%, transparent);
    border-radius: var(--card-vault-panel-radius, var(--_radius));
    color: var(--_ink);
    background: color-mix(in srgb, var(--_danger) 7%, var(--_surface));
    font-size: calc(14 * var(--_u));
    line-height: calc(20 * var(--_u));
  }
  .problem svg {
    flex: none;
    block-size: 1lh;
    color: var(--_danger);
  }
  .problem.info {
    border-color: color-mix(in srgb, var(--_accent) 55%, transparent);
    background: color-mix(in srgb, var(--_accent) 7%, var(--_surface));
  }
  .problem.info svg {
    color: var(--_accent);
  }
  .button {
    gap: 10px;
    cursor: pointer;
    transition:
      background-color var(--_quick),
      opacity var(--_quick);
  }
  .button:hover:where(:not([aria-disabled='true'], :disabled, .quiet)) {
    background: var(
      --card-vault-button-background-hover,
      color-mix(in oklab, var(--_button) 88%, var(--_ink))
    );
  }
  .button:active:where(:not([aria-disabled='true'], :disabled, .quiet)) {
    background: var(
      --card-vault-button-background-active,
      color-mix(in oklab, var(--_button) 80%, var(--_ink))
    );
  }
  .button:focus-visible {
    outline: var(--card-vault-ring-width, 3px) solid
      var(--card-vault-button-ring, color-mix(in srgb, var(--_accent) 75%, var(--_ink)));
    outline-offset: 2px;
  }
  .button[aria-disabled='true'] {
    cursor: default;
  }
  .button:is([aria-disabled='true'], :disabled):where(:not(.quiet)) {
    background: var(--card-vault-button-background-disabled, var(--_button));
  }
  .quiet {
    background: var(--card-vault-quiet-background, transparent);
    color: var(--card-vault-quiet-color, var(--_ink));
    border-color: var(--card-vault-quiet-border-color, var(--_border));
    box-shadow: none;
    font-weight: 500;
  }
  .quiet:hover {
    background: var(--card-vault-quiet-background-hover, color-mix(in srgb, var(--_ink) 6%, transparent));
  }
  .spin {
    flex: none;
    inline-size: 16px;
    block-size: 16px;
    border: 2px solid currentcolor;
    border-inline-end-color: transparent;
    border-radius: 50%;
    opacity: 0;
    animation:
      spin 0.9s linear infinite,
      late 150ms ease-out 400ms forwards;
  }
  .notice .spin {
    inline-size: 12px;
    block-size: 12px;
    margin-block: 4px;
  }
  @keyframes spin {
    to {
      transform: rotate(1turn);
    }
  }
  @keyframes late {
    to {
      opacity: 1;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .button {
      transition: none;
    }
    .spin {
      animation: late 1ms linear 400ms forwards;
    }
  }
  @media (forced-colors: active) {
    .button:focus-visible {
      outline-color: Highlight;
    }
    /* Or its gap is drawn like the rest, and nothing is seen to turn. */
    .spin {
      border-inline-end-color: Canvas;
    }
  }
`;
