import {subscriptionRules} from '../../../../service/src/domain/subscriptions/machine.js';
import type {LedgerEntry} from '../../../../service/src/domain/ports/network.js';
import type {Subscription} from '../../../../service/src/domain/subscriptions/subscription.js';
import {expectedInstant} from '../../../../service/test/support/schedule-oracle.js';
import type {Acknowledged} from './steps.js';
import type {Received} from './outside.js';

/** What an observer outside has in hand: the network's books, what the receiver got, and what callers were answered. */
export interface Observed {
  readonly now: number;
  readonly ledger: readonly LedgerEntry[];
  readonly received: readonly Received[];
  readonly acknowledged: readonly Acknowledged[];
  /** As it was when it began. */
  readonly subscriptions: readonly Subscription[];
}

/** Clocks of workers are up to ten minutes ahead. */
const skewMs = 10 * 60_000;
/** Two charges of one subscription are 23 hours apart, by the clocks of two workers. */
const leastGapMs = 23 * 3_600_000;

/** Everything that is not as the guarantees say (V1 to V5, V16 to V21), in words. */
export function violationsOf(observed: Observed): string[] {
  const wrong: string[] = [];
  const byEvent = new Map<string, string>();
  for (const event of observed.received) {
    const content = JSON.stringify([event.type, event.sequence, event.data]);
    if ((byEvent.get(event.token) ?? content) !== content)
      wrong.push(`V5 ${event.token} was sent in two versions`);
    byEvent.set(event.token, content);
  }
  const once = [...new Map(observed.received.map((event) => [event.token, event])).values()];
  for (const subscription of observed.subscriptions) {
    const events = once
      .filter(({data}) => data['subscription'] === subscription.token)
      .sort((a, b) => a.sequence - b.sequence);
    const name = subscription.token.replace('sub_', 'ch_');
    const lines = observed.ledger.filter(({tracker}) => tracker.startsWith(`${name}_`));
    const one = {subscription, events, lines, name};
    wrong.push(...history(one), ...money(one), ...notified(one), ...dates(one, observed.now));
    wrong.push(...promises(one, observed));
  }
  return wrong;
}

interface One {
  readonly subscription: Subscription;
  readonly events: readonly Received[];
  readonly lines: readonly LedgerEntry[];
  /** What the tokens of its charges begin with. */
  readonly name: string;
}

const isOf = (what: string) => (event: Received) => event.type === `subscription.${what}`;

/** Numbers without a gap, and states that lead into each other. */
function history({subscription: {token}, events}: One): string[] {
  const wrong: string[] = [];
  if (events.some(({sequence}, index) => sequence !== index + 1))
    wrong.push(`V21 ${token} was sent as ${events.map(({sequence}) => sequence).join(' ')}`);
  const moves = new Set(
    Object.values(subscriptionRules).flatMap(({from, to}) => from.map((one) => `${one} ${to}`)),
  );
  let state = 'pending';
  for (const {data, type} of events) {
    const next = String(data['state']);
    if (next !== state && !moves.has(`${state} ${next}`))
      wrong.push(`V18 ${token}: ${state} → ${next} by ${type}`);
    state = next;
  }
  return wrong;
}

/** One capture a period, of the right amount. */
function money({subscription, lines}: One): string[] {
  const wrong: string[] = [];
  const captures = lines.filter(({kind, approved}) => kind === 'capture' && approved);
  const counts = new Map<string, number>();
  for (const {tracker, amount, currency} of captures) {
    counts.set(tracker, (counts.get(tracker) ?? 0) + 1);
    if (amount !== subscription.amount_minor || currency !== subscription.currency)
      wrong.push(`V3 ${tracker}: ${amount} ${currency}`);
  }
  for (const [tracker, count] of counts)
    if (count > 1) wrong.push(`V1 ${tracker} was captured ${count} times`);
  return wrong;
}

/** Each answer of the network has one event, and no event is without one. */
function notified({subscription: {token}, events, lines}: One): string[] {
  const wrong: string[] = [];
  if (events.filter(isOf('created')).length !== 1) wrong.push(`V4 ${token}: no event says that it began`);
  const kinds = [
    ['payment_succeeded', true],
    ['payment_failed', false],
  ] as const;
  for (const [what, approved] of kinds) {
    const count = new Map<string, number>();
    const add = (charge: string, by: number) => count.set(charge, (count.get(charge) ?? 0) + by);
    for (const line of lines)
      if (line.kind === 'authorization' && line.approved === approved) add(line.tracker, 1);
    for (const event of events.filter(isOf(what))) add(String(event.data['charge']), -1);
    for (const [charge, left] of count) {
      if (left > 0) wrong.push(`V4 ${charge}: ${left} × ${what} never sent`);
      if (left < 0) wrong.push(`V5 ${charge}: ${-left} × ${what} that never was`);
    }
  }
  return wrong;
}

