import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {booksOf, eventsOf, insertPlan} from './support/billing.js';
import {shop, startTestService, string, type TestService} from './support/harness.js';
import {savedCard} from './support/payments.js';
import {HostedBrowser, dataOf, jsonOf, linksOf, press, queryOf} from './support/hosted-browser.js';

const insufficient = '4000000000009995';
const stolen = '4000000000009979';

describe('subscribing on the hosted page', () => {
  let api: TestService;
  let links: ReturnType<typeof linksOf>;
  before(async () => {
    api = await startTestService();
    links = linksOf(api);
  });
  after(() => api.service.close());

  /** Opens the page of a new plan for a customer with a saved card. */
  async function onPage(number?: string, more: Parameters<typeof insertPlan>[1] = {}) {
    const {user, method} = await savedCard(api, number === undefined ? {} : {number});
    const plan = await insertPlan(api, more);
    const browser = new HostedBrowser(api);
    return {...(await browser.open(await links.subscribe(plan.token, user))), browser, user, method, plan};
  }
  const subscriptionsFor = (user: string) =>
    api.service.database.query<{token: string; state: string; end_reason: string | null}>(
      'SELECT token, state, end_reason FROM subscriptions WHERE customer = $1',
      [user],
    );
  const actionOf = (page: Parameters<typeof dataOf>[0]) =>
    dataOf(page)['action'] as unknown as {url: string; body: object};
  const capturesOf = async (subscription: string) =>
    (await booksOf(api, {subscription})).filter(({kind}) => kind === 'capture').length;
  /** Saves another card of the same customer. */
  async function secondCard(user: string, number = '4000000000002701'): Promise<string> {
    const body = {user, currency: 'USD', mode: 'instrument', is_account_verification: true};
    const opened = await api.call('/order/payments/v3/', {body});
    const tracker = string(opened.json['data']!['tracker']!['token']);
    await api.setUp(tracker, number);
    await api.enroll(tracker);
    assert.equal((await api.authorize(tracker)).status, 200);
    return string((await api.payment(tracker))['payment_method']!['token']);
  }

  it('shows price, dates, terms and saved card, charges the first period at once, and notifies the shop', async () => {
    const {browser, page, self, user, method} = await onPage();
    for (const text of [
      '$12.50',
      'every month',
      'December 20, 2026',
      'January 20, 2027',
      'Visa •••• 2701',
      'until you cancel',
    ]) {
      assert.ok(page.text.includes(text), text);
    }
    const {status, json} = await press(browser, page, method);
    assert.equal(status, 200);
    const [subscription] = await subscriptionsFor(user);
    assert.equal(subscription!.state, 'active');
    const next = new URL(string(json['next']));
    assert.equal(next.origin + next.pathname, `${shop}/thanks`);
    assert.deepEqual(queryOf(next.href), {
      order: '7',
      subscription: subscription!.token,
      state: 'active',
      reference: 'order 7',
    });
    assert.equal(await capturesOf(subscription!.token), 1);
    assert.deepEqual(
      (await eventsOf(api, subscription!.token)).map(({type}) => type),
      ['subscription.created', 'subscription.payment_succeeded'],
    );
    const again = await browser.get(self);
    assert.match(again.text, /You are subscribed/);
    assert.match(again.text, /The next payment is on December 20, 2026/);
  });

  it('the bank is sent the amount of the first charge with a new card, and none in a trial', async () => {
    for (const [more, amount] of [
      [{amount: '48.00', amount_minor: 4800}, {amount: '48.00'}],
      [{trial_period_days: 14}, {}],
    ] as const) {
      const {browser, self} = await onPage(undefined, more);
      const tracker = string(jsonOf(await browser.post(`${self}/card`, {}))['tracker']);
      await api.setUp(tracker);
      await api.enroll(tracker);
      const {purchase} = api.issuer.enrollments.at(-1)!;
      assert.deepEqual(purchase, {kind: 'subscription', currency: 'USD', ...amount});
    }
  });

  it('one press subscribes once: 16 at the same time, a repeat, the old page, and the link opened again', async () => {
    const {browser, page, user, method, plan, self} = await onPage();
    const answers = await Promise.all(Array.from({length: 16}, () => press(browser, page, method)));
    for (const {status} of answers) assert.ok(status === 200 || status === 409, String(status));
    assert.ok(answers.some(({status}) => status === 200));
    assert.equal((await press(browser, page, method)).json['outcome'] as unknown, 'done');
    assert.equal((await subscriptionsFor(user)).length, 1);
    const [made] = await subscriptionsFor(user);
    assert.equal(await capturesOf(made!.token), 1);
    assert.match((await browser.get(self)).text, /You are subscribed/);
    // A used link still works after its plan is archived.
    await api.service.database.query('UPDATE plans SET active = false WHERE token = $1', [plan.token]);
    assert.match((await browser.get(self)).text, /You are subscribed/);
  });

  it('presses before the page reacts do not start a second subscription', async () => {
    const {browser, page, user, method} = await onPage();
    const {url, body} = actionOf(page);
    const presses = Array.from({length: 24}, (_, index) =>
      browser.post(url, {...body, payment_method: method, tries: index % 4}),
    );
    await Promise.all(presses);
    const made = await subscriptionsFor(user);
    assert.equal(made.length, 1);
    assert.equal(await capturesOf(made[0]!.token), 1);
  });

  it('after insufficient funds another card continues the same subscription', async () => {
    const {browser, page, self, user, method} = await onPage(insufficient);
    const {json} = await press(browser, page, method);
    const problem = 'There is not enough money on this card. You have not been charged. Try another card.';
    const retry = 'If you do nothing, the declined card is tried again on November 21, 2026.';
    assert.deepEqual(json, {outcome: 'declined', problem, retry, tries: 1});
    const declined = await browser.get(self);
    assert.match(declined.text, /role="alert"[^>]*>\s*There is not enough money on this card/);
    assert.match(declined.text, /value="new"\s+checked/);
    // A repeat of the earlier press makes no further attempt.
    assert.deepEqual((await press(browser, page, method)).json, json);
    const other = await secondCard(user);
    // The page goes on as it is, with the number of tries that it was told.
    const {url, body} = actionOf(page);
    const inUrdu = actionOf(await browser.get(`${self}?lang=ur`)).url;
    const said = jsonOf(await browser.post(inUrdu, {...body, payment_method: method}));
    assert.match(string(said['problem']), /رقم/, 'in the language of the page');
    const paid = await browser.post(url, {...body, payment_method: other, tries: 1});
    assert.equal(jsonOf(paid)['outcome'] as unknown, 'done');
    const [subscription, ...more] = await subscriptionsFor(user);
    assert.deepEqual([subscription!.state, more.length], ['active', 0]);
    const books = await booksOf(api, {subscription: subscription!.token});
    assert.deepEqual(
      books.map(({kind, approved}) => `${kind} ${approved}`),
      ['authorization false', 'authorization true', 'capture true'],
    );
  });

  it('a stolen card stops the retries, and another card can still pay', async () => {
    const {browser, page, self, user, method} = await onPage(stolen);
    const {json} = await press(browser, page, method);
    assert.match(string(json['problem']), /^Your bank refused this card\. .+ You have not been charged\.$/);
    assert.equal(json['retry'] as unknown, '', 'it is not tried again');
    assert.equal((await subscriptionsFor(user))[0]!.state, 'failed');
    const refused = await browser.get(self);
    assert.match(refused.text, /Your bank refused this card/);
    await press(browser, refused, await secondCard(user));
    assert.equal((await subscriptionsFor(user))[0]!.state, 'active');
  });

  it('leaving after a decline ends the subscription; another customer’s link does not', async () => {
    const {browser, page, self, user, method} = await onPage(insufficient);
    await press(browser, page, method);
    const lured = await browser.get(`${self}/leave`);
    assert.equal(lured.status, 303);
    assert.equal((await subscriptionsFor(user))[0]!.state, 'pending');
    const left = await browser.follow(`${self}/leave`);
    assert.equal(left.location, `${shop}/plans?state=cancelled&reference=order+7`);
    assert.equal((await subscriptionsFor(user))[0]!.state, 'cancelled');
    assert.match((await browser.get(self)).text, /You left without subscribing/);
    assert.equal((await browser.post(`${self}/card`, {})).status, 410);
  });

  it('leaving before a charge creates no subscription', async () => {
    const {browser, self, user, page, method} = await onPage();
    await browser.follow(`${self}/leave`);
    await press(browser, page, method);
    assert.deepEqual(await subscriptionsFor(user), []);
  });

  it('a price that changed since the page opened is shown before the shopper can agree to it', async () => {
    const {browser, page, self, user, method, plan} = await onPage();
    const change = 'UPDATE plans SET amount = $2, amount_minor = $3 WHERE token = $1';
    await api.service.database.query(change, [plan.token, '20', 2000]);
    const {status, json} = await press(browser, page, method);
    assert.deepEqual([status, json['code'] as unknown], [412, 'checkout.terms_changed']);
    assert.deepEqual(await subscriptionsFor(user), []);
    const again = await browser.get(`${self}?problem=terms`);
    assert.match(again.text, /The price has changed/);
    assert.match(again.text, /Subscribe and pay \$20\.00/);
    assert.equal((await press(browser, again, method)).json['outcome'] as unknown, 'done');
  });

  it('the form of a new card speaks of paying, in no word of saving', async () => {
    const messagesOf = ({page}: {page: Parameters<typeof dataOf>[0]}) =>
      dataOf(page)['messages'] as unknown as Readonly<Record<string, string>>;
    const messages = messagesOf(await onPage());
    assert.equal(messages['stepUpTitle'], 'Confirm your payment');
    assert.equal(messages['stepUpCancel'], 'Close without paying');
    assert.doesNotMatch(Object.values(messages).join(' '), /\bsav(e|ed|ing)\b/i);
    const trial = messagesOf(await onPage(undefined, {trial_period_days: 14}));
    assert.equal(trial['stepUpCancel'], 'Cancel', 'nothing is paid today');
    for (const key of ['stoppedTitle', 'unfinishedTitle', 'failedTitle'])
      assert.equal(trial[key], 'Your subscription has not begun', key);
    assert.doesNotMatch(Object.values(trial).join(), /sav(e|ing)/, 'no card is saved for its own sake');
  });

  it('a trial charges nothing today', async () => {
    const {browser, page, user, method, self} = await onPage(undefined, {trial_period_days: 14});
    assert.match(page.text, /Free until December 4, 2026/);
    assert.match(page.text, /Subscribe, pay nothing today/);
    const {json} = await press(browser, page, method);
    assert.equal(queryOf(json['next'])['state'], 'pending');
    assert.equal(await capturesOf((await subscriptionsFor(user))[0]!.token), 0);
    assert.match((await browser.get(self)).text, /Your free trial has started/);
  });

  it('another customer’s card is refused, and no subscription starts', async () => {
    const {browser, page, user} = await onPage();
    const {method} = await savedCard(api);
    const {status, json} = await press(browser, page, method);
    assert.deepEqual([status, json['code'] as unknown], [404, 'payment_method.not_found']);
    assert.deepEqual(await subscriptionsFor(user), []);
  });

  it('asks a shopper without a customer for name and address, once', async () => {
    const {token: plan} = await insertPlan(api);
    const browser = new HostedBrowser(api);
    const {self, page} = await browser.open(await links.subscribe(plan));
    assert.match(page.text, /About you/);
    const wrong = await browser.post(
      `${self}/customer`,
      new URLSearchParams({first_name: ' ', last_name: ' ', email: 'ada@"><script>'}),
    );
    assert.equal(wrong.status, 422);
    assert.equal([...wrong.text.matchAll(/aria-invalid="true"/g)].length, 3);
    assert.ok(wrong.text.includes('ada@&quot;&gt;&lt;script&gt;'));
    // The browser now shows the form's address, which a reload opens.
    const again = await browser.get(`${self}/customer?lang=ur`);
    assert.deepEqual([again.status, again.location], [303, `${self}?lang=ur`]);
    assert.equal((await new HostedBrowser(api).get(`${self}/customer`)).status, 403);
    const good = new URLSearchParams({first_name: 'Ada', last_name: '김', email: 'ada@example.com'});
    assert.equal((await browser.post(`${self}/customer`, good)).status, 303);
    const named = () =>
      api.service.database.query<{customer: string}>(
        'SELECT customer FROM checkout_sessions WHERE token = $1',
        [self.split('/').at(-1)],
      );
    const [first] = await named();
    await browser.post(`${self}/customer`, good);
    assert.deepEqual(await named(), [first]);
    assert.equal(dataOf(await browser.get(self))['sessionUrl'] as unknown, `${self}/card`);
    const {json} = await api.call(`/user/customers/v1/${first!.customer}`);
    assert.equal(json['data']!['email'] as unknown, 'ada@example.com');
  });

  it('uses the shopper’s language and its writing direction', async () => {
    const {browser, self} = await onPage();
    const arabic = await browser.get(self, {'accept-language': 'fr;q=0.9, ar-EG;q=0.8, en;q=0.1'});
    // The page keeps its language unless the address names another one.
    assert.match(arabic.text, /<html lang="en" dir="ltr">/);
    for (const [lang, text] of [
      ['ur', 'سبسکرپشن لیں'],
      ['ar', 'كل شهر'],
    ] as const) {
      const page = await browser.get(`${self}?lang=${lang}`);
      assert.ok(page.text.includes(`<html lang="${lang}" dir="rtl">`));
      assert.ok(page.text.includes(text));
      // An amount is isolated from the sentence around it, which would turn "US$" round.
      assert.match(page.text, /\u2066[^\u2069]*\d\.\d\d[^\u2069]*\u2069/);
    }
    const link = await links.subscribe((await insertPlan(api)).token);
    const fresh = await new HostedBrowser(api).get(link, {
      'accept-language': 'fr;q=0.9, ar-EG;q=0.8, en;q=0.1',
    });
    assert.equal(fresh.status, 303);
    const named = await new HostedBrowser(api).open(`${link}&locale=ur-PK`);
    assert.match(named.page.text, /lang="ur" dir="rtl"/);
  });
});

