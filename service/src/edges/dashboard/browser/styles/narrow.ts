import {css} from 'lit';

/** Changes for small screens, forced colours and print. */
export const narrow = css`
  /* Between a tablet and a desktop the widest lists only fit with their times on two lines. */
  @media (max-width: 1360px) {
    td time {
      white-space: normal;
    }
    /* Beside facts, which take what they can get. */
    tr:has(.facts) > td:has(> time) {
      min-inline-size: calc(12ch + 24px);
    }
  }
  @media (max-width: 1099px) {
    .panels {
      grid-template-columns: minmax(0, 1fr);
    }
    table,
    tbody,
    tr,
    td {
      display: block;
    }
    table {
      border: 0;
      background: none;
    }
    thead {
      position: absolute;
      clip-path: inset(50%);
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
    }
    tr {
      padding: 8px 12px;
      margin-block-end: 8px;
      border: 1px solid var(--line);
      border-radius: 10px;
      background: var(--card);
    }
    td {
      display: grid;
      grid-template-columns: minmax(84px, 30%) minmax(0, 1fr);
      gap: 10px;
      padding: 3px 0;
      border: 0;
      justify-items: start;
      align-items: baseline;
      overflow-wrap: anywhere;
    }
    td code,
    td time {
      white-space: normal;
    }
    td::before {
      content: attr(data-head);
      color: var(--quiet);
      font-size: 13px;
    }
    .when {
      margin-inline-start: 0;
    }
  }
  @media (max-width: 480px) {
    .steps {
      display: grid;
    }
    .steps li {
      padding-block: 0;
      padding-inline-start: 20px;
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      column-gap: 10px;
      padding-inline-end: 0;
    }
    .steps small {
      inline-size: 100%;
    }
    .steps li::before {
      inset-block-start: 5px;
    }
    .steps li:not(:last-child)::after {
      inset-block: 9px -14px;
      inset-inline: 3.5px auto;
      inline-size: 2px;
      block-size: auto;
    }
    nav a {
      padding: 8px 9px;
    }
    [role='search'] {
      inline-size: 100%;
    }
    [type='search'] {
      flex: 1;
    }
  }
  @media (forced-colors: active) {
    .badge,
    button,
    .steps li::before {
      forced-color-adjust: auto;
      border-color: CanvasText;
    }
    nav a[aria-current] {
      border-block-end-color: Highlight;
    }
  }
  @media print {
    :host {
      background: none;
      padding: 0;
    }
    nav,
    .live,
    .notice,
    .panels,
    .id svg {
      display: none;
    }
    tr,
    .tracker {
      break-inside: avoid;
    }
  }
`;
