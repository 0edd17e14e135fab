import {expect} from '@playwright/test';
import {createCardVaultServer} from 'card-vault/server';
import {answerStepUp, fillCard} from 'card-vault/testing';
import type {Demo} from '../../demo/server.js';
import {ending, openShop, policyViolations, test} from './support/shop.js';
import {smokeIf} from './support/smoke.js';

/** What the demo page promises, and what every shop's page can (guarantees 2.3). */
test('the shop page is served under a policy that allows nothing but itself and the fields @smoke', async ({
  demo,
}) => {
  const response = await fetch(demo.url);
  const policy = response.headers.get('content-security-policy') ?? '';
  const directives = new Map(
    policy
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .filter(([name]) => name)
      .map(([name, ...values]) => [name!, values]),
  );
  expect(directives.get('default-src')).toEqual(["'none'"]);
  expect(policy).not.toContain('unsafe');
  expect(directives.get('form-action')).toEqual(["'self'", demo.service.urls.api]);
  expect(directives.get('frame-src')).toEqual(["'self'", demo.service.urls.fields]);
  expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
  expect(directives.get('trusted-types')).toEqual(['lit-html', 'card-vault']);
  expect(directives.get('script-src')?.every((value) => /^'nonce-|^'strict-dynamic'$/.test(value))).toBe(
    true,
  );
});

for (const mode of ['dialog', 'redirect', 'inline']) {
  test(`a whole step-up journey in ${mode} mode violates nothing${smokeIf(mode === 'redirect')}`, async ({
    page,
    demo,
  }) => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (/content security policy|trusted ?type/i.test(message.text())) violations.push(message.text());
    });
    await openShop(page, demo, {'step-up': mode, verification: 'off'});
    await fillCard(page, {number: '4000000000002503', securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    await answerStepUp(page, '1234');
    expect((await ending(page)).outcome).toBe('saved');
    expect([...violations, ...policyViolations(page)]).toEqual([]);
  });
}

test('no host is contacted but the shop and the service', async ({page, demo}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await openShop(page, demo, {verification: 'on'});
  await fillCard(page, {number: '4000000000002503', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  await answerStepUp(page, '1234');
  await ending(page);
  const {api, fields, issuer} = demo.service.urls;
  expect([...hosts].sort()).toEqual([new URL(demo.url).origin, api, fields, issuer].sort());
});

/** The answer to `session-url` that the kit of another merchant gives for the shop's page. */
async function sessionOfAnother({url, service}: Demo) {
  const {urls, keys} = service;
  const made = await fetch(`${urls.api}/sandbox/v1/merchants`, {
    method: 'POST',
    headers: {'x-sfpy-merchant-secret': keys.secretKey, 'content-type': 'application/json'},
    body: JSON.stringify({name: 'Another shop'}),
  });
  const {data} = (await made.json()) as {data: {public_key: string; secret_key: string}};
  const vault = createCardVaultServer({
    ...{serviceUrl: urls.api, publicKey: data.public_key, secretKey: data.secret_key, currency: 'USD'},
    customer: () => customer,
  });
  const {token: customer} = await vault.client.customers.create({
    ...{firstName: 'Mallory', lastName: 'Another', email: 'mallory@shop.example'},
    ...{phoneNumber: '+15550100', country: 'US'},
  });
  const {origin} = new URL(url);
  const headers = {origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json'};
  const request = new Request(`${origin}/card-vault/session`, {method: 'POST', headers, body: '{}'});
  const answer = await (await vault.handle(request)).text();
  return {answer, methods: () => vault.client.paymentMethods.list(customer)};
}

/** A script of the page that gives the element another session than the shop's server does. */
const swapping = (answer: string) => `{
  const honest = window.fetch;
  window.fetch = (...all) => String(all[0]).includes('/card-vault/session')
    ? Promise.resolve(new Response(${JSON.stringify(answer)}))
    : honest(...all);
  // The script that vault.markup() writes asks by another way than the element.
  const {get} = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'responseText');
  Object.defineProperty(XMLHttpRequest.prototype, 'responseText', {
    get() {
      return this.responseURL.endsWith('/card-vault/session') ? ${JSON.stringify(answer)} : get.call(this);
    },
  });
}`;

test('no card is saved with another merchant than the page names, though its session is swapped (E3) @smoke', async ({
  page,
  demo,
}) => {
  const another = await sessionOfAnother(demo);
  expect(another.answer).toContain('capture_context');
  // The page stays after the save: a form that goes on by itself would abort the next visit.
  await openShop(page, demo, {verification: 'on', stay: 'on'});
  await page.evaluate(swapping(another.answer));
  await fillCard(page, {number: '4000000000002701', securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  expect((await ending(page)).outcome).toBe('saved');
  await page.addInitScript({content: swapping(another.answer)});
  await page.goto(demo.url);
  expect(await ending(page, 2)).toMatchObject({outcome: 'error', code: 'capture-context-invalid'});
  expect(await another.methods()).toEqual([]);
});
