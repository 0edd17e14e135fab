import {css} from 'lit';

/** The room for the bank's page. */
export const roomStyles = css`
  .room {
    --_bank-width: 500px;
    --_bank-height: 600px;
    display: none;
    flex-direction: column;
    max-inline-size: 100dvw;
    max-block-size: 100dvh;
    margin: auto;
    padding: 0;
    border: 1px solid color-mix(in srgb, var(--_border) 50%, transparent);
    border-radius: calc(var(--_radius) * 1.5);
    background: var(--_surface);
    color: var(--_ink);
    text-align: start;
    overflow: hidden;
  }
  .room[open],
  .room.inline {
    display: flex;
  }
  .room[open] {
    box-shadow: 0 16px 48px rgb(0 0 0 / 28%);
    animation: room 160ms ease-out;
  }
  .room::backdrop {
    background: rgb(10 12 18 / 56%);
    animation: fade 160ms ease-out;
  }
  @keyframes room {
    from {
      transform: translateY(8px);
    }
  }
  @keyframes fade {
    from {
      opacity: 0;
    }
  }
  .room[data-size='01'] {
    --_bank-width: 250px;
    --_bank-height: 400px;
  }
  .room[data-size='02'] {
    --_bank-width: 390px;
    --_bank-height: 400px;
  }
  .room[data-size='04'] {
    --_bank-width: 600px;
    --_bank-height: 400px;
  }
  .room[data-size='05'] {
    --_bank-width: 100%;
    --_bank-height: 100%;
    inline-size: 100dvw;
    block-size: 100dvh;
    border: 0;
    border-radius: 0;
  }
  .room.inline {
    margin-block-start: 16px;
    inline-size: fit-content;
    max-inline-size: 100%;
  }
  .room.inline[data-size='05'] {
    --_bank-height: 600px;
    inline-size: 100%;
    block-size: auto;
  }
  .room-head {
    flex: none;
    padding: 16px 20px 12px;
    border-block-end: 1px solid color-mix(in srgb, var(--_border) 40%, transparent);
  }
  .room-title {
    margin: 0;
    font-size: 17px;
    font-weight: 600;
    line-height: 24px;
    outline: 0;
  }
  .room-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    margin: 4px 0 0;
    font-size: 14px;
    line-height: 24px;
    color: var(--_muted);
  }
  .room-card {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    color: var(--_ink);
    font-variant-numeric: tabular-nums;
  }
  .room-card svg {
    inline-size: 30px;
    block-size: 20px;
  }
  .bank-room {
    position: relative;
    flex: 1 1 auto;
    min-block-size: 0;
    overflow: auto;
    /* A bank's page has its own scheme and mostly a white ground. */
    background: #fff;
    color-scheme: light;
  }
  .bank {
    inline-size: var(--_bank-width);
    block-size: var(--_bank-height);
    max-inline-size: 100%;
  }
  /* An inline frame stands on a baseline and leaves room below it. */
  .bank iframe {
    display: block;
  }
  .room.inline .bank,
  .room[open] .bank {
    margin-inline: auto;
  }
  .bank-wait {
    position: absolute;
    inset: 24px;
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
    transition: opacity 150ms ease-out;
  }
  [data-loaded] .bank-wait {
    opacity: 0;
    animation: none;
  }
  @keyframes breathe {
    to {
      opacity: 0.55;
    }
  }
  .room-foot {
    flex: none;
    display: flex;
    justify-content: flex-end;
    padding: 12px 20px;
    border-block-start: 1px solid color-mix(in srgb, var(--_border) 40%, transparent);
  }
  .room-foot .button {
    min-block-size: 44px;
    padding: 8px 18px;
    font-size: 15px;
  }
  @media (prefers-reduced-motion: reduce) {
    .room[open],
    .room::backdrop,
    .bank-wait {
      animation: none;
    }
  }
`;
