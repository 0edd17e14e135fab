import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {CardVaultError, type CardPayment, type Fetch, type ServiceClient} from '../../../src/server/index.js';
import type {Place} from './places.js';
import {saveCard} from './saved-cards.js';
import {drawing} from '../../support/drawing.js';

/** `CARD_VAULT_SEEDS=500` is the long run. */
const seeds = Number(process.env['CARD_VAULT_SEEDS'] ?? 10);

/** A network that loses a third of all requests, one half of these before the service has them and one half after. */
const lossy =
  (random: () => number): Fetch =>
  async (url, init) => {
    const fate = random();
    if (fate < 1 / 6) throw new TypeError('fetch failed');
    const response = await fetch(url, init);
    if (fate < 1 / 3) throw new TypeError('fetch failed');
    return response;
  };

/** The tests of one place; each has a file, and so a process, of its own. */
export function paysThroughLosses(name: string, start: () => Promise<Place>): void {
  describe(`an order paid through a lossy network, at ${name}`, () => {
    let place: Place;
    let steady: ServiceClient;
    let card: {readonly customer: string; readonly paymentMethod: string};
    before(async () => {
      place = await start();
      steady = place.client();
      card = await saveCard(steady, place);
    });
    after(() => place.stop());

    /** A step that a shop repeats until it is answered. A refusal is an answer; a lost one is none. */
    async function persist(step: () => Promise<CardPayment>): Promise<CardPayment | undefined> {
      for (;;) {
        try {
          const payment = await step();
          if (payment.status !== 'unconfirmed') return payment;
        } catch (error) {
          assert.ok(error instanceof CardVaultError);
          if (error.code === 'request-refused') return undefined;
          assert.equal(error.code, 'service-unreachable');
        }
      }
    }

    async function run(seed: number): Promise<void> {
      const random = drawing(seed);
      const pick = (most: number) => 1 + Math.floor(random() * most);
      const {payments} = place.client(lossy(random));
      const payment = {...card, amount: pick(10_000), currency: 'USD', orderId: `order-${seed}`};
      const before = await place.taken();
      const {tracker} = await steady.payments.open(payment);
      const holds = random() < 0.4;
      const paid = await persist(() =>
        payments[holds ? 'authorize' : 'charge']({...payment, tracker}, {idempotencyKey: `order-${seed}`}),
      );
      assert.equal(paid?.status, holds ? 'authorized' : 'captured', `seed ${seed}`);
      assert.equal(await place.taken(tracker), holds ? 0 : payment.amount, `seed ${seed}`);
      let expected = holds ? 0 : payment.amount;
      if (holds && random() < 0.7) {
        assert.equal((await persist(() => payments.capture(tracker)))?.status, 'captured', `seed ${seed}`);
        expected = payment.amount;
      }
      if (random() < 0.4) {
        assert.equal((await persist(() => payments.void(tracker)))?.status, 'voided', `seed ${seed}`);
        expected = 0;
      }
      const end = await steady.payments.read(tracker);
      assert.equal(await place.taken(tracker), expected, `seed ${seed}: ${end.status}`);
      assert.equal(end.status === 'captured' ? end.amount : 0, expected, `seed ${seed}`);
      assert.equal((await place.taken()) - before, expected, `seed ${seed}: the books of all trackers`);
    }

    it(`takes the right amount once, in ${seeds} orders`, async () => {
      for (let seed = 1; seed <= seeds; seed += 1) await run(seed);
    });

    it(`gives back what is asked and never more than was taken, in ${seeds} orders`, async () => {
      const orders = [];
      for (let seed = 1; seed <= seeds; seed += 1) {
        const random = drawing(seed + 10_000);
        const amount = 100 + Math.floor(random() * 10_000);
        const {tracker, status} = await steady.payments.charge({...card, amount, currency: 'USD'});
        assert.equal(status, 'captured');
        orders.push({seed, random, amount, tracker});
      }
      await place.laterByADay();
      for (const {seed, random, amount, tracker} of orders) {
        const {payments} = place.client(lossy(random));
        let given = 0;
        const inAll = await place.taken();
        for (let part = 1; part <= 3; part += 1) {
          const wanted = 1 + Math.floor(random() * amount);
          const idempotencyKey = `refund-${seed}-${part}`;
          const before = given;
          // A shop that cannot be sure looks at what was given back, and asks again only for what is not there yet.
          for (;;) {
            try {
              given = (await payments.refund(tracker, {amount: wanted, idempotencyKey})).refunded;
            } catch (error) {
              assert.ok(error instanceof CardVaultError);
              if (error.code === 'request-refused') break;
            }
            given = (await steady.payments.read(tracker)).refunded;
            if (given > before) break;
          }
          given = (await steady.payments.read(tracker)).refunded;
          assert.ok(
            given === before || given === before + wanted,
            `seed ${seed}: ${before} + ${wanted}: ${given}`,
          );
        }
        assert.ok(given <= amount);
        assert.equal(await place.taken(tracker), amount - given, `seed ${seed}`);
        assert.equal(inAll - (await place.taken()), given, `seed ${seed}: the books of all trackers`);
      }
    });
  });
}
