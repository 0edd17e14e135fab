// Further: three worlds on the way to live; the service: `test/server/real-service.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {CardVaultError} from '../../src/server/index.js';
import {WorldShop} from './support/world-shop.js';
import {recordedWorld, serviceWorld, type World} from './support/worlds.js';

const frictionless = '4000000000002701';
const stepUp = '4000000000002503';
/** The bank says FAILED. */
const failed = '4000000000002925';
const newPayment = (customer: string, paymentMethod: string) =>
  ({customer, paymentMethod, amount: 2400, currency: 'USD'}) as const;

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    return error instanceof CardVaultError ? `${error.code} ${error.field ?? ''}`.trim() : String(error);
  }
};

/** What a shop does on its way to live: each journey tells what the shop has in hand at its end. */
const journeys: Readonly<Record<string, (shop: WorldShop) => Promise<unknown>>> = {
  'saves a card without a step-up': async (shop) => [await shop.save(frictionless), await shop.wallet()],
  'saves a card with the right code': async (shop) => [await shop.save(stepUp, '1234'), await shop.wallet()],
  'saves a card after a wrong code': (shop) => shop.save(stepUp, '0000', '1234'),
  'has no card after three wrong codes': async (shop) => {
    const {bank, brand} = await shop.save(stepUp, '0000', '0000', '0000');
    return [bank, brand, await shop.wallet()];
  },
  'saves a Mastercard': async (shop) => [await shop.save('5200000000002235'), await shop.wallet()],
  'saves a second card beside the first': async (shop) => {
    await shop.save(frictionless);
    await shop.save(stepUp, '1234');
    return shop.wallet();
  },
  'reads and removes a saved card': async (shop) => {
    await shop.save(frictionless);
    const token = await shop.firstCard();
    await shop.vault.client.paymentMethods.remove({customer: shop.customer, token});
    return shop.wallet();
  },
  'charges a saved card, and voids the charge': async (shop) => {
    await shop.save(frictionless);
    const {payments} = shop.vault.client;
    const paid = await payments.charge(newPayment(shop.customer, await shop.firstCard()));
    const undone = await payments.void(paid.tracker);
    return [paid.status, paid.amount, undone.status];
  },
  'holds an amount for the shopper who confirms at the bank': async (shop) => {
    await shop.save(stepUp, '1234');
    shop.payment = {paymentMethod: await shop.firstCard(), amount: 2400, currency: 'USD', capture: false};
    const {body: session} = await shop.ask('/session');
    const {bank, enrollment} = await shop.enroll(session, session['setup']!);
    await shop.world.answerBank(enrollment, String(session['tracker']), '1234');
    return [bank, (await shop.complete(session))['payment']];
  },
  'hears that nothing is completed before anything was authorized': async (shop) => {
    const {body: session} = await shop.ask('/session');
    return (await shop.complete(session))['code'];
  },
  'reads, changes and removes a customer': async (shop) => {
    const {customers} = shop.vault.client;
    const changed = await customers.update(shop.customer, {firstName: 'Grace'});
    await customers.remove(shop.customer);
    return [changed.firstName, await codeOf(customers.read(shop.customer))];
  },
  'hears of a customer who is not there': (shop) => codeOf(shop.vault.client.customers.read('cus_none')),
};

/** Journeys on which our own service does more than the recorded one: these two alone must agree. */
const recordedJourneys: typeof journeys = {
  'is refused a family name of one character, new or changed': async (shop) => [
    await codeOf(shop.newShopper('김')),
    await codeOf(shop.vault.client.customers.update(shop.customer, {lastName: '李'})),
  ],
  'a bank that declines is an error of the request': (shop) => shop.save(failed),
  'a step-up that fails proves nothing, and the shop is told to look': (shop) =>
    shop.save(stepUp, '0000', '0000', '0000'),
  'a session names no features, and a token no end that the service told': async (shop) => {
    const {body: session} = await shop.ask('/session');
    return [session['features'], typeof session['time_based_token']];
  },
  'what only card-vault-service has is refused': async ({vault: {client}, customer}) => [
    await codeOf(client.origins.add('https://shop.example')),
    await codeOf(client.webhooks.create({url: 'https://shop.example/hook'})),
    await codeOf(client.paymentMethods.setDefault({customer, token: 'pm_none'})),
  ],
};

describe('a shop on its way to live, in three worlds', () => {
  let worlds: readonly World[];
  before(async () => {
    worlds = await Promise.all([
      serviceWorld('own'),
      serviceWorld('rehearsal', {rehearse: true}),
      recordedWorld(),
    ]);
  });
  after(() => Promise.all(worlds.map((world) => world.stop())));

  /** Journeys that ended alike, as rows of a table. */
  const rows: string[] = [];
  const runIn = async (
    name: string,
    journey: (shop: WorldShop) => Promise<unknown>,
    names: readonly string[],
  ) => {
    const chosen = worlds.filter(({name}) => names.includes(name));
    const told = chosen.map(async (world) => {
      const shop = new WorldShop(world);
      await shop.newShopper();
      return [world.name, await journey(shop)] as const;
    });
    const [[, first], ...others] = (await Promise.all(told)) as [readonly [string, unknown]];
    for (const [world, ending] of others as readonly (readonly [string, unknown])[])
      assert.deepEqual(ending, first, `${names[0]} and ${world}`);
    const cells = ['own', 'rehearsal', 'double'].map((world) => (names.includes(world) ? 'equal' : '–'));
    rows.push(`| ${[name, ...cells, JSON.stringify(first)].join(' | ')} |`);
  };

  for (const [name, journey] of Object.entries(journeys)) {
    it(`${name}: own, rehearsal and double agree`, () =>
      runIn(name, journey, ['own', 'rehearsal', 'double']));
  }
  for (const [name, journey] of Object.entries(recordedJourneys)) {
    it(`${name}: rehearsal and double agree`, () => runIn(name, journey, ['rehearsal', 'double']));
  }

  it('every journey has its row in the table of worlds', (test) => {
    const head = [
      '| journey | own | rehearsal | double | what the shop has |',
      '| --- | --- | --- | --- | --- |',
    ];
    for (const line of [...head, ...rows]) test.diagnostic(line);
    assert.equal(rows.length, Object.keys({...journeys, ...recordedJourneys}).length);
  });
});
