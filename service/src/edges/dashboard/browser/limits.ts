import {html, type TemplateResult} from 'lit';
import type {VelocityView} from '../../../domain/velocity/velocity.js';
import type {ViewData} from './api.js';
import {badge, idLink, emptyView, table, timeElement} from './pieces.js';

const names: Readonly<Record<VelocityView['limit'], string>> = {
  tracker: 'Tracker',
  card: 'One card',
  customer: 'Customer',
  address: 'One network address',
  merchant: 'Merchant',
};

function state({limit, tries, allowed}: VelocityView): unknown {
  if (tries >= allowed && limit === 'merchant') return badge('Next is asked for a step-up', 'bad');
  if (tries >= allowed) return badge('Next is refused', 'bad');
  return tries * 2 >= allowed ? badge('Nearly used up', 'warn') : badge('Free', 'good');
}

/** How many cards were tried in the hour that runs. The button forgets all counts. */
export function limitsView(rows: ViewData['limits'], forget: () => void): TemplateResult {
  if (rows.length === 0) {
    return emptyView(
      'No card was tried in the last hour.',
      'A count appears here as soon as a shopper enters a card.',
    );
  }
  return html`${table(
      'Limits',
      [
        ['Counted by', ({limit}) => names[limit]],
        [
          'Customer',
          ({customer}) => (customer === null ? html`<span class="none">any</span>` : idLink(customer)),
        ],
        ['Cards tried', ({tries, allowed}) => html`<span class="number">${tries} of ${allowed}</span>`],
        ['State', state],
        ['Since', ({began_at}) => timeElement(began_at)],
        ['Until', ({ends_at}) => timeElement(ends_at)],
      ],
      {rows, key: (row) => rows.indexOf(row)},
    )}
    <p class="hint">
      Above a limit the service answers 429, above the merchant’s own it asks every shopper with a new card
      for a step-up. The merchant is sent <code>velocity.limit_reached</code> once for each window.
      <a href="#events">Events</a>
      <button type="button" @click=${forget}>Forget all counts</button>
    </p>`;
}
