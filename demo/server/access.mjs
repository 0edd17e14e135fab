import {boxes} from './boxes.mjs';

/**
 * The worked example of what a shop does with events (spec section 6): it updates the shopper's access, tells the shopper what
 * to do, and keeps a log, also of what it did not believe. A real shop keeps these records in its database.
 *
 * Events may arrive twice and, after a failure, out of order. The kit hands each id on once; the number of an event within its
 * subscription tells here whether something newer is known already.
 */
export function createAccess() {
  /** By customer: `{until, state, sequence, mails}`. */
  const shoppers = new Map();
  const log = [];

  const note = (entry) => {
    log.unshift({at: new Date().toISOString(), ...entry});
    log.length = Math.min(log.length, 200);
  };
  const recordOf = (customer) => {
    const record = shoppers.get(customer) ?? {state: 'none', until: null, sequences: {}, mails: []};
    shoppers.set(customer, record);
    return record;
  };
  const mail = (record, event, text) => record.mails.unshift({at: event.at, text});
  const price = ({amount, currency}) => `${currency} ${amount}`;

  /** Rule 6.2: update access, retry, or notify. The retry is the service's; the shopper is asked for another card. */
  const rules = {
    'subscription.created': (record) => {
      record.state = 'waiting';
      return 'waits for the first payment';
    },
    'subscription.payment_succeeded': (record, {data}, event) => {
      record.state = 'granted';
      record.until = data.period_end;
      mail(record, event, `Thank you: ${price(data)} paid.`);
      return `boxes until ${data.period_end.slice(0, 10)}, receipt sent`;
    },
    'subscription.payment_failed': (record, {data}, event) => {
      const last = !data.next_attempt_at;
      record.state = last ? 'withdrawn' : 'late';
      const what = last ? 'Your boxes stop.' : `We try again on ${data.next_attempt_at.slice(0, 10)}.`;
      mail(record, event, `${price(data)} could not be paid. ${what} You can change your card.`);
      return last ? 'no more boxes, shopper told' : 'boxes go on for now, shopper told';
    },
    'subscription.paused': (record) => {
      record.state = 'paused';
      return 'no boxes meanwhile';
    },
    'subscription.resumed': (record) => {
      record.state = 'granted';
      return 'boxes again';
    },
    'subscription.cancelled': (record, {data}, event) => {
      record.state = 'ended';
      mail(record, event, 'Your boxes have ended. You are welcome back any time.');
      return `ended (${data.end_reason ?? 'requested'})`;
    },
  };

  return {
    /** Whether an event fits what the shop sells: a genuine notice of one plan is no payment for another. */
    believes({data}) {
      const box = boxes.find(({name}) => name === data.reference);
      return box !== undefined && box.amount === data.amount && box.currency === data.currency;
    },

    /** Acts on an event that was verified and is new. */
    handle(event) {
      const {type, data, sequence} = event;
      const act = rules[type];
      if (!act) return note({kind: 'seen', type, text: 'nothing to do'});
      const record = recordOf(data.customer);
      const newest = record.sequences[data.subscription] ?? 0;
      if (sequence <= newest) return note({kind: 'old', type, sequence, text: `${newest} is known already`});
      record.sequences[data.subscription] = sequence;
      note({kind: 'done', type, sequence, text: act(record, {data}, event)});
    },

    /** Rule 6.1: what failed verification is logged for reconciliation. Never its body. */
    refused(reason) {
      note({kind: 'refused', type: 'refused', text: reason});
    },

    of: (customer) => {
      const {state, until, mails} = recordOf(customer);
      return {state, until, mails: mails.slice(0, 5)};
    },
    log: () => log.slice(0, 40),
  };
}
