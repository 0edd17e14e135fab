import {css} from 'lit';
import {colours} from '../styles/colours.js';
import {lineStyles} from './line-styles.js';

/** The calendar's own styles, because it also stands on a shop's page, outside the dashboard. */
const frame = css`
  :host {
    display: block;
    container-type: inline-size;
    padding: 12px 14px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--card);
    color: var(--text);
    font:
      14px/1.45 system-ui,
      sans-serif;
    font-variant-numeric: tabular-nums;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  p,
  ol {
    margin: 0;
    padding: 0;
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 16px;
  }
  .top > .date {
    margin-inline-end: auto;
  }
  .date b {
    font-size: 16px;
    font-weight: 650;
  }
  .date span {
    color: var(--quiet);
    font-size: 13px;
  }
  .group {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  button {
    min-block-size: 30px;
    padding: 2px 10px;
    border: 1px solid var(--edge);
    border-radius: 7px;
    font: inherit;
    font-size: 13px;
    color: inherit;
    background: var(--card);
    cursor: pointer;
  }
  button:hover:not([aria-disabled='true']) {
    border-color: var(--accent);
  }
  button[aria-disabled='true'] {
    color: var(--quiet);
    border-color: var(--line);
    cursor: default;
  }
  button[aria-pressed='true'] {
    border-color: var(--accent);
    color: var(--accent);
    font-weight: 600;
  }
  .go {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 1px;
    border-radius: 6px;
  }
  .bottom {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 6px 14px;
    min-block-size: 32px;
    font-size: 13px;
  }
  .say {
    color: var(--quiet);
    min-inline-size: 0;
  }
  .problem {
    color: var(--bad);
    font-weight: 500;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    color: var(--quiet);
  }
  .legend span {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  /* Drawn for the width it had until a script has measured the new one. */
  .picture {
    max-inline-size: 100%;
  }
  .legend svg {
    inline-size: 12px;
    block-size: 12px;
    overflow: visible;
  }
  progress {
    flex: 1 1 120px;
    block-size: 8px;
    border: 0;
    border-radius: 99px;
    overflow: hidden;
    background: var(--line);
    accent-color: var(--accent);
  }
  progress::-webkit-progress-bar {
    background: var(--line);
  }
  progress::-webkit-progress-value {
    background: var(--accent);
  }
  @media (forced-colors: active) {
    progress::-webkit-progress-value {
      background: Highlight;
      forced-color-adjust: none;
    }
  }
  progress::-moz-progress-bar {
    background: var(--accent);
  }
  .feed {
    list-style: none;
    margin-block-start: 8px;
    border-block-start: 1px solid var(--line);
    font-size: 13px;
  }
  .feed li {
    display: grid;
    grid-template-columns: 84px minmax(0, 1fr);
    gap: 8px;
    padding-block: 4px;
    border-block-end: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
  .feed time {
    color: var(--quiet);
  }
  .feed .empty {
    display: block;
    color: var(--quiet);
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @container (max-width: 560px) {
    /* As high as its longest message, so that nothing below it moves. */
    .bottom {
      min-block-size: 88px;
      align-content: start;
    }
    .legend {
      font-size: 12px;
    }
    .top > .date {
      inline-size: 100%;
    }
  }
  @media print {
    .group,
    .head,
    .bottom {
      display: none;
    }
  }
`;

export const calendarStyles = [colours, frame, lineStyles];
