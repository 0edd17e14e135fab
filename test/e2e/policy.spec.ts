import {expect} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {ending, openShop, policyViolations, test} from './support/shop.js';

/** What the demo page promises, and what every shop's page can (guarantees 2.3). */
test('the shop page is served under a policy that allows nothing but itself and the fields', async ({
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
  expect(directives.get('form-action')).toEqual(["'self'"]);
  expect(directives.get('frame-src')).toEqual(["'self'", demo.service.urls.fields]);
  expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
  expect(directives.get('trusted-types')).toEqual(['lit-html', 'card-vault']);
  expect(directives.get('script-src')?.every((value) => /^'nonce-|^'strict-dynamic'$/.test(value))).toBe(
    true,
  );
});

for (const mode of ['dialog', 'redirect', 'inline']) {
  test(`a whole step-up journey in ${mode} mode violates nothing`, async ({page, demo}) => {
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
