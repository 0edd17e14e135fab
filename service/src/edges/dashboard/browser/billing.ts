import {html, type TemplateResult} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import type {Price} from '../../../../../src/protocol/price.js';
import type {ChargeView, PlanView, SubscriptionView} from '../../sandbox/billing-views.js';
import type {ViewData} from './api.js';
import {brandText, plainWords, priceText, timeText} from './format.js';
import {badge, idLink, jsonOf, emptyView, fact, table, timeElement, type Tone} from './pieces.js';

const money = (price: Price) => html`<span class="number">${priceText(price)}</span>`;

function intervalText({interval, interval_count: count}: {interval: string; interval_count: number}): string {
  const unit = interval.toLowerCase();
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

function trialText(days: number): string {
  if (days === 0) return '–';
  return days === 1 ? '1 day' : `${days} days`;
}

function planBadge({archived_at, active}: PlanView): TemplateResult {
  if (archived_at) return badge('Archived', 'warn');
  return active ? badge('Offered', 'good') : badge('Not offered');
}

/** A table of plans. */
export function plansView(rows: ViewData['plans']): TemplateResult {
  if (rows.length === 0) {
    return emptyView(
      'No plan is offered yet.',
      html`Create one with the secret key: <code>POST /client/plans/v1/</code>`,
    );
  }
  return table(
    'Plans',
    [
      ['Product', ({product, name}) => html`<bdi>${name ?? product}</bdi>`],
      ['Plan', ({token}) => idLink(token)],
      ['Price', (plan) => html`${money(plan)} ${intervalText(plan)}`],
      ['Trial', ({trial_period_days}) => trialText(trial_period_days)],
      ['Charges', ({number_of_billing_cycles: cycles}) => cycles ?? 'Without end'],
      ['Subscriptions', ({subscriptions, live_subscriptions: live}) => `${live} live of ${subscriptions}`],
      ['Created', ({created_at}) => timeElement(created_at)],
      ['State', planBadge],
    ],
    {rows, key: ({token}) => token},
  );
}

/** Text and tone of the badge that shows a subscription's state. */
function stateBadge({state, past_due, cancel_at}: SubscriptionView): readonly [string, Tone] {
  if (past_due) return ['Past due', 'bad'];
  if (cancel_at !== null && state !== 'cancelled') return ['Ends soon', 'warn'];
  const tones: Readonly<Record<SubscriptionView['state'], Tone>> = {
    pending: 'run',
    active: 'good',
    paused: 'warn',
    cancelled: 'plain',
    failed: 'bad',
  };
  return [plainWords(state), tones[state]];
}

const chargeTones: Readonly<Record<ChargeView['state'], Tone>> = {
  open: 'warn',
  paid: 'good',
  failed: 'bad',
  ready: 'plain',
  uncollectible: 'plain',
  void: 'plain',
};

function chargeItem({period, state, due_at, attempts, next_attempt_at, failure}: ChargeView): TemplateResult {
  const tries = attempts.length > 1 ? `${attempts.length} tries` : '';
  const reason = state === 'paid' || failure === null ? '' : failure.replaceAll('_', ' ');
  const nextAttempt = next_attempt_at === null ? '' : `again ${timeText(next_attempt_at)}`;
  const title = attempts
    .map(({number, sent_at, failure: cause}) => `Try ${number}, ${timeText(sent_at)}: ${cause ?? 'paid'}`)
    .join('\n');
  return html`<li class=${chargeTones[state]} title=${title}>
    <span>Period ${period + 1}: ${plainWords(state).toLowerCase()}</span>
    <time datetime=${due_at}>${timeText(due_at)}</time>
    ${[tries, reason, nextAttempt].filter(Boolean).map((text) => html`<small>${text}</small>`)}
  </li>`;
}

function subscriptionItem(subscription: SubscriptionView): TemplateResult {
  const {token, product, plan, plan_name, customer, customer_name, payment_method: method} = subscription;
  const [stateText, tone] = stateBadge(subscription);
  const {next_charge_at, cancel_at, end_reason, reference, trial_ends_at, pause_behavior} = subscription;
  // While the subscription is paused, a period begins without a charge.
  const nextLabel = pause_behavior ? 'Next period' : 'Next charge';
  const oldestFirst = [...subscription.charges].reverse();
  return html`<li class="tracker">
    <div class="head">
      <h3><bdi>${plan_name ?? product}</bdi>, ${money(subscription)} ${intervalText(subscription)}</h3>
      ${badge(stateText, tone)}
      <span class="when">${timeElement(subscription.updated_at)}</span>
    </div>
    <dl>
      ${fact('Subscription', idLink(token))}
      ${fact('Customer', html`<bdi>${customer_name ?? 'No name'}</bdi> ${idLink(customer)}`)}
      ${fact('Card', html`${brandText(method.brand)} •••• <bdi>${method.last_four}</bdi> ${idLink(method.token)}`)}
      ${fact('Plan', idLink(plan))}
      ${reference === null ? '' : fact('Reference', html`<bdi>${reference}</bdi>`)}
      ${trial_ends_at === null ? '' : fact('Trial until', timeElement(trial_ends_at))}
      ${next_charge_at === null ? '' : fact(nextLabel, timeElement(next_charge_at))}
      ${pause_behavior === null ? '' : fact('While paused', plainWords(pause_behavior))}
      ${cancel_at === null ? '' : fact('Ends', timeElement(cancel_at))}
      ${end_reason === null ? '' : fact('Ended because', plainWords(end_reason))}
    </dl>
    ${
      oldestFirst.length === 0
        ? html`<p class="hint">Nothing has fallen due yet.</p>`
        : html`<ol class="steps" aria-label="Charges">
            ${repeat(oldestFirst, ({token: chargeToken}) => chargeToken, chargeItem)}
          </ol>`
    }
    ${jsonOf(subscription)}
  </li>`;
}

/** Shows each subscription as a timeline of its charges, the most recently changed first. */
export function subscriptionsView(rows: ViewData['subscriptions']): TemplateResult {
  if (rows.length === 0) {
    return emptyView(
      'No subscriptions yet.',
      html`Send a shopper to the hosted checkout of a plan; <code>npm start</code> has one at
        http://localhost:5173/plans`,
    );
  }
  return html`<ul class="trackers">
    ${repeat(rows, ({token}) => token, subscriptionItem)}
  </ul>`;
}
