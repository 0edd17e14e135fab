import {html, type TemplateResult} from 'lit';
import type {ViewData} from './api.js';
import {plainWords} from './format.js';
import {badge, idLink, emptyView, table, timeElement, type Tone} from './pieces.js';

type Delivery = ViewData['deliveries'][number];
const toneByState: Readonly<Record<Delivery['state'], Tone>> = {
  pending: 'run',
  delivered: 'good',
  dead: 'bad',
};

function stateBadge({state, reason, tries}: Delivery): TemplateResult {
  const willBeRetried = state === 'pending' && tries > 0;
  return html`${willBeRetried ? badge('To be tried again', 'warn') : badge(plainWords(state), toneByState[state])}
  ${reason === null ? '' : html`<span class="hint">${plainWords(reason)}</span>`}`;
}

/** The result of the last attempt: the HTTP status, or why there is none. */
function lastResult({last_status: status, last_failure: failure}: Delivery): string {
  if (status !== null) return `HTTP ${status}`;
  if (failure === null) return '–';
  return failure === 'address_refused'
    ? 'Not called: the name leads into a private network'
    : plainWords(failure);
}

/** A table of webhook deliveries. `resend` sends the delivery with this token again. */
export function deliveriesView(
  rows: ViewData['deliveries'],
  resend: (token: string) => void,
): TemplateResult {
  if (rows.length === 0) {
    return emptyView(
      'Nothing has been sent to a shop yet.',
      html`Name a receiver with the secret key: <code>POST /client/webhooks/v1/</code>, or start with
        <code>--webhook-url</code>`,
    );
  }
  return table(
    'Deliveries',
    [
      ['Made', ({created_at}) => timeElement(created_at)],
      ['Event', ({type}) => html`<code>${type}</code>`],
      [
        'Subscription',
        ({subscription, sequence}) =>
          html`${idLink(subscription)}
          ${sequence === null ? '' : html`<span class="number">event ${sequence}</span>`}`,
      ],
      [
        'Answer',
        (delivery) =>
          html`${lastResult(delivery)}${delivery.tries > 1 ? html` <span class="number">(${delivery.tries} tries)</span>` : ''}`,
      ],
      ['Next try', ({next_try_at}) => timeElement(next_try_at)],
      ['Delivery', ({token}) => idLink(token)],
      ['State', stateBadge],
      [
        'Again',
        ({token, type}) =>
          html`<button type="button" aria-label=${`Send again: ${type}`} @click=${() => resend(token)}>
            Send again
          </button>`,
      ],
    ],
    {rows, key: ({token}) => token, json: ({data, ...delivery}) => ({data, ...delivery})},
  );
}
