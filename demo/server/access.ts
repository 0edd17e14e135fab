import type {
  ExpectedSubscription,
  SubscriptionEvent,
  SubscriptionEventType,
  WebhookHandlers,
  WebhookLogEntry,
} from 'card-vault/server';
import {boxes} from './boxes.js';

/** A letter to the shopper. The page has the words for each kind, and writes its price as it writes every other. */
export interface Letter {
  readonly kind: 'paid' | 'late' | 'withdrawn' | 'ended';
  readonly date?: string | undefined;
  readonly amount?: string;
  readonly currency?: string;
}

/** What the shop knows of a customer's boxes. */
interface Shopper {
  state: 'none' | 'waiting' | 'granted' | 'late' | 'withdrawn' | 'paused' | 'ended';
  until?: string | undefined;
  retry?: string | undefined;
  /** By subscription: the number of the newest event. */
  readonly sequences: Record<string, number>;
  readonly mails: Letter[];
}

/** A line of the shop's log. */
export interface LogLine {
  readonly kind: WebhookLogEntry['outcome'] | 'done';
  readonly id?: string | undefined;
  readonly type: string;
  readonly sequence?: number | undefined;
  readonly subscription?: string | undefined;
  readonly text: string;
}

/**
 * The worked example of what a shop does with events (spec 6): it updates the shopper's access, tells the shopper what
 * to do, and keeps a log, also of what it did not believe. A real shop keeps these records in its database.
 *
 * Events may arrive twice and, after a failure, out of order. The kit hands each on once; the number of an event within its
 * subscription tells here whether something newer is known already.
 */
export function createAccess() {
  /** By customer. */
  const shoppers = new Map<string, Shopper>();
  const log: LogLine[] = [];

  const note = (entry: LogLine): void => {
    log.unshift(entry);
    log.length = Math.min(log.length, 400);
  };
  const recordOf = (customer: string): Shopper => {
    const record: Shopper = shoppers.get(customer) ?? {state: 'none', sequences: {}, mails: []};
    shoppers.set(customer, record);
    return record;
  };
  const write = (record: Shopper, letter: Letter): void => void record.mails.unshift(letter);
  const priceOf = ({amount, currency}: SubscriptionEvent) => ({amount, currency});
  const day = (instant = ''): string => instant.slice(0, 10);

  /** Spec 6.2: update access, retry, or notify. The retry is the service's; the shopper is asked for another card. */
  const rules: Readonly<
    Record<SubscriptionEventType, (record: Shopper, event: SubscriptionEvent) => string>
  > = {
    'subscription.created': (record) => {
      record.state = 'waiting';
      return 'waits for the first payment';
    },
    'subscription.payment_succeeded': (record, event) => {
      record.state = 'granted';
      record.retry = undefined;
      record.until = event.periodEnd;
      write(record, {kind: 'paid', date: event.periodStart, ...priceOf(event)});
      return `boxes until ${day(event.periodEnd)}, receipt sent`;
    },
    'subscription.payment_failed': (record, event) => {
      const again = event.nextAttemptAt;
      const kind = again ? 'late' : 'withdrawn';
      record.state = kind;
      record.retry = again;
      write(record, {kind, date: again, ...priceOf(event)});
      return `${event.failure ?? 'failed'}: ${again ? 'boxes go on for now' : 'no more boxes'}, shopper notified`;
    },
    'subscription.paused': (record) => {
      record.state = 'paused';
      return 'no boxes meanwhile';
    },
    'subscription.resumed': (record) => {
      record.state = 'granted';
      return 'boxes again';
    },
    'subscription.cancelled': (record, event) => {
      record.state = 'ended';
      write(record, {kind: 'ended'});
      return `ended (${event.endReason ?? 'requested'})`;
    },
  };

  function act(event: SubscriptionEvent): void {
    const {type, sequence = Infinity, subscription} = event;
    const record = recordOf(event.customer);
    const newest = record.sequences[subscription] ?? 0;
    const isOld = sequence <= newest;
    if (!isOld && event.sequence !== undefined) record.sequences[subscription] = event.sequence;
    const text = isOld ? `${newest} is known already` : rules[type](record, event);
    note({kind: 'done', id: event.id, type, sequence: event.sequence, subscription, text});
  }

  const on: WebhookHandlers = {
    'subscription.created': act,
    'subscription.payment_succeeded': act,
    'subscription.payment_failed': act,
    'subscription.paused': act,
    'subscription.resumed': act,
    'subscription.cancelled': act,
  };

  return {
    /** Handlers for `createCardVaultServer({webhooks})`. */
    on,

    /** What the shop's own records say an event must say: a genuine notice of one box is no payment for another. */
    expect: ({reference}: SubscriptionEvent): ExpectedSubscription | undefined => {
      const box = boxes.find(({name}) => name === reference);
      return box && {amount: box.amount, currency: box.currency, reference: box.name};
    },

    /** Spec 6.1: what failed verification, or did not fit, is logged for reconciliation. Never its body. */
    heard: ({outcome, reason, id, type = 'not believed', subscription}: WebhookLogEntry): void => {
      if (outcome === 'handled' || outcome === 'ignored') return;
      note({kind: outcome, id, type, subscription, text: reason ? `${outcome}: ${reason}` : outcome});
    },

    of: (customer: string) => {
      const {state, until, retry, mails} = recordOf(customer);
      return {state, until, retry, mails: mails.slice(0, 5)};
    },
    log: (): readonly LogLine[] => log,
  };
}

export type Access = ReturnType<typeof createAccess>;
