import {html, type TemplateResult} from 'lit';
import type {CustomerView} from '../../sandbox/views.js';
import type {ViewData} from './api.js';
import {brandText, minorText, plainWords} from './format.js';
import {badge, idLink, emptyView, table, timeElement, type Tone} from './pieces.js';

const codeElement = (text: string) => html`<code>${text}</code>`;

/** A customer without a name is often a guest. */
function nameOrKind({name, is_guest}: CustomerView): unknown {
  if (name !== null) return html`<bdi>${name}</bdi>`;
  return is_guest ? 'Guest' : 'No name';
}

function customerKind({deleted_at, is_guest}: CustomerView): unknown {
  if (deleted_at) return badge('Deleted', 'warn');
  return is_guest ? 'Guest' : 'Account';
}

export function customersView(rows: ViewData['customers']): TemplateResult {
  if (rows.length === 0) {
    return emptyView(
      'No customers yet.',
      html`Create one with the secret key: ${codeElement('POST /user/customers/v1/')}`,
    );
  }
  return table(
    'Customers',
    [
      ['Name', nameOrKind],
      ['Customer', ({token}) => idLink(token)],
      ['E-mail', ({email}) => (email === null ? '–' : html`<bdi>${email}</bdi>`)],
      ['Cards', ({payment_methods}) => payment_methods],
      ['Created', ({created_at}) => timeElement(created_at)],
      ['Kind', customerKind],
    ],
    {rows, key: ({token}) => token},
  );
}

export function paymentMethodsView(rows: ViewData['payment-methods']): TemplateResult {
  if (rows.length === 0) {
    return emptyView(
      'No card is saved yet.',
      'Take one through the whole flow; Trackers shows where it stands.',
    );
  }
  return table(
    'Payment methods',
    [
      ['Card', ({brand, last_four}) => html`${brandText(brand)} •••• <bdi>${last_four}</bdi>`],
      ['Payment method', ({token}) => idLink(token)],
      ['Expires', ({expiration_month, expiration_year}) => `${expiration_month}/${expiration_year}`],
      ['Customer', ({customer}) => idLink(customer)],
      ['Tracker', ({tracker}) => idLink(tracker)],
      [
        'Used',
        ({usage_count, max_usage}) => (max_usage === null ? usage_count : `${usage_count} of ${max_usage}`),
      ],
      ['Saved', ({created_at}) => timeElement(created_at)],
      ['State', ({deleted_at}) => (deleted_at ? badge('Removed', 'warn') : badge('Live', 'good'))],
    ],
    {rows, key: ({token}) => token},
  );
}

export function ledgerView(rows: ViewData['moves']): TemplateResult {
  if (rows.length === 0) {
    return emptyView(
      'The network has been asked for nothing yet.',
      'An authorization appears here when an enrollment is through, and a reversal when the amount is given back.',
    );
  }
  return table(
    'The network’s ledger',
    [
      ['What', ({kind}) => plainWords(kind)],
      ['Amount', ({amount, currency}) => html`<span class="number">${minorText(amount, currency)}</span>`],
      ['Answer', ({approved}) => (approved ? badge('Approved', 'good') : badge('Declined', 'bad'))],
      ['Tracker', ({tracker}) => idLink(tracker)],
      ['Id', ({id: rowId}) => idLink(rowId)],
      ['Authorization', ({authorization}) => idLink(authorization)],
      ['At', ({at}) => timeElement(at)],
    ],
    {rows, key: ({id: rowId}) => rowId},
  );
}

/** An id, such as `cus_…`. */
const idPattern = /^[a-z]+_[\w-]{16,}$/;

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function valueElement(text: string): unknown {
  if (idPattern.test(text)) return idLink(text);
  return instantPattern.test(text) ? timeElement(text) : html`<bdi>${text}</bdi>`;
}

/**
 * Names with their values. A value that is an id gets a button to copy it, an instant is drawn in the reader's
 * zone. Values of other columns of the row (`elsewhere`) are left out, and objects, which the row's JSON has.
 */
const nameValueList = (data: Readonly<Record<string, unknown>>, elsewhere: readonly (string | null)[] = []) =>
  html`<span class="facts">
    ${Object.entries(data)
      .filter(
        ([, value]) =>
          value !== undefined && typeof value !== 'object' && !elsewhere.includes(value as string),
      )
      .map(([name, value]) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value);
        return html`<span><i>${name}</i> ${valueElement(text)}</span>`;
      })}
  </span>`;

export function eventsView(rows: ViewData['events']): TemplateResult {
  if (rows.length === 0) {
    return emptyView(
      'Nothing has happened yet.',
      html`The first customer or tracker starts the list; servers read it at
      ${codeElement('GET /sandbox/v1/events')}`,
    );
  }
  return table(
    'Events',
    [
      ['At', ({at}) => timeElement(at)],
      ['Event', ({type}) => codeElement(type)],
      ['Tracker', ({tracker}) => idLink(tracker)],
      ['Customer', ({customer}) => idLink(customer)],
      ['Facts', ({data, tracker, customer}) => nameValueList(data, [tracker, customer])],
    ],
    {rows, key: ({id: rowId}) => rowId},
  );
}

const levelTones: Readonly<Record<string, Tone>> = {info: 'plain', warn: 'warn', error: 'bad'};

export function logsView(rows: ViewData['logs']): TemplateResult {
  if (rows.length === 0) {
    return emptyView('The log is empty since the service started.', 'Any request to the API writes a line.');
  }
  // A line is a JSON text, which always has the first three fields.
  const lines = rows.map(({number, line}) => {
    const {at, level, event, ...facts} = JSON.parse(line) as Record<string, string>;
    return {number, at: at ?? '', level: level ?? '', event: event ?? '', facts};
  });
  return html`${table(
      'Log',
      [
        ['At', ({at}) => timeElement(at)],
        ['Level', ({level}) => badge(level, levelTones[level])],
        ['Event', ({event}) => codeElement(event)],
        ['Facts', ({facts}) => nameValueList(facts)],
      ],
      {rows: lines, key: ({number}) => number},
    )}
    <p class="hint">Card numbers, keys and tokens are masked before a line is written.</p>`;
}

const toneOfStatus = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good');

/** Requests to the API. The JSON of a row has what was sent, and what was answered. */
export function requestsView(rows: ViewData['requests']): TemplateResult {
  if (rows.length === 0) {
    return emptyView(
      'The API has answered nothing since the service started.',
      'Save a card in the demo shop: each request appears here, with its body and its answer.',
    );
  }
  return html`${table(
      'Requests',
      [
        ['At', ({at}) => timeElement(at)],
        ['Request', ({method, route}) => codeElement(`${method} ${route}`)],
        ['Status', ({status}) => badge(String(status), toneOfStatus(status))],
        ['Took', ({milliseconds}) => html`<span class="number">${milliseconds} ms</span>`],
        ['Id', ({request}) => idLink(request)],
        ['Merchant', ({merchant}) => idLink(merchant)],
      ],
      {rows, key: ({number}) => number, json: ({body, answer}) => ({body, answer})},
    )}
    <p class="hint">
      JSON shows the body and the answer, up to 8 kB of each, of the last 200 requests. Hidden are card
      numbers, codes, keys, tokens, metadata and fields that the route does not know.
    </p>`;
}
