import {css} from 'lit';

/** A wrong entry: its box, and the error in the line that is kept free for it. */
export const errorStyles = css`
  .box[data-invalid] {
    border-color: var(--_danger);
  }
  .box[data-invalid][data-focused],
  .box[data-invalid]:focus-within {
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--_danger) 70%, transparent);
  }
  [data-layout='compact'] .box[data-invalid] {
    z-index: 1;
  }
  .error span {
    grid-area: 1 / 2;
  }
  .error svg {
    inline-size: 14px;
    block-size: 20px;
  }
  .error > * {
    animation: appear 120ms ease-out;
  }
  /* Never through half-seen text: what is said can be read from its first frame. */
  @keyframes appear {
    from {
      transform: translateY(-3px);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .error > * {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .box[data-invalid] {
      border-width: 3px;
      border-color: CanvasText;
    }
  }
`;