describe('leaving the page after a declined card', () => {
  it('keeps the subscription pending through its retries, then it has failed, and says why', async () => {
    const api = await startTestService();
    const {user, method} = await savedCard(api, {number: insufficient});
    const {token: plan} = await insertPlan(api);
    const browser = new HostedBrowser(api);
    const {self, page} = await browser.open(await linksOf(api).subscribe(plan, user));
    await press(browser, page, method);
    const declined = await browser.get(self);
    assert.match(
      declined.text,
      /role="status">If you do nothing, the declined card is tried again on November 21, 2026\.</,
    );
    const {clock, database} = api.service;
    const later = async (hours: number) => {
      clock.advanceTo(new Date(clock.now().getTime() + hours * 3_600_000));
      await clock.listenersDone();
      const [row] = await database.query<{token: string; state: string; end_reason: string | null}>(
        'SELECT token, state, end_reason FROM subscriptions WHERE customer = $1',
        [user],
      );
      return {...row!, tries: (await booksOf(api, {subscription: row!.token})).length};
    };
    const seen: unknown[] = [];
    for (const hours of [2, 24, 48, 48, 45, 4, 24 * 40]) {
      const {state, end_reason: reason, tries} = await later(hours);
      seen.push([state, reason, tries]);
    }
    assert.deepEqual(seen, [
      ['pending', null, 1],
      ['pending', null, 2],
      ['pending', null, 3],
      ['pending', null, 4],
      ['pending', null, 4],
      ['failed', 'payment_failed', 5],
      ['failed', 'payment_failed', 5],
    ]);
    await api.service.close();
  });
});

