import {boxes} from './boxes.mjs';

/**
 * The worked example of what a shop does with events (spec 6): it updates the shopper's access, tells the shopper what
 * to do, and keeps a log, also of what it did not believe. A real shop keeps these records in its database.
 *
 * Events may arrive twice and, after a failure, out of order. The kit hands each on once; the number of an event within its
 * subscription tells here whether something newer is known already.
 */
export function createAccess() {
  /** By customer: `{state, until, retry, sequences, mails}`. */
  const shoppers = new Map();
  const log = [];

  const note = (entry) => {
    log.unshift(entry);
    log.length = Math.min(log.length, 400);
  };
  const recordOf = (customer) => {
    const record = shoppers.get(customer) ?? {state: 'none', sequences: {}, mails: []};
    shoppers.set(customer, record);
    return record;
  };
  /** A letter to the shopper. The page has the words for each kind, and writes its price as it writes every other. */
  const write = (record, kind, {amount, currency} = {}, date) =>
    record.mails.unshift({kind, date, amount, currency});
  const day = (instant) => instant.slice(0, 10);

  /** Spec 6.2: update access, retry, or notify. The retry is the service's; the shopper is asked for another card. */
  const rules = {
    'subscription.created': (record) => {
      record.state = 'waiting';
      return 'waits for the first payment';
    },
    'subscription.payment_succeeded': (record, event) => {
      record.state = 'granted';
      record.retry = undefined;
      record.until = event.periodEnd;
      write(record, 'paid', event, event.periodStart);
      return `boxes until ${day(event.periodEnd)}, receipt sent`;
    },
    'subscription.payment_failed': (record, event) => {
      const again = event.nextAttemptAt;
      record.state = again ? 'late' : 'withdrawn';
      record.retry = again;
      write(record, record.state, event, again);
      return `${event.failure}: ${again ? 'boxes go on for now' : 'no more boxes'}, shopper told`;
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
      write(record, 'ended');
      return `ended (${event.endReason ?? 'requested'})`;
    },
  };

  function act(event) {
    const {type, sequence, subscription} = event;
    const record = recordOf(event.customer);
    const newest = record.sequences[subscription] ?? 0;
    const isOld = sequence <= newest;
    if (!isOld) record.sequences[subscription] = sequence;
    const text = isOld ? `${newest} is known already` : rules[type](record, event);
    note({kind: 'done', id: event.id, type, sequence, subscription, text});
  }

  return {
    /** Handlers for `createCardVaultServer({webhooks})`. */
    on: Object.fromEntries(Object.keys(rules).map((type) => [type, act])),

    /** What the shop's own records say an event must say: a genuine notice of one box is no payment for another. */
    expect({reference}) {
      const box = boxes.find(({name}) => name === reference);
      return box && {amount: box.amount, currency: box.currency, reference};
    },

    /** Spec 6.1: what failed verification, or did not fit, is logged for reconciliation. Never its body. */
    heard({outcome, reason, id, type = 'not believed', subscription}) {
      if (outcome === 'handled' || outcome === 'ignored') return;
      note({kind: outcome, id, type, subscription, text: reason ? `${outcome}: ${reason}` : outcome});
    },

    of: (customer) => {
      const {state, until, retry, mails} = recordOf(customer);
      return {state, until, retry, mails: mails.slice(0, 5)};
    },
    log: () => log,
  };
}
