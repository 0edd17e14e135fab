import {css} from 'lit';

/** Buttons, fields, ids and badges. */
export const controls = css`
  button,
  input,
  select {
    font: inherit;
    color: inherit;
  }
  button {
    min-block-size: 30px;
    padding: 3px 10px;
    border: 1px solid var(--edge);
    border-radius: 7px;
    background: var(--card);
    cursor: pointer;
  }
  button:hover {
    border-color: var(--accent);
  }
  .strong {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  [role='search'] {
    display: flex;
    gap: 6px;
    margin-inline-start: auto;
  }
  [type='search'] {
    inline-size: min(26ch, 60vw);
    min-block-size: 30px;
    padding: 3px 10px;
    border: 1px solid var(--edge);
    border-radius: 7px;
    background: var(--card);
  }
  .json {
    font-size: 13px;
  }
  .tracker .json {
    margin-block: 6px -4px;
  }
  .json summary {
    min-block-size: 24px;
    color: var(--quiet);
    white-space: nowrap;
    cursor: pointer;
  }
  .json pre {
    max-inline-size: min(80ch, 80vw);
    max-block-size: 24em;
    margin: 4px 0;
    overflow: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  /* In a table it lies below the whole row: in the last column it would be narrow, and move the others. */
  @media (min-width: 1100px) {
    td .json[open] {
      block-size: calc(24em + 64px);
    }
    td .json pre {
      position: absolute;
      inset-inline: 12px;
      inset-block-end: 12px;
      box-sizing: border-box;
      block-size: 24em;
      max-inline-size: none;
      margin: 0;
      padding: 10px 12px;
      border: 1px solid var(--line);
      border-radius: 7px;
    }
  }
  .found {
    margin-block-end: 22px;
  }
  .group {
    margin-block: 0 8px;
    font-size: 15px;
  }
  .id {
    display: inline-flex;
    align-items: center;
    min-block-size: 24px;
    font:
      13px/1.4 ui-monospace,
      monospace;
    white-space: nowrap;
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .id a {
    color: inherit;
    line-height: 24px;
    text-underline-offset: 3px;
  }
  .id button {
    display: grid;
    place-items: center;
    min-block-size: 24px;
    min-inline-size: 24px;
    padding: 0;
    border-color: transparent;
    background: none;
  }
  .id svg {
    inline-size: 12px;
    block-size: 12px;
    color: var(--quiet);
    flex: none;
  }
  .live::before {
    content: '';
    display: inline-block;
    inline-size: 8px;
    block-size: 8px;
    margin-inline-end: 7px;
    border-radius: 50%;
    background: var(--good);
  }
  .live[aria-pressed='true']::before {
    background: var(--warn);
  }
  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 1px;
    border-radius: 6px;
  }
  .badge {
    display: inline-block;
    padding: 1px 8px;
    border: 1px solid currentColor;
    border-radius: 99px;
    font-size: 12px;
    white-space: nowrap;
    color: var(--quiet);
  }
  .badge.good {
    color: var(--good);
  }
  .badge.warn {
    color: var(--warn);
  }
  .badge.bad {
    color: var(--bad);
  }
  .badge.run {
    color: var(--accent);
  }
  .panels {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
    gap: 14px;
    margin-block-start: 18px;
  }
  .panel {
    padding: 16px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--card);
    display: grid;
    gap: 12px;
    align-content: start;
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(140px, 1fr));
    gap: 10px;
  }
  .fields .wide {
    grid-column: 1 / -1;
  }
  label {
    display: grid;
    gap: 4px;
    min-inline-size: 0;
  }
  label span {
    font-size: 13px;
    color: var(--quiet);
  }
  input,
  select {
    inline-size: 100%;
    min-block-size: 36px;
    padding: 4px 9px;
    border: 1px solid var(--edge);
    border-radius: 7px;
    background: var(--card);
  }
  input::placeholder {
    color: var(--quiet);
    opacity: 1;
  }
  main > p:has(> button) {
    margin-block-start: 10px;
  }
`;
