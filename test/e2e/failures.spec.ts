import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, type Page, type Route} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ending, openShop, ready, test} from './support/shop.js';
import {smokeIf} from './support/smoke.js';

/** After the cause is gone, the same page saves a card without a reload; the form has stayed after a save. */
async function savesAfterAll(page: Page, ends: number, {atSave = false} = {}): Promise<void> {
  if (atSave) {
    await expect(page.locator('card-vault [part~="problem"]')).toContainText('You have not been charged.');
    await ready(page, ends + 1);
  } else {
    // The form's button may say the same.
    await page
      .locator('card-vault')
      .getByRole('button', {name: /try again/i})
      .click();
  }
  await pressSave(page);
  expect((await ending(page, ends + 1)).outcome).toBe('saved');
}

async function pressSave(page: Page): Promise<void> {
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
}

/** A cause that can be taken away, seen from the browser. */
const causes: {
  name: string;
  code: string;
  audience: string;
  pattern: RegExp;
  /** The page meets it when it saves, not while the fields load. */
  atSave?: boolean;
  answer(route: Route): Promise<void>;
}[] = [
  {
    name: "the shop's server is down",
    code: 'shop-server-unreachable',
    audience: 'network',
    pattern: /\/card-vault\/session/,
    answer: (route) => route.abort('connectionrefused'),
  },
  {
    name: "the shop's server has the wrong secret",
    code: 'credentials-refused',
    audience: 'merchant',
    pattern: /\/card-vault\/session/,
    answer: (route) =>
      route.fulfill({
        status: 502,
        json: {
          data: null,
          code: 'service.credentials_refused',
          message: 'The service refuses the secret key.',
        },
      }),
  },
  {
    name: 'the service is down',
    code: 'service-unreachable',
    audience: 'network',
    pattern: /\/order\/payments\/v3\//,
    // The first capture context comes with the session, from the shop's server.
    atSave: true,
    answer: (route) => route.abort('connectionrefused'),
  },
  {
    name: 'the library of the fields is blocked',
    code: 'fields-blocked',
    audience: 'network',
    pattern: /\/microform\/bundle\/[^?]*\.js/,
    answer: (route) => route.abort('blockedbyclient'),
  },
];

for (const {name, code, audience, pattern, atSave, answer} of causes) {
  // shows: peers 57
  test(`${name}: ${code}, and the page recovers${smokeIf(code === 'shop-server-unreachable')}`, async ({
    page,
    demo,
  }) => {
    await page.route(pattern, answer);
    await page.goto(demo.url);
    if (atSave) await pressSave(page);
    const end = await ending(page);
    expect(end).toMatchObject({outcome: 'error', code, audience});
    expect(end.message).toMatch(/\w+ \w+ \w+/);
    await page.unroute(pattern);
    await savesAfterAll(page, 1, {atSave});
  });
}

test('a time-based token that ran out is renewed without anybody noticing', async ({page, demo}) => {
  await openShop(page, demo);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  let refused = 0;
  await page.route(/\/order\/payments\/v3\//, async (route) => {
    if (route.request().method() === 'OPTIONS' || refused++ > 0) return route.continue();
    return route.fulfill({
      status: 401,
      headers: {'access-control-allow-origin': new URL(demo.url).origin},
      json: {code: 'error.unauthorized_access', message: 'The time-based token has expired.'},
    });
  });
  await page.getByRole('button', {name: 'Save card'}).click();
  expect((await ending(page)).outcome).toBe('saved');
});

// shows: time 84
test('a shopper who is signed out meanwhile is asked to sign in', async ({page, demo}) => {
  await openShop(page, demo);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  const refuse = (route: Route) =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({
          status: 401,
          headers: {'access-control-allow-origin': new URL(demo.url).origin},
          json: {code: 'error.unauthorized_access', message: 'The time-based token has expired.'},
        });
  await page.route(/\/order\/payments\/v3\//, refuse);
  await page.route(/\/card-vault\/session\/[^/]+\/token/, refuse);
  await page.getByRole('button', {name: 'Save card'}).click();
  expect(await ending(page)).toMatchObject({outcome: 'error', code: 'login-required'});
  await expect(page.getByText('Please sign in again').first()).toBeVisible();
  await page.unrouteAll();
  await savesAfterAll(page, 1);
});

test('a shopper who is led to a login page on another origin is asked to sign in', async ({page, demo}) => {
  // It sends no CORS headers, and the page's content security policy forbids the request.
  const login = createServer((_, response) => response.end('<!doctype html>Please sign in'));
  await new Promise<void>((listening) => login.listen(0, '127.0.0.1', listening));
  const location = `http://127.0.0.1:${(login.address() as AddressInfo).port}/login`;
  const pattern = /\/card-vault\/session\/[^/]+\/complete/;
  try {
    await openShop(page, demo);
    await page.route(pattern, (route) => route.fulfill({status: 302, headers: {location}}));
    await pressSave(page);
    expect(await ending(page)).toMatchObject({outcome: 'error', code: 'login-required'});
    await expect(page.getByText('Please sign in again').first()).toBeVisible();
    await page.unroute(pattern);
    // The card had been authorized: signed in again, the shopper need not type it a second time.
    await page
      .locator('card-vault')
      .getByRole('button', {name: /try again/i})
      .click();
    expect((await ending(page, 2)).outcome).toBe('saved');
  } finally {
    login.close();
  }
});

// shows: time 76
test('a save without a connection is not blamed on the card, is announced, and can be repeated', async ({
  page,
  demo,
}) => {
  await openShop(page, demo);
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  // The words are loaded once the fields are live, not at the press.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('button', {name: 'Save card'}).click();
  await expect(page.locator('card-vault').getByRole('status')).toHaveText(
    /lost the connection|couldn’t send your card/,
  );
  await expect(page.getByText(/check your card details/i)).toHaveCount(0);
  await page.context().setOffline(false);
  await page.getByRole('button', {name: 'Save card'}).click();
  expect((await ending(page, 2)).outcome).toBe('saved');
});

// shows: time 93
test('a wrong service address is named as such', async ({page, demo}) => {
  const other = createServer((_request, response) => response.writeHead(404).end('<html>not here</html>'));
  await new Promise<void>((listening) => other.listen(0, 'localhost', listening));
  const wrong = `http://localhost:${(other.address() as AddressInfo).port}`;
  try {
    await page.route(/\/card-vault\/session(\?|$)/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: {...((await answer.json()) as object), service_url: wrong},
      });
    });
    await page.goto(demo.url);
    await pressSave(page);
    const unreachable = {outcome: 'error', code: 'service-unreachable'};
    expect(await ending(page)).toMatchObject(unreachable);
    await ready(page, 2);
    await page.unrouteAll();
    // The fresh fields came with the wrong address too.
    await pressSave(page);
    expect(await ending(page, 2)).toMatchObject(unreachable);
    await savesAfterAll(page, 2, {atSave: true});
  } finally {
    other.close();
  }
});
