import {css} from '../styles/css.js';

/**
 * The dialog for the bank's page: the dialog scrolls, so that the bank's frame is never lower than its smallest
 * size.
 */
const dialogSheet = css`
  .dialog {
    --_bank-width: 500px;
    --_bank-height: 600px;
    display: none;
    flex-direction: column;
    max-inline-size: 100dvw;
    max-block-size: 100dvh;
    margin: auto;
    padding: 0;
    border: var(--_line) solid
      var(--card-vault-panel-border-color, color-mix(in srgb, var(--_border) 60%, transparent));
    border-radius: var(--card-vault-dialog-radius, calc(var(--_radius) * 1.5));
    background: var(--card-vault-dialog-background, var(--_surface));
    color: var(--_ink);
    text-align: start;
    overflow: auto;
    overscroll-behavior: contain;
    /* Where the page makes a part of itself invisible, its own dialog would block it unseen. */
    visibility: visible;
  }
  .dialog[open],
  .dialog.inline {
    display: flex;
  }
  .dialog[open] {
    box-shadow: var(--card-vault-dialog-shadow, 0 16px 48px rgb(0 0 0 / 28%));
    animation: dialog 160ms ease-out;
  }
  .dialog::backdrop {
    background: var(--card-vault-dialog-backdrop, rgb(10 12 18 / 56%));
    animation: fade 160ms ease-out;
  }
  .dialog > * {
    flex: none;
  }
  @keyframes dialog {
    from {
      transform: translateY(8px);
    }
  }
  @keyframes fade {
    from {
      opacity: 0;
    }
  }
  .dialog[data-size='01'] {
    --_bank-width: 250px;
    --_bank-height: 400px;
  }
  .dialog[data-size='02'] {
    --_bank-width: 390px;
    --_bank-height: 400px;
  }
  .dialog[data-size='04'] {
    --_bank-width: 600px;
    --_bank-height: 400px;
  }
  .dialog[data-size='05'] {
    --_bank-width: 100%;
    --_bank-height: 400px;
    inline-size: 100dvw;
    block-size: 100dvh;
    border: 0;
    border-radius: 0;
  }
  .dialog.inline {
    margin-block-start: 16px;
    inline-size: fit-content;
    max-inline-size: 100%;
    max-block-size: none;
    /* Not hidden: then the foot would not stay in sight of the page's own window. */
    overflow: clip;
  }
  .dialog.inline[data-size='05'] {
    --_bank-height: 600px;
    inline-size: 100%;
    block-size: auto;
  }
`;

const headSheet = css`
  .dialog-bar {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: 12px;
    min-block-size: 48px;
    padding-inline: 20px 8px;
    background: var(--card-vault-dialog-background, var(--_surface));
  }
  .dialog.inline .dialog-bar {
    position: static;
  }
  .dialog-card {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    margin-inline-end: auto;
    font-size: calc(14 * var(--_u));
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .dialog-card svg {
    inline-size: 30px;
    block-size: 20px;
  }
  .button.dialog-close {
    gap: 6px;
    min-block-size: 44px;
    padding: 4px 12px;
    border-color: transparent;
    font-size: calc(14 * var(--_u));
    line-height: calc(18 * var(--_u));
    text-align: start;
  }
  /* A box that scrolls is a stop of the keyboard in some browsers. Its ring is drawn above its content. */
  .dialog:focus-visible {
    outline: 0;
  }
  .dialog:focus-visible .dialog-bar {
    outline: 3px solid var(--_accent);
    outline-offset: -3px;
  }
  .button.dialog-close:focus-visible {
    outline-offset: -3px;
  }
  .dialog-close svg {
    flex: none;
  }
  .dialog-head {
    padding: 4px 20px 12px;
    border-block-end: 1px solid color-mix(in srgb, var(--_border) 40%, transparent);
  }
  .dialog-title {
    margin: 0;
    font-size: var(--card-vault-dialog-title-size, calc(17 * var(--_u)));
    font-weight: var(--card-vault-title-weight, 600);
    line-height: calc(24em / 17);
    outline: 0;
  }
  .dialog-line {
    margin: 4px 0 0;
    font-size: calc(14 * var(--_u));
    line-height: calc(21 * var(--_u));
    color: var(--_muted);
  }
  .dialog-foot {
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
  }
  /* Above the lower edge, or these hidden words alone would make the dialog scroll. */
  .dialog-time.sr {
    inset-block: auto 0;
  }
  .dialog-foot.ending {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 16px;
    /* A line that comes later never widens the dialog under the shopper's hands. */
    contain: inline-size;
    padding: 8px 20px;
    border-block-start: 1px solid color-mix(in srgb, var(--_border) 40%, transparent);
    background: var(--card-vault-dialog-background, var(--_surface));
  }
  .dialog-time {
    flex: 1 1 14rem;
    margin: 0;
    font-size: calc(14 * var(--_u));
    font-weight: 500;
    line-height: calc(20 * var(--_u));
    text-wrap: pretty;
  }
  .dialog-foot .button {
    min-block-size: 44px;
    padding: 4px 16px;
    font-size: calc(14 * var(--_u));
  }
  /* Too low for head and bank: the bar alone stays, and the words are for those who listen. */
  @media (max-height: 480px) {
    .dialog[open] .dialog-bar {
      border-block-end: 1px solid color-mix(in srgb, var(--_border) 40%, transparent);
    }
    .dialog[open] .dialog-head {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      padding: 0;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;

const bankSheet = css`
  .bank-box {
    position: relative;
    /* A bank's page has its own scheme and mostly a white ground. */
    background: #fff;
    color-scheme: light;
  }
  .dialog[data-size='05'] .bank-box {
    flex: 1 0 auto;
    display: flex;
  }
  .bank {
    position: relative;
    inline-size: var(--_bank-width);
    min-block-size: var(--_bank-height);
    max-inline-size: 100%;
    margin-inline: auto;
  }
  .bank iframe {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
  }
  .bank-wait {
    position: absolute;
    inset: 24px;
    max-block-size: 352px;
    display: grid;
    background:
      linear-gradient(#e7e9ee 0 0) 0 0 / 40% 20px,
      linear-gradient(#eef0f4 0 0) 0 44px / 100% 14px,
      linear-gradient(#eef0f4 0 0) 0 68px / 85% 14px,
      linear-gradient(#eef0f4 0 0) 0 112px / 100% 48px,
      linear-gradient(#e7e9ee 0 0) 0 176px / 55% 40px;
    background-repeat: no-repeat;
    animation: breathe 1.4s ease-in-out infinite alternate;
    pointer-events: none;
    transition:
      opacity 150ms ease-out,
      visibility 150ms;
  }
  [data-loaded] .bank-wait {
    visibility: hidden;
    opacity: 0;
    animation: none;
  }
  @keyframes breathe {
    to {
      opacity: 0.55;
    }
  }
  @media (forced-colors: active) {
    .bank-wait {
      forced-color-adjust: none;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .dialog[open],
    .dialog::backdrop,
    .bank-wait {
      animation: none;
    }
  }
`;

export const dialogStyles = css`
  ${dialogSheet}${headSheet}${bankSheet}
`;
