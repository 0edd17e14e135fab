import {expect} from '@playwright/test';
import {startService} from 'card-vault-service';
import {
  fillCard,
  savedOutcome,
  useService,
  vaultFixtures,
  watchOutcomes,
  type CardVaultFixture,
  type ServiceFixture,
} from 'card-vault/testing';
import {test} from './support/shop.js';
import {plainHead} from './support/paint-shop.js';

test('a shop’s test reads how the save ended when the form has left the page with it @smoke', async ({
  page,
  shop,
}) => {
  const body = `<form method="post" action="/orders">
    <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault><button>Order</button>
  </form>`;
  await watchOutcomes(page);
  await page.goto(shop.put({head: plainHead, body: () => body}));
  for (const round of ['first', 'second']) {
    await fillCard(page, {number: '4000000000002701', securityCode: '123'});
    await page.getByRole('button', {name: 'Order'}).click();
    await page.waitForURL(`${shop.url}/orders`);
    const {paymentMethod} = await savedOutcome(page);
    const posted = new URLSearchParams(shop.posted.at(-1));
    expect(paymentMethod.token, round).toBe(posted.get('payment_method'));
    if (round === 'first') await page.goto(shop.put({head: plainHead, body: () => body}));
  }
});

const fixtures = test
  .extend<{vault: CardVaultFixture}>(vaultFixtures)
  .extend<object, {service: ServiceFixture}>({service: useService(startService, {rehearse: true})});

fixtures(
  'no outcome is missed by the fixture, though the form leaves for the answer and then for another site',
  async ({page, shop, vault}) => {
    fixtures.slow();
    const body = `<form method="post" action="/orders">
    <card-vault session-url="/card-vault/session" name="payment_method" required></card-vault><button>Order</button>
  </form>`;
    const rounds = Number(process.env['ROUNDS'] ?? 3);
    let missed = 0;
    for (let round = 0; round < rounds; round++) {
      await page.goto(shop.put({head: plainHead, body: () => body}));
      await vault.fillCard({number: '4000000000002503'});
      await page.getByRole('button', {name: 'Order'}).click();
      await vault.answerStepUp('1234');
      await page.waitForURL(`${shop.url}/orders`);
      // Another site has another storage.
      await page.goto('about:blank');
      const {paymentMethod} = await vault.savedOutcome();
      const posted = new URLSearchParams(shop.posted.at(-1));
      if (paymentMethod.token !== posted.get('payment_method')) missed++;
    }
    expect(missed).toBe(0);
  },
);

fixtures(
  'a worker has a service of its own that rehearses, with a clock and a bank that can be chosen',
  async ({service}) => {
    const later = new Date(Date.now() + 86_400_000);
    expect((await service.advanceClock(later)).getTime()).toBeGreaterThanOrEqual(later.getTime());
    await service.chooseStepUp('app');
    expect(service.fieldsOrigin).toMatch(/^http:\/\/[\w.]+:\d+$/);
  },
);
