/** Rows of spec 1.4, 2.6, 2.7, 3.2, 4.5, 4.6, 5.3, 5.6 and 6: plans, subscriptions and events. */
import {isDeepStrictEqual} from 'node:util';
import type {SpecRow} from './row.js';
import {HostedPage, Billing, sentSignatures, signaturesOf, subscribeLink} from './hosted.js';
import {cards, codeOf, dataOf, fieldsOf, shop} from './stranger.js';

const plans = '/client/plans/v1/';
const week = 'P7D';
const short = (type: string) => type.replace('subscription.', '');

/**
 * The rows, for a shop whose receiver listens. Each subscription ends with its row, so that later moves of the clock
 * charge nothing.
 */
export const billingRows = (billing: Billing): readonly SpecRow[] => [
  ...planRows(billing),
  ...stateRows(billing),
  ...routeRows(billing),
  ...keyRows,
  ...eventRows(billing),
];

function planRows(billing: Billing): readonly SpecRow[] {
  return [
    {
      address: '1.4',
      sends: 'a plan, the press in the hosted checkout, two weeks; a receiver listens',
      async attempt(api, check) {
        const {token} = await billing.subscribe();
        check('at once', await billing.standing(token), 'active, paid 1');
        for (const paid of [2, 3]) {
          await api.pass(week);
          check('a week later', await billing.standing(token), `active, paid ${paid}`);
        }
        const events = await billing.receiver.events(token, 4);
        const paid = 'payment_succeeded';
        check(
          'events',
          events.map(({type}) => short(type)),
          ['created', paid, paid, paid],
        );
        await billing.cancel(token);
      },
    },
    {
      address: '2.6',
      sends: 'the seven fields; a charge each second week',
      chosen: 'DAY, WEEK, MONTH, YEAR, up to three years; also name, description, trial, cycles, time zone',
      async attempt(api, check) {
        const more = {amount: '7.05', currency: 'PKR', interval_count: 2};
        const plan = await api.data(plans + (await billing.plan(more)));
        const wanted = {...Billing.terms, ...more};
        const kept = Object.keys(wanted).filter((name) =>
          isDeepStrictEqual(plan[name], wanted[name as keyof typeof wanted]),
        );
        check('kept', kept.length, 7);
        const {token} = await billing.subscribe(undefined, more);
        await api.pass('P13D');
        check('after 13 days', await billing.standing(token), 'active, paid 1');
        await api.pass('P1D');
        check('after 14', await billing.standing(token), 'active, paid 2');
        await billing.cancel(token);
      },
    },
    {
      address: '2.7',
      sends: 'the press in the hosted checkout; POST /client/subscriptions/v1',
      async attempt(api, check) {
        const {user, token} = await billing.subscribe();
        const [made] = await billing.ofCustomer(user);
        check('after the press', String(made!['token']) === token, true);
        const posted = await api.call('/client/subscriptions/v1', {body: {plan_id: 'plan_x', user_id: user}});
        check('posted', posted.status, 404);
        await billing.cancel(token);
      },
    },
  ];
}

function stateRows(billing: Billing): readonly SpecRow[] {
  return [
    {
      address: '3.2 active',
      sends: 'three weeks, one after the other',
      async attempt(api, check) {
        const {token} = await billing.subscribe();
        for (const paid of [2, 3, 4]) {
          await api.pass(week);
          check('a week later', await billing.standing(token), `active, paid ${paid}`);
        }
        await billing.cancel(token);
      },
    },
    {
      address: '3.2 paused',
      sends: 'a pause, ten days, a resumption, a week',
      chosen: 'paused periods are never charged, and the anchor stays',
      async attempt(api, check) {
        const {token} = await billing.subscribe();
        check('pause', (await billing.pause(token)).status, 200);
        await api.pass('P10D');
        check('ten days later', await billing.standing(token), 'paused, paid 1');
        await billing.change(token, '/resumption', 'PUT');
        check('resumed', await billing.standing(token), 'active, paid 1');
        await api.pass(week);
        check('a week later', await billing.standing(token), 'active, paid 2');
        await billing.cancel(token);
      },
    },
    {
      address: '3.2 cancelled',
      sends: 'a cancellation, a pause, a resumption, thirty days',
      async attempt(api, check) {
        const {token} = await billing.subscribe();
        check('cancel', (await billing.cancel(token)).status, 200);
        check('pause', (await billing.pause(token)).status >= 400, true);
        check('resume', (await billing.change(token, '/resumption', 'PUT')).status >= 400, true);
        await api.pass('P30D');
        check('thirty days later', await billing.standing(token), 'cancelled, paid 1');
      },
    },
    {
      address: '3.2 pending',
      sends: 'a card without money; a trial of two weeks',
      chosen: 'a declined first charge is tried on days 1, 3, 5 and 7, and then it failed',
      async attempt(api, check) {
        const {token} = await billing.subscribe(cards.noMoney);
        check('declined', await billing.standing(token), 'pending, paid 0');
        await api.pass('P8D');
        check('eight days later', await billing.standing(token), 'failed, paid 0');
        const {token: trial} = await billing.subscribe(undefined, {trial_period_days: 14});
        check('trial', await billing.standing(trial), 'pending, paid 0');
        await api.pass('P14D');
        check('its end', await billing.standing(trial), 'active, paid 1');
        await billing.cancel(trial);
      },
    },
    {
      address: '3.2 failed',
      sends: 'a card that is declined at renewals',
      chosen: 'four retries in a week; the state is active until the last one',
      async attempt(api, check) {
        const {token} = await billing.subscribe(cards.failsLater);
        await api.pass('P8D');
        check('declined', await billing.standing(token), 'active, paid 1');
        check('past due', (await billing.read(token))['past_due'], true);
        await api.pass('P7D');
        check('every try declined', await billing.standing(token), 'failed, paid 1');
        await api.pass('P30D');
        check('thirty days later', await billing.standing(token), 'failed, paid 1');
      },
    },
  ];
}

