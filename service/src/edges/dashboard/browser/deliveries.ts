import {html} from 'lit';
import type {TemplateResult} from 'lit';
import type {ViewData} from './api.js';
import {plainWords} from './format.js';
import {badge, empty, id, table, time} from './pieces.js';
import type {Tone} from './pieces.js';

type Delivery = ViewData['deliveries'][number];
const tones: Readonly<Record<Delivery['state'], Tone>> = {pending: 'run', delivered: 'good', dead: 'bad'};

function standing({state, reason, tries}: Delivery): TemplateResult {
  const retried = state === 'pending' && tries > 0;
  return html`${badge(retried ? 'To be tried again' : plainWords(state), retried ? 'warn' : tones[state])}
  ${reason === null ? '' : html`<span class="hint">${plainWords(reason)}</span>`}`;
}

/** How the last try ended: an HTTP status, or what kept it from one. */
function answer({last_status: status, last_failure: failure}: Delivery): string {
  if (status !== null) return `HTTP ${status}`;
  if (failure === null) return '–';
  return failure === 'address_refused'
    ? 'Not called: the name leads into a private network'
    : plainWords(failure);
}

/** Events on their way to the shops, the newest first. `resend` sends one once more. */
export function deliveriesView(
  rows: ViewData['deliveries'],
  resend: (token: string) => void,
): TemplateResult {
  if (rows.length === 0) {
    return empty(
      'Nothing has been sent to a shop yet.',
      html`Name a receiver with the secret key: <code>POST /client/webhooks/v1/</code>, or start with
        <code>--webhook-url</code>`,
    );
  }
  return table(
    'Deliveries',
    [
      ['Made', ({created_at}) => time(created_at)],
      ['Event', ({type}) => html`<code>${type}</code>`],
      ['Number', ({sequence}) => sequence ?? '–'],
      ['Subscription', ({subscription}) => id(subscription)],
      ['Tries', ({tries}) => tries],
      ['Answer', answer],
      ['Next try', ({next_try_at}) => time(next_try_at)],
      ['Delivery', ({token}) => id(token)],
      ['State', standing],
      [
        'Again',
        ({token, type}) =>
          html`<button type="button" aria-label=${`Send ${type} again`} @click=${() => resend(token)}>
            Send again
          </button>`,
      ],
    ],
    {rows, key: ({token}) => token},
  );
}
