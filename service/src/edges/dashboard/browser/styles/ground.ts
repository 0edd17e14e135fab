import {css} from 'lit';

/** Page background, type, header and navigation. */
export const ground = css`
  :host {
    --ground: light-dark(#f4f6f8, #101418);
    display: block;
    min-block-size: 100vh;
    box-sizing: border-box;
    padding: 20px clamp(12px, 3vw, 32px) 48px;
    background: var(--ground);
    color: var(--text);
    font:
      14px/1.5 system-ui,
      sans-serif;
  }
  * {
    box-sizing: border-box;
  }
  h1,
  h2,
  h3,
  p,
  dl,
  dd,
  ol,
  ul {
    margin: 0;
    padding: 0;
  }
  ol,
  ul {
    list-style: none;
  }
  h1 {
    font-size: 17px;
    font-weight: 650;
  }
  h2 {
    font-size: 20px;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  h3 {
    font-size: 15px;
    font-weight: 600;
  }
  header,
  .title {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 14px;
  }
  .hint,
  .when,
  .none,
  .waiting {
    color: var(--quiet);
  }
  .hint {
    font-size: 13px;
  }
  .rehearsal {
    padding: 2px 10px;
    border: 1px solid var(--warn);
    border-radius: 6px;
    font-size: 13px;
  }
  .rehearsal strong {
    color: var(--warn);
  }
  .hint a {
    color: var(--accent);
  }
  service-calendar {
    margin-block-end: 20px;
  }
  nav {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    margin-block: 12px 16px;
    border-block-end: 1px solid var(--line);
  }
  nav a {
    padding: 9px 12px;
    color: var(--quiet);
    text-decoration: none;
    border-block-end: 2px solid transparent;
    margin-block-end: -1px;
    border-radius: 6px 6px 0 0;
  }
  nav a:hover {
    color: var(--text);
  }
  nav a[aria-current] {
    color: var(--text);
    font-weight: 600;
    border-block-end-color: var(--accent);
  }
  .title {
    justify-content: space-between;
    margin-block-end: 12px;
  }
  .problem {
    color: var(--bad);
    font-weight: 500;
  }
  .problem:not(:empty) {
    margin-block-end: 12px;
  }
  .empty {
    padding: 40px 20px;
    border: 1px dashed var(--line);
    border-radius: 10px;
    text-align: center;
    text-wrap: balance;
  }
  .empty p:first-child {
    font-weight: 600;
  }
  .empty p + p {
    color: var(--quiet);
    margin-block-start: 4px;
  }
  code {
    font:
      13px/1.4 ui-monospace,
      monospace;
    overflow-wrap: anywhere;
  }
  .number {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 14px;
    overflow-wrap: anywhere;
    min-inline-size: 0;
  }
  .facts > span {
    min-inline-size: 0;
  }
  .facts i {
    color: var(--quiet);
    font-style: normal;
  }
  time {
    font-variant-numeric: tabular-nums;
  }
  main > .hint {
    margin-block-start: 10px;
    line-height: 1.9;
  }
  .notice {
    position: fixed;
    inset-block-end: 16px;
    inset-inline: 0;
    inline-size: fit-content;
    max-inline-size: calc(100% - 32px);
    margin-inline: auto;
    padding: 8px 14px;
    border-radius: 8px;
    background: var(--text);
    color: var(--ground);
    font-size: 13px;
    overflow-wrap: anywhere;
  }
  .notice:empty {
    display: none;
  }
`;
