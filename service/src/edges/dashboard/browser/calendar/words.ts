import type {SandboxEvent} from '../../../sandbox/events.js';
import type {Mark} from './marks.js';
import type {Sent} from './source.js';
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
const dayOfFeed = new Intl.DateTimeFormat('en-GB', {day: 'numeric', month: 'short', year: '2-digit'});

// Some releases of the calendar data put a comma after the weekday, others none.
export const dayText = (at: number): string => shortDay.format(at).replace(',', '');
const wholeDayText = (at: number): string => longDay.format(at).replace(',', '');
export const hourText = (at: number): string => hour.format(at);
export const feedDay = (at: number): string => dayOfFeed.format(at);

const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** `Monday 21 December 2026, 30 days ahead, 3 charges on the way`. */
export function targetText(now: number, target: number, coming: readonly Mark[]): string {
  const days = Math.round((target - now) / dayMs);
  if (days <= 0) return `${wholeDayText(now)}, now`;
  const due = coming.filter(({at, kind}) => at > now && at <= target && kind !== 'skipped').length;
  const way = due === 0 ? 'nothing to charge on the way' : `${many(due, 'charge')} on the way`;
  return `${wholeDayText(target)}, ${many(days, 'day')} ahead, ${way}`;
}

/** What the description of a movement is made from. */
export interface TravelReport {
  readonly marks: readonly Mark[];
  /** When events were, epoch milliseconds. */
  readonly eventTimes: readonly number[];
  readonly found: {readonly deliveries: readonly Sent[]};
}

/**
 * Describes the result of a movement from the marks on its way; `now` is when it ended, because the clock
 * runs on. A stopped one has no `to`.
 */
export function arrivalText(
  {from, to, now}: {readonly from: number; readonly to: number | undefined; readonly now: number},
  {marks, eventTimes: eventTimes, found}: TravelReport,
): string {
  const onWay = (at: number) => at > from && at <= now;
  const count = (kind: Mark['kind']) => marks.filter((mark) => mark.kind === kind && onWay(mark.at)).length;
  // A charge that is still open here was tried, and is to be tried again.
  const [paid, failed, events] = [
    count('paid'),
    count('failed') + count('open'),
    eventTimes.filter(onWay).length,
  ];
  const sent = found.deliveries.filter(({created_at}) => onWay(Date.parse(created_at)));
  const arrived = sent.filter(({state}) => state === 'delivered').length;
  const came = [
    paid + failed === 0 && 'nothing was charged',
    paid > 0 && `${paid} paid`,
    failed > 0 && `${failed} failed`,
    events > 0 && many(events, 'event'),
    sent.length > 0 && `${arrived} of ${sent.length} delivered`,
  ];
  const where = to === undefined ? `Stopped on ${dayText(now)}` : dayText(to);
  return `${where}: ${came.filter(Boolean).join(', ')}.`;
}

const words: Readonly<Record<string, string>> = {
  'subscription.created': 'Subscribed',
  'subscription.payment_succeeded': 'Paid',
  'subscription.payment_failed': 'Not paid',
  'subscription.paused': 'Paused',
  'subscription.resumed': 'Resumed',
  'subscription.cancelled': 'Cancelled',
};

/** An event in a few words: what happened, for how much, and why not. */
export function eventText({type, data}: SandboxEvent): string {
  const text = (name: string) => {
    const value = data[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const paying = type.startsWith('subscription.payment');
  const amount = paying && text('amount') !== '' ? ` ${text('currency')} ${text('amount')}` : '';
  const attempt = Number(text('attempt')) > 1 ? `, try ${text('attempt')}` : '';
  const failure = text('failure') === '' ? '' : `: ${text('failure').replaceAll('_', ' ')}`;
  const again = text('next_attempt_at');
  const next = again === '' ? '' : `, again on ${feedDay(Date.parse(again))}`;
  return `${words[type] ?? type}${amount}${attempt}${failure}${next}`;
}
