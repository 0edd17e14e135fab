import type {SandboxEvent} from '../../../sandbox/events.js';
import {priceText} from '../format.js';
import type {Mark} from './marks.js';
import type {Delivery} from './source.js';
import {dayMs} from './span.js';

const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const shortDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const hour = new Intl.DateTimeFormat('en-GB', {hour: '2-digit', minute: '2-digit', timeZoneName: 'short'});
const feedDay = new Intl.DateTimeFormat('en-GB', {day: 'numeric', month: 'short', year: '2-digit'});

// Some browser releases put a comma after the weekday. It is removed, so that all show the same text.
export const dayText = (at: number): string => shortDay.format(at).replace(',', '');
const wholeDayText = (at: number): string => longDay.format(at).replace(',', '');
export const hourText = (at: number): string => hour.format(at);
export const feedDayText = (at: number): string => feedDay.format(at);

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Describes where the clock would go: `Monday 21 December 2026, 30 days ahead, 3 charges on the way`. */
export function targetText(now: number, target: number, marks: readonly Mark[]): string {
  const days = Math.round((target - now) / dayMs);
  if (days <= 0) return `${wholeDayText(now)}, now`;
  const due = marks.filter(({at, kind}) => at > now && at <= target && kind !== 'skipped').length;
  const charges = due === 0 ? 'nothing to charge' : plural(due, 'charge');
  return `${wholeDayText(target)}, ${plural(days, 'day')} ahead, ${charges} on the way`;
}

/** The data that tells what a clock movement did. */
export interface TravelReport {
  readonly marks: readonly Mark[];
  /** Times of the events, in epoch milliseconds. */
  readonly eventTimes: readonly number[];
  readonly data: {readonly deliveries: readonly Delivery[]};
}

/**
 * Describes what happened during a movement of the clock. `to` is undefined if the movement was stopped;
 * `now` is a little later than `to`, because the clock runs on.
 */
export function arrivalText(
  {from, to, now}: {readonly from: number; readonly to: number | undefined; readonly now: number},
  {marks, eventTimes, data}: TravelReport,
): string {
  const isOnTheWay = (at: number) => at > from && at <= now;
  const count = (kind: Mark['kind']) =>
    marks.filter((mark) => mark.kind === kind && isOnTheWay(mark.at)).length;
  const paid = count('paid');
  // A charge that is still open has failed at least once, and will be retried.
  const failed = count('failed') + count('open');
  const events = eventTimes.filter(isOnTheWay).length;
  const sent = data.deliveries.filter(({created_at}) => isOnTheWay(Date.parse(created_at)));
  const arrived = sent.filter(({state}) => state === 'delivered').length;
  const parts = [
    paid + failed === 0 && 'nothing was charged',
    paid > 0 && `${paid} paid`,
    failed > 0 && `${failed} failed`,
    events > 0 && plural(events, 'event'),
    sent.length > 0 && `${arrived} of ${sent.length} delivered`,
  ];
  const where = to === undefined ? `Stopped on ${dayText(now)}` : dayText(to);
  return `${where}: ${parts.filter(Boolean).join(', ')}.`;
}

/** Words for the events; any other event is shown by its type. */
const eventNames: Readonly<Record<string, string>> = {
  'subscription.created': 'Subscribed',
  'subscription.payment_succeeded': 'Paid',
  'subscription.payment_failed': 'Not paid',
  'subscription.paused': 'Paused',
  'subscription.resumed': 'Resumed',
  'subscription.cancelled': 'Cancelled',
};

/** Describes an event in one line: what happened, the amount, and why a charge failed. */
export function eventText({type, data}: SandboxEvent): string {
  const field = (name: string) => {
    const value = data[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const isPayment = type.startsWith('subscription.payment');
  const price = {amount: field('amount'), currency: field('currency')};
  const amount = isPayment && price.amount !== '' ? ` ${priceText(price)}` : '';
  const attempt = Number(field('attempt')) > 1 ? `, try ${field('attempt')}` : '';
  const failure = field('failure') === '' ? '' : `: ${field('failure').replaceAll('_', ' ')}`;
  const nextAttempt = field('next_attempt_at');
  const next = nextAttempt === '' ? '' : `, again on ${feedDayText(Date.parse(nextAttempt))}`;
  return `${eventNames[type] ?? type}${amount}${attempt}${failure}${next}`;
}
