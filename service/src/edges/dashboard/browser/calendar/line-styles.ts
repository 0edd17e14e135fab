import {css} from 'lit';

/** Styles of the timeline, its marks and its head: the handle that the user drags to a date. */
export const lineStyles = css`
  .track {
    position: relative;
    margin-block: 10px 4px;
    block-size: 104px;
    /* A vertical swipe still scrolls the page. */
    touch-action: pan-y;
    user-select: none;
    cursor: crosshair;
  }
  .picture {
    display: block;
    position: absolute;
    inset-block-start: 0;
    left: 0;
    overflow: visible;
  }
  .past {
    fill: light-dark(#eef2f5, #1f262e);
  }
  .ahead {
    fill: color-mix(in srgb, var(--accent) 16%, transparent);
  }
  .axis,
  .tick {
    stroke: var(--edge);
    fill: none;
  }
  .now {
    stroke: var(--accent);
    stroke-dasharray: 3 3;
  }
  .events {
    stroke: var(--quiet);
    stroke-width: 1;
  }
  .unsent {
    stroke: var(--bad);
    stroke-width: 2;
  }
  .label,
  .more {
    font-size: 12px;
    fill: var(--quiet);
  }
  .more {
    text-anchor: middle;
    font-size: 11px;
  }
  .paid {
    fill: var(--good);
  }
  .failed {
    stroke: var(--bad);
    stroke-width: 2.5;
    stroke-linecap: round;
    fill: none;
  }
  .open,
  .retry {
    fill: var(--warn);
    stroke: var(--warn);
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
  .retry {
    fill: var(--card);
  }
  .coming {
    fill: var(--card);
    stroke: var(--good);
    stroke-width: 1.75;
  }
  .skipped {
    stroke: var(--quiet);
    stroke-width: 2.5;
    stroke-linecap: round;
  }
  /*
   * The head looks two pixels wide, but its touch target is 44 pixels wide. The calendar sets --head, its
   * position in pixels.
   */
  .head {
    position: absolute;
    inset-block-start: -4px;
    left: 0;
    inline-size: 44px;
    block-size: 100px;
    margin-left: -22px;
    translate: var(--head) 0;
    touch-action: none;
    cursor: grab;
  }
  .head:active {
    cursor: grabbing;
  }
  .head::before {
    content: '';
    position: absolute;
    inset-block: 4px 14px;
    left: 21px;
    inline-size: 2px;
    background: var(--accent);
  }
  .head::after {
    content: '';
    position: absolute;
    inset-block-end: 9px;
    left: 13px;
    inline-size: 18px;
    block-size: 18px;
    border: 3px solid var(--card);
    border-radius: 50%;
    background: var(--accent);
    box-shadow: 0 0 0 1px var(--accent);
  }
  .head:focus-visible {
    outline: none;
  }
  .head:focus-visible::after {
    outline: 3px solid var(--accent);
    outline-offset: 3px;
  }
  @media (forced-colors: active) {
    .head::before,
    .head::after {
      background: Highlight;
      forced-color-adjust: none;
    }
    .paid {
      fill: CanvasText;
    }
    .coming,
    .skipped,
    .failed,
    .retry {
      stroke: CanvasText;
    }
  }
`;
