import {css} from '../styles/css.js';

/** One calm box of rows. The radio button and a tint show which row is chosen; it has no frame of its own. */
export const listStyles = css`
  :host {
    --_row: max(calc(11 * var(--_f) * var(--_u)), var(--card-vault-list-row-height, calc(64 * var(--_u))));
  }
  /* As in the form: English is not seen while the words of another language load, for at most three seconds. */
  [data-wordless] {
    animation: wordless 3s;
  }
  @keyframes wordless {
    from,
    to {
      -webkit-text-fill-color: transparent;
    }
  }
  .heading {
    margin: 0 0 var(--card-vault-label-gap, 6px);
    font-size: var(--card-vault-label-size, calc(14 * var(--_u)));
    font-weight: var(--card-vault-label-weight, 500);
    letter-spacing: var(--card-vault-label-letter-spacing, inherit);
    line-height: var(--card-vault-label-line-height, calc(10 / 7));
    color: var(--card-vault-label-color, var(--_ink));
  }
  .list {
    border: var(--_line) solid
      var(--card-vault-panel-border-color, color-mix(in srgb, var(--_border) 60%, transparent));
    border-radius: var(--card-vault-panel-radius, var(--_radius));
    background: var(--card-vault-panel-background, var(--_surface));
    box-shadow: var(--card-vault-panel-shadow, none);
    overflow: clip;
  }
  .card {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    min-block-size: var(--_row);
  }
  .card + .card {
    border-block-start: 1px solid
      var(--card-vault-list-line-color, color-mix(in srgb, var(--_border) 32%, transparent));
  }
  .card[data-chosen] {
    background: var(--card-vault-list-background-chosen, color-mix(in srgb, var(--_accent) 7%, transparent));
  }
  .pick {
    display: flex;
    flex: 1 1 calc(200 * var(--_u));
    align-items: center;
    gap: 12px;
    min-inline-size: 0;
    min-block-size: var(--_row);
    padding: 10px var(--_inset);
    cursor: pointer;
  }
  .card[data-expired] .pick,
  :host([disabled]) .pick {
    cursor: default;
  }
  .radio {
    flex: none;
    inline-size: calc(18 * var(--_u));
    block-size: calc(18 * var(--_u));
    margin: 0;
    accent-color: var(--_accent);
    cursor: inherit;
  }
  .radio:focus-visible {
    outline: var(--card-vault-ring-width, 3px) solid
      var(--card-vault-button-ring, color-mix(in srgb, var(--_accent) 75%, var(--_ink)));
    outline-offset: 2px;
  }
  .sign {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: calc(36 * var(--_u));
    block-size: calc(24 * var(--_u));
  }
  .sign svg {
    inline-size: 100%;
    block-size: 100%;
  }
  .plus {
    color: var(--_muted);
    border: 1px dashed var(--_border);
    border-radius: 4px;
  }
  .plus svg {
    inline-size: calc(16 * var(--_u));
    block-size: calc(16 * var(--_u));
  }
  .words {
    display: block;
    min-inline-size: 0;
  }
  .name {
    display: block;
    font-size: calc(16 * var(--_u));
    line-height: calc(24 * var(--_u));
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    font-size: calc(13 * var(--_u));
    line-height: calc(20 * var(--_u));
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }
  .card[data-expired] :is(.name, .sign) {
    opacity: 0.62;
  }
  .tag {
    padding: 0 8px;
    border: 1px solid color-mix(in srgb, var(--_border) 60%, transparent);
    border-radius: 11px;
    font-size: calc(12 * var(--_u));
    line-height: calc(18 * var(--_u));
    white-space: nowrap;
  }
  [part~='mark-expired'] {
    color: var(--_danger);
    border-color: color-mix(in srgb, var(--_danger) 50%, transparent);
  }
  [part~='mark-expires-soon'] {
    color: light-dark(#8a4b00, #ffc46b);
    border-color: color-mix(in srgb, currentcolor 50%, transparent);
  }
  /* In a wide list they stand in the row; a popover only where the list is narrow. */
  .tools {
    position: static;
    inset: auto;
    display: flex;
    flex-wrap: wrap;
    inline-size: auto;
    block-size: auto;
    margin: 0;
    margin-inline-start: auto;
    padding: 0;
    padding-inline-end: calc(var(--_inset) - 8px);
    border: 0;
    background: none;
    color: inherit;
    overflow: visible;
  }
  .more {
    display: none;
  }
  @supports selector(:popover-open) {
    @container (inline-size < max(440px, 27.5rem)) {
      .card:has(> .more) .pick {
        flex-basis: 0;
        gap: 8px;
        padding-inline-end: 0;
      }
      .facts {
        column-gap: 6px;
      }
      .tag {
        padding-inline: 6px;
      }
      .more {
        padding: 0;
        display: grid;
        flex: none;
        place-items: center;
        inline-size: calc(44 * var(--_u));
      }
      .tools[popover]:not(:popover-open) {
        display: none;
      }
    }
    .tools:popover-open {
      position: fixed;
      flex-direction: column;
      padding: 4px;
      border: 1px solid color-mix(in srgb, var(--_border) 60%, transparent);
      border-radius: var(--_radius);
      background: var(--_surface);
      box-shadow: 0 8px 24px rgb(0 0 0 / 18%);
    }
    .tools:popover-open .tool {
      padding-inline: 12px;
      color: var(--_ink);
      text-align: start;
    }
  }
  .tool {
    appearance: none;
    min-block-size: calc(44 * var(--_u));
    padding: 0 8px;
    border: 0;
    border-radius: 6px;
    background: none;
    color: var(--_muted);
    font: inherit;
    font-size: calc(14 * var(--_u));
    line-height: calc(20 * var(--_u));
    cursor: pointer;
    text-decoration: underline;
    text-decoration-color: transparent;
    text-underline-offset: 3px;
    transition: color var(--_quick);
  }
  .tool:hover {
    color: var(--_ink);
    text-decoration-color: currentcolor;
  }
  .tool:focus-visible {
    outline: var(--card-vault-ring-width, 3px) solid
      var(--card-vault-button-ring, color-mix(in srgb, var(--_accent) 75%, var(--_ink)));
    outline-offset: -4px;
  }
  .tool:disabled {
    opacity: 0.5;
    cursor: default;
  }
  .removed {
    padding-inline-start: var(--_inset);
    color: var(--_muted);
    font-size: calc(14 * var(--_u));
  }
  .removed .tool,
  .problem .tool {
    color: var(--_ink);
    font-weight: 600;
    text-decoration-color: currentcolor;
  }
  .card-problem {
    flex-basis: 100%;
    margin: -4px var(--_inset) 12px;
    font-size: calc(14 * var(--_u));
    line-height: calc(20 * var(--_u));
    color: var(--_danger);
  }
  .another {
    margin-block-start: 16px;
  }
  .empty {
    margin: 0;
    font-size: calc(14 * var(--_u));
    line-height: calc(20 * var(--_u));
    color: var(--_muted);
  }
  .error {
    display: flex;
    gap: 5px;
    min-block-size: calc(20 * var(--_u));
    margin: 4px 0 0;
    font-size: var(--card-vault-error-size, calc(13 * var(--_u)));
    line-height: var(--card-vault-error-line-height, calc(20 / 13));
    color: var(--card-vault-error-color, var(--_danger));
  }
  .error svg {
    flex: none;
    inline-size: calc(14 * var(--_u));
    block-size: calc(20 * var(--_u));
  }
  .waiting {
    color: var(--_muted);
  }
  .problem {
    align-items: center;
    flex-wrap: wrap;
    margin: 0;
  }
  /* Beside the sign; the button stands beside both where there is room for it. */
  .problem span {
    flex: 1 1 calc(170 * var(--_u));
  }
  .problem .tool {
    margin-inline-start: auto;
  }
  .places {
    block-size: calc(1px + var(--card-vault-rows, 2) * (1px + var(--_row)));
    box-sizing: border-box;
  }
  .blank {
    border-radius: 6px;
    background: color-mix(in srgb, var(--_muted) 20%, transparent);
  }
  .round {
    inline-size: calc(18 * var(--_u));
    block-size: calc(18 * var(--_u));
    border-radius: 50%;
  }
  .line {
    inline-size: min(55%, 180px);
    block-size: 12px;
  }
  @media (prefers-reduced-motion: reduce) {
    .tool {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    .card[data-chosen] {
      outline: 2px solid Highlight;
      outline-offset: -3px;
    }
    .radio:focus-visible,
    .tool:focus-visible {
      outline-color: Highlight;
    }
    .tool {
      color: ButtonText;
    }
    .mark .ground {
      fill: Canvas;
    }
    .mark .ink {
      fill: CanvasText;
    }
    .mark .shape {
      fill: none;
      stroke: CanvasText;
    }
  }
`;