describe('saving a card on the hosted page', () => {
  it('creates the payment method, makes the reversal, and notifies the shop', async () => {
    const api = await startTestService();
    const tracker = await api.tracker();
    const browser = new HostedBrowser(api);
    const link = await linksOf(api).embedded(tracker);
    const {self, page} = await browser.open(link);
    assert.match(page.text, /Save a card/);
    const session = jsonOf(await browser.post(`${self}/card`, {}));
    assert.equal(session['tracker'] as unknown, tracker);
    assert.equal(session['is_account_verification'] as unknown, false);
    assert.ok((session['features'] as unknown as string[]).includes('idempotency-keys'));
    const early = await browser.post(`${self}/card/${tracker}/complete`, {});
    assert.deepEqual([early.status, jsonOf(early)['code'] as unknown], [409, 'checkout.card_not_saved']);
    await api.setUp(tracker);
    await api.enroll(tracker);
    assert.equal((await api.authorize(tracker)).status, 200);
    for (let count = 0; count < 2; count++) {
      const completed = jsonOf(await browser.post(`${self}/card/${tracker}/complete`, {}));
      assert.equal(completed['reversed'] as unknown, true);
      assert.equal(completed['payment_method']!['last_four'] as unknown, '2701');
    }
    const kinds = (await api.ledger(tracker)).map(({kind}) => kind);
    assert.deepEqual(kinds, ['authorization', 'reversal']);
    const done = await browser.get(self);
    const back = /href="([^"]+)" data-back/.exec(done.text)![1]!.replaceAll('&amp;', '&');
    const {state, tracker: named, payment_method: method} = queryOf(back);
    assert.deepEqual([state, named], ['saved', tracker]);
    assert.match(method!, /^pm_/);
    // The link now opens the result.
    assert.match((await browser.open(link)).page.text, /Your card is saved/);
    await api.service.close();
  });
});
