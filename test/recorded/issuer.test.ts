import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {FrameLocator, Page} from 'playwright';
import {startRecorded, type BehaviourChange, type Recorded} from './index.js';
import {openShop, type Shop} from './support/browser.js';
import {enrollCard, enrollmentOf, newSession, paymentOf, walletOf, type Session} from './support/shop.js';

type Issuer = NonNullable<BehaviourChange['issuer']>;

interface Under {
  readonly page: Page;
  readonly bank: FrameLocator;
  readonly session: Session;
}

describe("the issuer's pages (wire 9.4)", () => {
  let recorded: Recorded;
  let shop: Shop;

  before(async () => {
    recorded = await startRecorded();
    shop = await openShop();
  });
  after(async () => {
    await shop.close();
    await recorded.stop();
  });

  /** A challenge in a plain frame, as the vendor's samples make one. */
  async function challenge(issuer: Issuer = {}, number = '4000000000002503', more = {}): Promise<Under> {
    recorded.setBehaviour({
      issuer: {page: 'code', slowMs: 10, startWithinMs: 0, returnsBy: 'GET', ...issuer},
    });
    const session = await newSession(recorded, more);
    const urls = {success_url: `${shop.origin}/good`, failure_url: `${shop.origin}/bad`};
    const {step_up_url, access_token} = enrollmentOf(await enrollCard(recorded, session, number, urls));
    const page = await shop.open(`<form method="post" target="bank" action="${String(step_up_url)}">
      <input name="JWT" value="${String(access_token)}"></form><iframe name="bank"></iframe>`);
    await page.evaluate(() => document.forms[0]!.submit());
    return {page, bank: page.frameLocator('iframe'), session};
  }

  /** Where the browser comes back to, read from what arrives at the shop. */
  async function comesTo({page, bank, session}: Under, path: 'good' | 'bad'): Promise<URL> {
    await bank.getByText('Back at the shop').waitFor();
    await page.close();
    const {url} = shop.arrivals.at(-1)!;
    const arrived = new URL(url, shop.origin);
    assert.equal(arrived.pathname, `/${path}`);
    assert.equal(arrived.searchParams.get('tracker'), session.tracker);
    assert.match(arrived.searchParams.get('request_id') ?? '', /^req_/);
    return arrived;
  }

  const enter = async ({bank}: Under, ...codes: string[]) => {
    for (const [tries, code] of codes.entries()) {
      if (tries > 0) await bank.getByText('That code is wrong.').waitFor();
      await bank.getByPlaceholder('Enter Code Here').fill(code);
      await bank.getByRole('button', {name: 'SUBMIT'}).click();
    }
  };

  it('comes back to success_url by way of the service, when the code is right', async () => {
    const under = await challenge();
    const before = recorded.requests.length;
    await enter(under, '1234');
    const {searchParams} = await comesTo(under, 'good');
    assert.equal(searchParams.has('error'), false);
    const back = recorded.requests
      .slice(before)
      .find(({place, method}) => place === 'service' && method === 'POST');
    assert.match(back?.body ?? '', /^TransactionId=\w{20}&MD=null$/);
    assert.deepEqual(recorded.tracker(under.session.tracker).performed.slice(-2), [
      'PAYER_AUTH_VALIDATION',
      'AUTHORIZATION',
    ]);
    assert.equal((await walletOf(recorded, under.session.customer)).length, 1);
  });

  it('can carry the POST on to success_url', async () => {
    const under = await challenge({returnsBy: 'POST'});
    await enter(under, '1234');
    await comesTo(under, 'good');
    assert.equal(shop.arrivals.at(-1)?.method, 'POST');
  });

  it('holds nothing after a verification', async () => {
    const under = await challenge({}, '4000000000002503', {is_account_verification: true});
    await enter(under, '1234');
    await comesTo(under, 'good');
    const {performed, next, saved} = recorded.tracker(under.session.tracker);
    assert.equal(performed.at(-1), 'PAYER_AUTH_VALIDATION');
    assert.equal(next, 'NOOP');
    assert.match(saved ?? '', /^pm_/);
  });

  it('asks again after a wrong code, and takes the right one then', async () => {
    const under = await challenge();
    await enter(under, '0000', '1234');
    await comesTo(under, 'good');
  });

  const failures: readonly (readonly [name: string, number: string, act: (under: Under) => Promise<void>])[] =
    [
      ['three wrong codes', '4000000000002503', (under) => enter(under, '0000', '0001', '0002')],
      [
        'a press of CANCEL',
        '4000000000002503',
        ({bank}) => bank.getByRole('button', {name: 'CANCEL'}).click(),
      ],
      ['a card whose step-up fails', '4000000000002370', (under) => enter(under, '1234')],
      ['a card whose step-up is unavailable', '4000000000002420', (under) => enter(under, '1234')],
      ['a card whose step-up ends in an error', '4000000000002644', (under) => enter(under, '1234')],
    ];
  for (const [name, number, act] of failures)
    it(`comes back to failure_url after ${name}, and saves nothing`, async () => {
      const under = await challenge({}, number);
      await act(under);
      const {searchParams} = await comesTo(under, 'bad');
      assert.match(searchParams.get('error') ?? '', /could not be authenticated/);
      assert.deepEqual(await walletOf(recorded, under.session.customer), []);
      const {next, state} = recorded.tracker(under.session.tracker);
      assert.deepEqual([next, state], ['NOOP', 'TRACKER_ENDED']);
    });

  it('can open a window and go on when it is answered there', async () => {
    const under = await challenge({page: 'window'});
    const opening = under.page.context().waitForEvent('page');
    await under.bank.getByRole('button', {name: "Open the bank's window"}).click();
    const opened = await opening;
    await opened.getByPlaceholder('Enter Code Here').fill('1234');
    await opened.getByRole('button', {name: 'SUBMIT'}).click();
    await comesTo(under, 'good');
  });

  for (const isAccepted of [true, false])
    it(`can ask by a dialog of the browser: ${isAccepted ? 'accepted' : 'dismissed'}`, async () => {
      const under = await challenge({page: 'dialog'});
      const types: string[] = [];
      under.page.on('dialog', (dialog) => {
        types.push(dialog.type());
        void (isAccepted || dialog.type() === 'alert' ? dialog.accept() : dialog.dismiss());
      });
      await under.bank.getByRole('button', {name: 'Approve'}).click();
      await comesTo(under, isAccepted ? 'good' : 'bad');
      assert.deepEqual(types, ['alert', 'confirm']);
    });

  it("can send the shopper to the bank's app and go on when it is answered there", async () => {
    const under = await challenge({page: 'app'});
    const link = under.bank.getByRole('link', {name: "Open the bank's app"});
    assert.match((await link.getAttribute('href')) ?? '', /^examplebank:\/\//);
    await link.click();
    recorded.approveInApp(under.session.tracker);
    await comesTo(under, 'good');
  });

  it('can take its time', async () => {
    const under = await challenge({page: 'slow'});
    await comesTo(under, 'good');
  });

  it('can fail and never come back', async () => {
    const {bank, session} = await challenge({page: 'error'});
    await bank.getByText('The bank is not available.').waitFor();
    assert.equal(recorded.tracker(session.tracker).next, 'PAYER_AUTH_VALIDATION');
  });

  it('raises no challenge any more when its time is over', async () => {
    const under = await challenge({startWithinMs: 1, page: 'error'});
    await comesTo(under, 'bad');
  });

  it('knows no challenge but its own', async () => {
    const page =
      await shop.open(`<form method="post" target="bank" action="${recorded.acsOrigin}/V2/Cruise/StepUp">
      <input name="JWT" value="a.b.c"></form><iframe name="bank"></iframe>`);
    await page.evaluate(() => document.forms[0]!.submit());
    await page.frameLocator('iframe').getByText('knows no such challenge').waitFor();
  });

  it('shows a success only by the signs that it is told to show', async () => {
    const under = await challenge();
    await enter(under, '1234');
    await comesTo(under, 'good');
    const shown = await paymentOf(recorded, under.session);
    recorded.setBehaviour({signs: []});
    const hidden = await paymentOf(recorded, under.session);
    recorded.setBehaviour({
      signs: ['authorization', 'is_success', 'actions_performed', 'event', 'next_actions'],
    });
    assert.match(JSON.stringify(shown), /"type":"VALIDATION".*"authorization":.*"is_success":true/);
    assert.doesNotMatch(JSON.stringify(hidden), /VALIDATION|AUTHORIZATION|REVERSAL|"is_success":true|auth_/);
  });
});
