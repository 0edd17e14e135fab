// Further: the shop of the guide at two services; payments: `test/server/payments.test.ts`.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, describe, it} from 'node:test';
import {createCardVaultServer, type CardVaultServer} from '../../src/server/index.js';
import {enterCard, shopPage} from './support/enter-card.js';
import {createShop, type Order} from './support/example-shop.js';
import {own, recorded, type Place} from './support/places.js';

const firstTry = '4000000000002701';
/** Another card that is saved without a step-up. */
const standIn = '4000000000002719';
/** Saved without trouble; every charge of it is declined. */
const laterDeclined = '4000000000009995';

for (const [name, start] of [
  ['a service that keeps idempotency keys', own],
  ['a service as recorded, which keeps none', recorded],
] as const)
  describe(`a shop with saved cards, at ${name}`, () => {
    let place: Place;
    let vault: CardVaultServer;
    let customer: string;
    let shop: ReturnType<typeof createShop>;
    const orders = new Map<string, Order>(
      ['1', '2', '3', '4', '5', '6'].map((id) => [id, {amount: 4800, currency: 'USD'}] as const),
    );
    const newCustomer = async () =>
      (
        await vault.client.customers.create({
          ...{firstName: 'Ada', lastName: 'Byron', email: 'ada@shop.example'},
          ...{phoneNumber: '+441234567', country: 'GB'},
        })
      ).token;
    const takenFor = (id: string) => place.taken(orders.get(id)!.tracker!);

    before(async () => {
      place = await start();
      vault = createCardVaultServer({
        ...{serviceUrl: place.serviceUrl, secretKey: place.secretKey, publicKey: place.publicKey},
        ...{publicUrl: shopPage, currency: 'USD', entryMode: 'raw', timeout: 60_000},
        customer: (request) => request.headers.get('x-shopper') ?? undefined,
      });
      customer = await newCustomer();
      shop = createShop(vault, orders);
    });
    after(() => place.stop());

    it('saves a card, and keeps only a token that is this customer’s', async () => {
      const form = await enterCard(vault, customer, firstTry);
      assert.equal(await shop.keepCard(await newCustomer(), form), 'Please enter your card again.');
      const made = new FormData();
      made.set('payment_method', 'pm_made_up');
      assert.equal(await shop.keepCard(customer, made), 'Please enter your card again.');
      assert.equal(await shop.keepCard(customer, form), 'Saved: visa ending in 2701');
    });

    it('charges an order once, however often the button is pressed', async () => {
      const first = await shop.pay(customer, '1');
      assert.deepEqual([first.status, first.amount, first.orderId], ['captured', 4800, '1']);
      assert.deepEqual(await shop.pay(customer, '1'), first);
      assert.equal(await takenFor('1'), 4800);
    });

    it('charges an order once when the button is pressed twice at once', async () => {
      const before = await place.taken();
      const [one, two] = await Promise.all([shop.pay(customer, '4'), shop.pay(customer, '4')]);
      assert.equal(one.status, 'captured');
      assert.deepEqual(two, one);
      assert.equal((await place.taken()) - before, 4800);
    });

    it('undoes a payment of the same day, and takes nothing for the order again', async () => {
      assert.equal((await shop.pay(customer, '2')).status, 'captured');
      assert.equal((await shop.cancel('2')).status, 'voided');
      assert.equal(await takenFor('2'), 0);
      assert.equal((await shop.pay(customer, '2')).status, 'voided');
      assert.equal(await takenFor('2'), 0);
    });

    it('gives back a part, and refuses more than is left', async () => {
      await place.laterByADay();
      const {status, refunded} = await shop.giveBack('1', 1000, 'shoes');
      assert.deepEqual([status, refunded], ['captured', 1000]);
      assert.equal((await shop.giveBack('1', 1000, 'shoes')).refunded, 1000);
      await assert.rejects(shop.giveBack('1', 4000, 'socks'), {code: 'request-refused'});
      assert.equal(await takenFor('1'), 3800);
    });

    it('learns of a decline as a status, with nothing taken, and takes another card for the order', async () => {
      const before = await place.taken();
      const other = await newCustomer();
      const number = start === own ? laterDeclined : firstTry;
      await shop.keepCard(other, await enterCard(vault, other, number));
      place.decline();
      const [one, two] = await Promise.all([shop.pay(other, '3'), shop.pay(other, '3')]);
      assert.deepEqual([one.status, two.status, two.tracker], ['declined', 'declined', one.tracker]);
      assert.match(one.reason ?? two.reason ?? '', /declined/i);
      assert.equal((await place.taken()) - before, 0);
      await shop.keepCard(other, await enterCard(vault, other, firstTry));
      place.approve();
      assert.equal((await shop.pay(other, '3')).status, 'captured');
      assert.equal((await place.taken()) - before, 4800);
    });

    /** As after a crash between the opening of a payment and its charge. */
    const openFor = async (id: string) => {
      const card = orders.get('1')!.card!;
      const terms = {customer, paymentMethod: card, amount: 4800, currency: 'USD', orderId: id};
      const {tracker} = await vault.client.payments.open(terms, {idempotencyKey: `order-${id}-0`});
      orders.set(id, {amount: 4800, currency: 'USD', tracker, card});
    };

    it('goes on with the card that a payment was opened for, though the shopper has chosen another', async () => {
      await openFor('5');
      await shop.keepCard(customer, await enterCard(vault, customer, standIn));
      const {status, card} = await shop.pay(customer, '5');
      assert.deepEqual([status, card?.lastFour], ['captured', '2701']);
    });

    // The recorded one has no clock to move.
    if (start === own)
      it('opens a new payment, with the card that is chosen now, once one has expired', async () => {
        await openFor('6');
        await place.laterByADay();
        assert.equal((await shop.pay(customer, '6')).status, 'expired');
        const {status, card} = await shop.pay(customer, '6');
        assert.deepEqual([status, card?.lastFour], ['captured', '2719']);
        assert.equal(await takenFor('6'), 4800);
      });
  });

describe('site/payments.md', () => {
  it('shows the shop of this test', () => {
    const shop = readFileSync('test/server/support/example-shop.ts', 'utf8').replace(
      '../../../src/server/index.js',
      'card-vault/server',
    );
    assert.ok(readFileSync('site/payments.md', 'utf8').includes(`\`\`\`ts\n${shop}\`\`\`\n`));
  });
});