function routeRows(billing: Billing): readonly SpecRow[] {
  return [
    {
      address: '4.5',
      sends: 'the seven fields, and without each of them; without a key',
      async attempt(api, check) {
        const made = await api.call(plans, {body: Billing.terms});
        check('made', String(dataOf(made)['token']), /^plan_/);
        check('product', dataOf(made)['product'], Billing.terms.product);
        const missing: string[] = [];
        for (const name of Object.keys(Billing.terms))
          missing.push(fieldsOf(await api.call(plans, {body: {...Billing.terms, [name]: undefined}})));
        check('missing ones named', missing.join(' '), Object.keys(Billing.terms).join(' '));
        check('no key', (await api.call(plans, {body: Billing.terms, secret: null})).status, 401);
      },
    },
    {
      address: '4.6',
      sends: 'the link of the server; a forged one; pause, resume, cancel',
      chosen: 'the routes of wire 1.9, and the addresses of wire 1.10',
      async attempt(api, check) {
        const link = await subscribeLink(api, await billing.plan(), await api.customer());
        check('page', (await new HostedPage(api, link).open()).text, /\$12\.50/);
        const forged = await new HostedPage(api, link.replace('auth_token=', 'auth_token=x')).open();
        check('forged', forged.status, 403);
        const {token} = await billing.subscribe();
        check('pause', (await billing.pause(token)).status, 200);
        check('resume', (await billing.change(token, '/resumption', 'PUT')).status, 200);
        check('cancel', (await billing.cancel(token)).status, 200);
      },
    },
  ];
}

const keyRows: readonly SpecRow[] = [
  {
    address: '5.3',
    sends: 'a plan: secret header, secret as bearer, a page’s token, a wrong bearer, from a browser',
    chosen: 'an address and the secret key; the key works in its header and as a bearer token',
    async attempt(api, check) {
      const {secretKey} = api.place;
      const post = (call: object) => api.call(plans, {body: Billing.terms, ...call});
      check('header', (await post({})).status, 200);
      check('bearer', (await post({token: secretKey})).status, 200);
      check('a page', (await post({token: await api.token()})).status, 403);
      check('wrong', (await post({token: 'sk_wrong'})).status, 401);
      check('browser', codeOf(await post({token: secretKey, origin: shop})), 'secret_key_in_browser');
    },
  },
];

function eventRows(billing: Billing): readonly SpecRow[] {
  const {receiver} = billing;
  return [
    {
      address: '5.6',
      sends: 'the signatures of events are computed anew, with the secret and with another',
      chosen: 'Standard Webhooks and X-SFPY-SIGNATURE, both on every event',
      async attempt(_api, check) {
        const {token} = await billing.subscribe();
        const events = await receiver.events(token, 2);
        const signedBy = (secret: string) =>
          events.filter((event) => isDeepStrictEqual(signaturesOf(event, secret), sentSignatures(event)));
        check('events', events.length, 2);
        check('signed by the secret', signedBy(receiver.secret).length, 2);
        check('by another', signedBy('whsec_YW5vdGhlcg==').length, 0);
        await billing.cancel(token);
      },
    },
    {
      address: '6 events',
      sends: 'a subscription, a renewal that is declined, a cancellation',
      chosen: 'twelve further events',
      async attempt(api, check) {
        const {token} = await billing.subscribe(cards.failsLater);
        await api.pass(week);
        await billing.cancel(token);
        const events = await receiver.events(token, 4);
        const wanted = ['created', 'payment_succeeded', 'payment_failed', 'cancelled'];
        check(
          'in order',
          events.map(({type}) => short(type)),
          wanted,
        );
      },
    },
    {
      address: '6 rules',
      sends: 'an event whose body was changed; a declined charge',
      chosen: 'its shape (site/webhooks.md); the service retries a charge by itself',
      async attempt(api, check) {
        const {token} = await billing.subscribe(cards.failsLater);
        await api.pass(week);
        const events = await receiver.events(token, 3);
        const failed = events.find(({type}) => type === 'subscription.payment_failed');
        check('told', failed?.subscription === token, true);
        const altered = {...events[0]!, body: `${events[0]!.body} `};
        const isSame = isDeepStrictEqual(signaturesOf(altered, receiver.secret), sentSignatures(altered));
        check('altered is signed', isSame, false);
        check('past due', (await billing.read(token))['past_due'], true);
        await billing.cancel(token);
      },
    },
  ];
}
