import {html, type TemplateResult} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import {findAddress} from './find.js';
import {shortId, timeText} from './format.js';

/** An id in short, which leads to all that has it, and a button that copies it: the dashboard listens for `data-copy`. */
export const idLink = (value: string | null): TemplateResult =>
  value === null || value === ''
    ? html`<span class="none">none</span>`
    : html`<span class="id"
        ><a href=${findAddress(value)} title=${value}><bdi>${shortId(value)}</bdi></a
        ><button type="button" data-copy=${value} aria-label=${`Copy ${shortId(value)}`}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M5 5V2.500h8.500V11H11M2.500 5H11v8.500H2.500Z" fill="none" stroke="currentColor" />
          </svg></button
      ></span>`;

/** What the sandbox API gave, one press away. It is written as it is opened: a long list has many of them. */
export const jsonOf = (data: unknown): TemplateResult => {
  const write = ({currentTarget}: Event) => {
    const details = currentTarget as HTMLDetailsElement;
    details.querySelector('pre')!.textContent = details.open ? JSON.stringify(data, null, 2) : '';
  };
  return html`<details class="json" @toggle=${write}>
    <summary>JSON</summary>
    <pre tabindex="0" dir="ltr"></pre>
  </details>`;
};

/** A date and time in the reader's zone. The tooltip shows it in UTC. */
export const timeElement = (iso: string | null): TemplateResult =>
  iso === null
    ? html`<span class="none">–</span>`
    : html`<time datetime=${iso} title=${iso}>${timeText(iso)}</time>`;

/** The colour of a badge or of a step in a timeline: `run` is under way, `plain` is neutral. */
export type Tone = 'good' | 'warn' | 'bad' | 'run' | 'plain';

export const badge = (text: string, tone: Tone = 'plain'): TemplateResult =>
  html`<span class="badge ${tone}">${text}</span>`;

/** One term and its value, for a `<dl>`. */
export const fact = (term: string, value: unknown): TemplateResult =>
  html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`;

/** The content of a view without data: a statement, and what to do next. */
export const emptyView = (statement: string, nextStep: unknown): TemplateResult =>
  html`<div class="empty">
    <p>${statement}</p>
    <p>${nextStep}</p>
  </div>`;

/** A column: its heading, and a function that draws its cell. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => unknown];

/**
 * A table. On narrow screens each row becomes a block of named values. The roles are written out, because
 * browsers drop the implicit ones when CSS changes `display`.
 */
export function table<Row>(
  name: string,
  columns: readonly Column<Row>[],
  {
    rows,
    key,
    json = (row) => row,
  }: {
    readonly rows: readonly Row[];
    readonly key: (row: Row) => unknown;
    /** What is shown as JSON; by default the whole row. */
    readonly json?: (row: Row) => unknown;
  },
): TemplateResult {
  return html`<table role="table" aria-label=${name}>
    <thead>
      <tr role="row">
        ${columns.map(([head]) => html`<th role="columnheader" scope="col">${head}</th>`)}
        <th role="columnheader" scope="col"><span class="unseen">As JSON</span></th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        rows,
        key,
        (row) =>
          html`<tr role="row">
            ${columns.map(([head, cell]) => html`<td role="cell" data-head=${head}>${cell(row)}</td>`)}
            <td role="cell">${jsonOf(json(row))}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
