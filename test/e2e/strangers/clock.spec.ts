// Further: a clock that is wrong; a right one: `test/e2e/early-fields.spec.ts`.
import {expect} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import {ending, ready, test} from '../support/shop.js';

const plain =
  '<card-vault session-url="/card-vault/session"></card-vault>' +
  '<script type="module" src="/assets/card-vault.js" nonce="NONCE"></script>';

for (const minutes of [-50, 50])
  for (const kind of ['vault.markup()', 'the plain tag'])
    test(`a device whose clock is wrong by ${minutes} minutes saves a card, with ${kind}`, async ({
      page,
      shop,
    }) => {
      let sessions = 0;
      page.on('request', (request) => (sessions += request.url().endsWith('/card-vault/session') ? 1 : 0));
      // In the frames of the card fields too.
      await page.addInitScript((offset) => {
        const Real = Date;
        const now = (): number => Real.now() + offset;
        globalThis.Date = new Proxy(Real, {
          construct: (target, given: [], made) =>
            Reflect.construct(target, given.length === 0 ? [now()] : given, made) as Date,
          get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
        });
      }, minutes * 60_000);
      await page.goto(shop.put({body: (tag) => (kind === 'the plain tag' ? plain : tag())}));
      await ready(page);
      await fillCard(page, {number: '4000000000002701', securityCode: '123'});
      await page.getByRole('button', {name: 'Save card'}).click();
      expect((await ending(page)).outcome).toBe('saved');
      expect(sessions).toBe(1);
    });
