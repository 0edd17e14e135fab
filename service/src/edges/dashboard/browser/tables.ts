import {html} from 'lit';
import type {TemplateResult} from 'lit';
import type {ViewData} from './api.js';
import {brandText, moneyText, plainWords} from './format.js';
import {badge, empty, id, table, time} from './pieces.js';
import type {Tone} from './pieces.js';

const code = (text: string) => html`<code>${text}</code>`;

export function customersView(rows: ViewData['customers']): TemplateResult {
  if (rows.length === 0) {
    return empty(
      'No customers yet.',
      html`Create one with the secret key: ${code('POST /user/customers/v1/')}`,
    );
  }
  return table(
    'Customers',
    [
      [
        'Name',
        ({name, is_guest}) => (name === null ? (is_guest ? 'Guest' : 'No name') : html`<bdi>${name}</bdi>`),
      ],
      ['Customer', ({token}) => id(token)],
      ['E-mail', ({email}) => (email === null ? '–' : html`<bdi>${email}</bdi>`)],
      ['Cards', ({payment_methods}) => payment_methods],
      ['Created', ({created_at}) => time(created_at)],
      [
        'Kind',
        ({deleted_at, is_guest}) => (deleted_at ? badge('Deleted', 'warn') : is_guest ? 'Guest' : 'Account'),
      ],
    ],
    {rows, key: ({token}) => token},
  );
}

export function paymentMethodsView(rows: ViewData['payment-methods']): TemplateResult {
  if (rows.length === 0) {
    return empty('No card is saved yet.', 'Take one through the whole flow; Trackers shows where it stands.');
  }
  return table(
    'Payment methods',
    [
      ['Card', ({brand, last_four}) => html`${brandText(brand)} •••• <bdi>${last_four}</bdi>`],
      ['Payment method', ({token}) => id(token)],
      ['Expires', ({expiration_month, expiration_year}) => `${expiration_month}/${expiration_year}`],
      ['Customer', ({customer}) => id(customer)],
      ['Tracker', ({tracker}) => id(tracker)],
      [
        'Used',
        ({usage_count, max_usage}) => (max_usage === null ? usage_count : `${usage_count} of ${max_usage}`),
      ],
      ['Saved', ({created_at}) => time(created_at)],
      ['State', ({deleted_at}) => (deleted_at ? badge('Removed', 'warn') : badge('Live', 'good'))],
    ],
    {rows, key: ({token}) => token},
  );
}

export function ledgerView(rows: ViewData['moves']): TemplateResult {
  if (rows.length === 0) {
    return empty(
      'The network has been asked for nothing yet.',
      'An authorization appears here when an enrollment is through, and a reversal when the amount is given back.',
    );
  }
  return table(
    'The network’s ledger',
    [
      ['What', ({kind}) => plainWords(kind)],
      ['Amount', ({amount, currency}) => html`<span class="number">${moneyText(amount, currency)}</span>`],
      ['Answer', ({approved}) => (approved ? badge('Approved', 'good') : badge('Declined', 'bad'))],
      ['Tracker', ({tracker}) => id(tracker)],
      ['Id', ({id: rowId}) => id(rowId)],
      ['Authorization', ({authorization}) => id(authorization)],
      ['At', ({at}) => time(at)],
    ],
    {rows, key: ({id: rowId}) => rowId},
  );
}

const idPattern = /^[a-z]+_[\w-]{16,}$/;

/** Lists names and values. A value that is an id gets a button to copy it. */
const factsOf = (data: Readonly<Record<string, unknown>>) =>
  html`<span class="facts">
    ${Object.entries(data)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        return html`<span
          ><i>${name}</i> ${idPattern.test(text) ? id(text) : html`<bdi>${text}</bdi>`}</span
        >`;
      })}
  </span>`;

export function eventsView(rows: ViewData['events']): TemplateResult {
  if (rows.length === 0) {
    return empty(
      'Nothing has happened yet.',
      html`The first customer or tracker starts the list; servers read it at ${code('GET /sandbox/v1/events')}`,
    );
  }
  return table(
    'Events',
    [
      ['At', ({at}) => time(at)],
      ['Event', ({type}) => code(type)],
      ['Tracker', ({tracker}) => id(tracker)],
      ['Customer', ({customer}) => id(customer)],
      ['Facts', ({data}) => factsOf(data)],
    ],
    {rows, key: ({id: rowId}) => rowId},
  );
}

const levelTones: Readonly<Record<string, Tone>> = {info: 'plain', warn: 'warn', error: 'bad'};

export function logsView(rows: ViewData['logs']): TemplateResult {
  if (rows.length === 0) {
    return empty('The log is empty since the service started.', 'Any request to the API writes a line.');
  }
  const lines = rows.map(({number, line}) => {
    const {at, level, event, ...facts} = JSON.parse(line) as Record<string, string>;
    return {number, at: at ?? '', level: level ?? '', event: event ?? '', facts};
  });
  return html`${table(
      'Log',
      [
        ['At', ({at}) => time(at)],
        ['Level', ({level}) => badge(level, levelTones[level])],
        ['Event', ({event}) => code(event)],
        ['Facts', ({facts}) => factsOf(facts)],
      ],
      {rows: lines, key: ({number}) => number},
    )}
    <p class="hint">Card numbers, keys and tokens are masked before a line is written.</p>`;
}