/** Every period on its day or, once behind, one a day, and none left out while the subscription ran. */
function dates({subscription, events, lines, name}: One, now: number): string[] {
  const wrong: string[] = [];
  const {anchor, interval_unit: interval, interval_count: intervalCount, time_zone: timeZone} = subscription;
  const begins = (period: number) =>
    expectedInstant({anchor: anchor.toISOString(), interval, intervalCount, timeZone}, period);
  for (const {tracker, at} of lines) {
    const period = Number(tracker.slice(name.length + 1));
    if (Date.parse(at) < begins(period) - skewMs) wrong.push(`V19 ${tracker} was charged on ${at}`);
  }
  const paid = lines
    .filter(({kind, approved}) => kind === 'capture' && approved)
    .map(({at}) => Date.parse(at))
    .sort((a, b) => a - b);
  for (const [index, at] of paid.slice(1).entries())
    if (at - paid[index]! < leastGapMs - 2 * skewMs)
      wrong.push(`V20 ${subscription.token}: two charges in ${(at - paid[index]!) / 60_000} minutes`);
  for (const {data, type} of events) {
    const period = Number(data['period']);
    if (/payment/.test(type) && Date.parse(String(data['period_start'])) !== begins(period))
      wrong.push(`V19 ${subscription.token}: period ${period} begins on ${String(data['period_start'])}`);
  }
  // The same change may have stopped the charge of a period that had begun; a period from before it went on is not owed.
  const stops = events.filter(
    (event, index) =>
      ['paused', 'resumed', 'cancelled'].some((what) => isOf(what)(event)) ||
      event.data['state'] === 'failed' ||
      events[index - 1]?.data['state'] === 'failed',
  );
  const lastStop = Math.max(0, ...stops.map(({created_at}) => created_at.seconds * 1000 + 999));
  const final = new Set(
    events
      .filter(
        ({type, data}) =>
          type.endsWith('succeeded') || (type.endsWith('payment_failed') && !data['next_attempt_at']),
      )
      .map(({data}) => Number(data['period'])),
  );
  const state = events.at(-1)?.data['state'];
  if (state !== 'active' && state !== 'pending') return wrong;
  const cycles = subscription.number_of_billing_cycles ?? Number.POSITIVE_INFINITY;
  const isOpen = events.some(({data}) => data['next_attempt_at'] && !final.has(Number(data['period'])));
  const missing: number[] = [];
  const isCatchingUp = now < (paid.at(-1) ?? 0) + leastGapMs + 2 * skewMs;
  for (let period = 0; period < cycles && begins(period) <= now && !isOpen && !isCatchingUp; period++) {
    if (begins(period) > lastStop + skewMs && !final.has(period)) missing.push(period);
  }
  if (missing.length > 0) wrong.push(`V2 ${subscription.token}: periods ${missing.join(' ')} are missing`);
  return wrong;
}

/** What was acknowledged holds: sent, and never undone by a charge that came later. */
function promises({subscription: {token}, events, lines}: One, {acknowledged, ledger}: Observed): string[] {
  const wrong: string[] = [];
  const mine = acknowledged.filter(({subscription}) => subscription === token);
  const words = {pause: 'paused', resume: 'resumed', cancel: 'cancelled'} as const;
  for (const what of ['pause', 'resume'] as const) {
    const asked = mine.filter((one) => one.what === what).length;
    const heard = events.filter(isOf(words[what])).length;
    if (asked !== heard) wrong.push(`V4, V17 ${token}: ${asked} × ${what} acknowledged, ${heard} sent`);
  }
  const cancel = mine.find(({what}) => what === 'cancel');
  if (!cancel) return wrong;
  if (events.filter(isOf('cancelled')).length !== 1) wrong.push(`V17 ${token}: cancelled, and not sent once`);
  const late = ledger.slice(cancel.lines).filter((line) => lines.includes(line));
  if (late.length > 0) wrong.push(`V18 ${token}: charged after its cancellation was acknowledged`);
  return wrong;
}
