import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {booksOf, eventsOf, insertPlan, subscribed, subscriptionsOf, type Shopper} from './support/billing.js';
import {shop, startTestService, type TestService} from './support/harness.js';
import {savedCard} from './support/payments.js';
import {HostedBrowser, jsonOf, linksOf, press} from './support/hosted-browser.js';

/**
 * A card that is accepted when it is saved and first charged, and declined for insufficient funds at
 * renewals.
 */
const failsLater = '4000000000000341';

describe('the customer’s portal', () => {
  let api: TestService;
  let links: ReturnType<typeof linksOf>;
  before(async () => {
    api = await startTestService();
    links = linksOf(api);
  });
  after(() => api.service.close());

  async function to(days: number): Promise<void> {
    const {clock} = api.service;
    clock.advanceTo(new Date(clock.now().getTime() + days * 24 * 3_600_000));
    await clock.listenersDone();
  }
  const stateOf = async ({merchant, subscription}: Shopper) =>
    (await subscriptionsOf(api).read({merchant, token: subscription})).state;
  /** The periods that the network has charged. */
  const captured = async (shopper: Shopper) =>
    (await booksOf(api, shopper)).filter(({kind}) => kind === 'capture').map(({period}) => period);
  /** Opens the portal of a customer who has paid the first month. */
  async function open(number?: string) {
    const shopper = await subscribed(api, {...(number !== undefined && {number}), name: 'Tea club'});
    await to(0);
    assert.equal(await stateOf(shopper), 'active');
    const browser = new HostedBrowser(api);
    const opened = await browser.open(await links.portal(shopper.customer));
    const act = (name: string, subscription = shopper.subscription) =>
      browser.post(`${opened.self}/subscriptions/${subscription}/${name}`, new URLSearchParams());
    return {...opened, browser, shopper, act};
  }

  it('shows subscriptions, the next payment, the card, past payments, and a link to the shop', async () => {
    const {page} = await open();
    for (const text of [
      'Tea club',
      '$12.50',
      'every month',
      'Active',
      'Visa •••• 2701',
      'Paid',
      `href="${shop}/account"`,
    ]) {
      assert.ok(page.text.includes(text), text);
    }
  });

  it('pauses and resumes; a button pressed twice changes nothing more', async () => {
    const {act, shopper, browser, self} = await open();
    for (let count = 0; count < 2; count++) {
      const answer = await act('pause');
      assert.equal(answer.status, 303);
      assert.match(answer.location, /done=changed$/);
      assert.equal(await stateOf(shopper), 'paused');
    }
    assert.match((await browser.get(self)).text, /Resume/);
    await act('resume');
    assert.equal(await stateOf(shopper), 'active');
    const eventTypes = (await eventsOf(api, shopper.subscription)).map(({type}) => type).slice(2);
    assert.deepEqual(eventTypes, ['subscription.paused', 'subscription.resumed']);
  });

  it('cancels at the end of the paid period, undoes that, and cancels at once for good', async () => {
    const {act, shopper, browser, self} = await open();
    await act('cancel-at-end');
    assert.equal(await stateOf(shopper), 'active');
    const ending = await browser.get(self);
    assert.match(ending.text, /It ends on [A-Z][a-z]+ \d+, 20\d\d\. You will not be charged again/);
    await act('keep');
    assert.doesNotMatch((await browser.get(self)).text, /will not be charged again/);
    await act('cancel');
    assert.equal(await stateOf(shopper), 'cancelled');
    const over = await browser.get(self);
    assert.match(over.text, /Cancelled/);
    assert.ok(!over.text.includes(`${shopper.subscription}/cancel`), 'nothing is left to be pressed');
    await act('resume');
    assert.equal(await stateOf(shopper), 'cancelled');
  });

  it('V18: nothing is charged after a cancellation at the end of the period took effect', async () => {
    const {act, shopper} = await open();
    await act('cancel-at-end');
    await to(95);
    assert.equal(await stateOf(shopper), 'cancelled');
    assert.deepEqual(await captured(shopper), [0]);
  });

  it('after a failed payment another card pays once, however often the button is pressed', async () => {
    const {shopper, browser, self} = await open(failsLater);
    await to(32);
    const late = await browser.open(await links.portal(shopper.customer));
    assert.match(late.page.text, /Payment failed/);
    assert.match(late.page.text, /We could not charge .+ Please change the card to pay it/);
    // What is owed can be paid while the subscription ends, too.
    const actions = `${late.self}/subscriptions/${shopper.subscription}`;
    await browser.post(`${actions}/cancel-at-end`, new URLSearchParams());
    const {text: ending} = await browser.get(late.self);
    assert.match(ending, /Ends on[^]+Change card and pay[^]+Keep it/);
    assert.doesNotMatch(ending, /will not be charged again/);
    await browser.post(`${actions}/keep`, new URLSearchParams());
    const change = `${late.self}?card=${shopper.subscription}`;
    const page = await browser.get(change);
    assert.match(page.text, /Use this card and pay \$12\.50/);
    assert.doesNotMatch(page.text, /not enough money/, 'said of what is tried on this page');
    assert.equal((await press(browser, page, shopper.method)).json['outcome'] as unknown, 'declined');
    assert.match((await browser.get(change)).text, /not enough money on this card/);
    const body = {user: shopper.customer, currency: 'USD', mode: 'instrument', is_account_verification: true};
    const opened = await api.call('/order/payments/v3/', {body});
    const tracker = String(opened.json['data']!['tracker']!['token'] as unknown);
    await api.setUp(tracker);
    await api.enroll(tracker);
    await api.authorize(tracker);
    const method = String((await api.payment(tracker))['payment_method']!['token'] as unknown);
    const again = await browser.get(change);
    const answers = await Promise.all(Array.from({length: 8}, () => press(browser, again, method)));
    assert.ok(answers.every(({status}) => status === 200 || status === 409));
    assert.deepEqual(await captured(shopper), [0, 1]);
    assert.equal((await browser.get(self)).status, 410, 'the first page is older than an hour');
  });

  it('shows one customer, and one subscription if the link names it', async () => {
    const mine = await open();
    const theirs = await subscribed(api);
    const answer = await mine.act('cancel', theirs.subscription);
    assert.equal(answer.status, 403, answer.text);
    assert.equal(await stateOf(theirs), 'pending');
    const change = await mine.browser.post(`${mine.self}/change-card`, {
      ...{payment_method: mine.shopper.method, subscription: theirs.subscription, tries: 0},
    });
    assert.deepEqual([change.status, jsonOf(change)['code'] as unknown], [404, 'subscription.not_found']);
    const second = await insertPlan(api, {name: 'Second thing'});
    const {merchant, customer, method, subscription} = mine.shopper;
    await subscriptionsOf(api).create(undefined, {
      merchant,
      customer,
      plan: second.token,
      paymentMethod: method,
    });
    const browser = new HostedBrowser(api);
    const {page} = await browser.open(await links.portal(customer, subscription));
    assert.ok(!page.text.includes('Second thing'));
    const all = await new HostedBrowser(api).open(await links.portal(customer));
    assert.ok(all.page.text.includes('Second thing'));
  });

  it('forms of other sites change nothing', async () => {
    const {browser, self, shopper} = await open();
    const answer = await browser.post(
      `${self}/subscriptions/${shopper.subscription}/cancel`,
      new URLSearchParams(),
      {
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      },
    );
    assert.equal(answer.status, 403);
    assert.equal(await stateOf(shopper), 'active');
  });

  it('says what to do when there is no subscription', async () => {
    const {user} = await savedCard(api);
    const {page} = await new HostedBrowser(api).open(await links.portal(user));
    assert.match(page.text, /No subscriptions yet/);
  });
});
