import {css} from 'lit';

/** Tables and timelines. */
export const lists = css`
  table {
    inline-size: 100%;
    border-collapse: separate;
    border-spacing: 0;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--card);
    overflow: hidden;
  }
  th {
    text-align: start;
    font-size: 12px;
    font-weight: 600;
    color: var(--quiet);
    white-space: nowrap;
  }
  th,
  td {
    padding: 8px 12px;
    border-block-end: 1px solid var(--line);
    vertical-align: baseline;
  }
  tr:last-child td {
    border-block-end: 0;
  }
  tbody tr {
    position: relative;
  }
  td code,
  td time,
  td button {
    white-space: nowrap;
  }
  .trackers {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 10px;
  }
  .tracker {
    padding: 14px 16px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--card);
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 10px;
  }
  .when {
    margin-inline-start: auto;
    font-size: 13px;
  }
  dl {
    display: flex;
    align-items: baseline;
    flex-wrap: wrap;
    gap: 2px 22px;
    margin-block: 6px 10px;
    font-size: 13px;
  }
  dl div {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 6px;
    min-inline-size: 0;
  }
  dt {
    color: var(--quiet);
  }
  .steps {
    display: flex;
    flex-wrap: wrap;
    row-gap: 8px;
  }
  .steps li {
    position: relative;
    padding-block-start: 16px;
    padding-inline-end: 18px;
    display: grid;
    align-content: start;
    line-height: 1.35;
    font-size: 13px;
  }
  .steps li::before {
    content: '';
    position: absolute;
    z-index: 1;
    inset-block-start: 1px;
    inset-inline-start: 0;
    inline-size: 9px;
    block-size: 9px;
    border: 2px solid var(--accent);
    border-radius: 50%;
    background: var(--accent);
  }
  .steps li:not(:last-child)::after {
    content: '';
    position: absolute;
    inset-block-start: 5.5px;
    inset-inline: 0;
    block-size: 2px;
    background: var(--accent);
    opacity: 0.35;
  }
  .steps .plain {
    color: var(--quiet);
  }
  .steps .plain::before {
    background: var(--card);
    border-color: var(--edge);
  }
  .steps .good {
    color: var(--good);
    font-weight: 600;
  }
  .steps .good::before {
    background: var(--good);
    border-color: var(--good);
  }
  .steps .warn {
    color: var(--warn);
    font-weight: 600;
  }
  .steps .warn::before {
    background: var(--warn);
    border-color: var(--warn);
  }
  .steps .bad {
    color: var(--bad);
    font-weight: 600;
  }
  .steps .bad::before {
    background: var(--bad);
    border-color: var(--bad);
  }
  .steps time,
  .steps small {
    color: var(--quiet);
    font-size: 12px;
    font-weight: 400;
  }
`;
