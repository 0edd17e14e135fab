// Further: pages of sibling hosts; swapped merchants: `test/e2e/policy.spec.ts`.
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect} from '@playwright/test';
import {createServiceClient} from 'card-vault/server';
import {startService} from 'card-vault-service';
import {test} from './support/worker.js';

/** A port that nothing listens on. The service must know its own address before it starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const {port} = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

test('a page of a sibling host cannot give its victim a page that the attacker has claimed', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const port = await freePort();
  const pay = `http://pay.shop.localhost:${port}`;
  const service = await startService({
    ...{port, fieldsPort: 0, issuerPort: 0, database: 'memory:', publicUrl: pay},
  });
  const sibling = createServer((_, response) => response.end('A page of the shop'));
  await new Promise<void>((listening) => sibling.listen(0, 'localhost', listening));
  const www = `http://www.shop.localhost:${(sibling.address() as AddressInfo).port}`;
  try {
    const {listening, keys} = service;
    const client = createServiceClient({serviceUrl: listening.api, browserServiceUrl: pay, ...keys});
    const {token: mallory} = await client.customers.create({
      ...{firstName: 'Mallory', lastName: 'Marsh', email: 'm@evil.example'},
      ...{phoneNumber: '+15550100', country: 'GB'},
    });
    const link = await client.checkout.portalUrl({customer: mallory, returnUrl: `${www}/account`});

    // The attacker presses, and keeps the cookie.
    const ofAttacker = {origin: pay, 'sec-fetch-site': 'same-origin'};
    const opened = await fetch(listening.api + link.slice(pay.length), {redirect: 'manual'});
    const self = opened.headers.get('location') ?? '';
    const pressed = await fetch(`${listening.api}${self}/continue`, {
      method: 'POST',
      redirect: 'manual',
      headers: {...ofAttacker, 'content-type': 'application/x-www-form-urlencoded'},
    });
    const [cookie] = pressed.headers.getSetCookie();
    const [named] = cookie!.split(';');
    const [name, value] = named!.split('=');
    const own = await fetch(`${listening.api}${self}`, {headers: {cookie: named!}});
    expect(await own.text(), 'the attacker has the page').not.toContain('belongs to another browser');

    // A page of the sibling host sets it for both hosts, in every way that there is.
    await page.goto(www);
    await page.evaluate(
      ([name, value, self]) => {
        for (const called of [
          name,
          name.replace('__Host-', ''),
          name.replace('__Host-', '__host-'),
          'card-vault-checkout',
        ])
          for (const path of ['/', self])
            for (const more of ['', '; Secure', '; Secure; SameSite=None'])
              document.cookie = `${called}=${value}; Domain=shop.localhost; Path=${path}${more}`;
      },
      [name!, value!, self] as const,
    );
    await page.goto(pay + self);
    await expect(page.getByRole('heading', {level: 1})).toHaveText('This page belongs to another browser');
    await expect(page.locator('form')).toHaveCount(0);
  } finally {
    sibling.closeAllConnections();
    await new Promise((closed) => sibling.close(closed));
    await service.close();
  }
});
