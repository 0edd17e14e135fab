// Further: a rehearsal in a browser; over HTTP: `test/server/rehearsal.test.ts`.
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {startHosted, type Hosted} from './support/hosted-service.js';
import {backAt, cards} from './support/hosted.js';
import {ending, test} from './support/shop.js';
import {ourWorld, type World} from './support/worlds.js';

let hosted: Hosted & {close(): Promise<void>};
let rehearsal: World;
test.beforeAll(async () => {
  hosted = await startHosted({rehearse: true});
  rehearsal = await ourWorld(hosted);
});
test.afterAll(async () => {
  await rehearsal.close();
  await hosted.close();
});

interface Journey {
  readonly name: string;
  readonly number: string;
  readonly code?: '1234' | '0000';
}

const journeys: readonly Journey[] = [
  {name: 'saved without a step-up', number: cards.frictionless},
  {name: 'saved with a step-up', number: cards.stepUp, code: '1234'},
  {name: 'a step-up that fails', number: cards.stepUpFails, code: '1234'},
  {name: 'declined by the bank', number: '4000000000002925'},
];

/** Saves a card in a browser, and tells what the shop’s page has heard of it. */
async function endingIn(page: Page, world: World, {number, code}: Journey, count: number) {
  // Shops on other ports of one host share its cookies.
  await page.context().clearCookies();
  await page.goto(world.address({mode: 'dialog', verification: 'off'}));
  await fillCard(page, {number, securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  if (code) await world.answer(page, code);
  const {outcome, reason, cause, paymentMethod} = await ending(page, count);
  const told = page.locator('card-vault').locator('[part~="outcome"], [part~="problem"]');
  const {brand, lastFour, singleUse} = paymentMethod ?? {};
  const shown = (await told.filter({hasText: /\w/}).first().innerText()).replace(/\s+/g, ' ');
  return {outcome, reason, cause, brand, lastFour, singleUse, shown};
}

for (const journey of journeys) {
  test(`${journey.name}: own service, rehearsal and double end alike`, async ({page, ours, theirs}) => {
    const own = await endingIn(page, ours, journey, 1);
    expect(own.outcome).toBe(journey.name.startsWith('saved') ? 'saved' : 'stopped');
    expect(await endingIn(page, rehearsal, journey, 2), 'rehearsal').toEqual(own);
    expect(await endingIn(page, theirs, journey, 3), 'double').toEqual(own);
  });
}

for (const [what, number, code] of [
  ['without a step-up', cards.frictionless, undefined],
  ['with a step-up', cards.stepUp, '1234'],
] as const) {
  test(`a guest pays on the hosted page of a rehearsal, on a host of its own, ${what}`, async ({page}) => {
    const {client, back, service} = hosted;
    const {token: customer} = await client.customers.create({
      ...{firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+15550100'},
      ...{country: 'GB', isGuest: true},
    });
    const {token: tracker} = await client.trackers.create({
      ...{customer, currency: 'PKR', amount: 48_000, mode: 'payment', entryMode: 'flex'},
      metadata: {order_id: 'A-1'},
    });
    await page.goto(await client.checkout.embeddedUrl({tracker, ...back}));
    expect(new URL(page.url()).origin).toBe(service.urls.hosted);
    await fillCard(page, {number});
    await page.getByRole('button', {name: /^Pay PKR\s480\.00$/}).click();
    if (code) await answerStepUp(page, code);
    expect(await backAt(page, '/thanks')).toMatchObject({tracker, state: 'paid', order_id: 'A-1'});
    const lines = await service.database.query<{kind: string; amount: number}>(
      'SELECT kind, amount::int AS amount FROM network_ledger WHERE tracker = $1 AND approved ORDER BY kind',
      [tracker],
    );
    expect(lines.map(({kind, amount}) => `${kind} ${amount}`)).toEqual([
      'authorization 48000',
      'capture 48000',
    ]);
  });
}
