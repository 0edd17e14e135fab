import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import type {BehaviourChange} from '../recorded/index.js';
import {ending, test as base, type Ending} from './support/shop.js';
import {bankPage, ourWorld, recordedWorld, type Settings, type World} from './support/worlds.js';

/**
 * What differs between recordings of the service. The cases take them in turn, so that each way, each mode and each kind of
 * verification meets every one of them: every pair of two values is tried, but not every three at once.
 */
const variants: readonly BehaviourChange[] = [
  {reporter: 'closed', collector: {spelling: 'SessionId'}},
  {reporter: 'open', collector: {spelling: 'Session Id'}, failures: 'http'},
  {reporter: 'closed', collector: {spelling: 'Session Id', prefix: true}, wallet: {scheme: 'missing'}},
  {reporter: 'open', collector: {extraKeys: true}, wallet: {scheme: 'upper'}},
  {reporter: 'closed', collector: {prefix: true, extraKeys: true}, wallet: {expiry: false}},
];

const columns = ['our service', 'the recorded service'] as const;
type Column = (typeof columns)[number];

const test = base.extend<object, {ours: World; recordings: readonly World[]}>({
  ours: [
    async ({demo}, use) => {
      const world = await ourWorld(demo);
      await use(world);
      await world.close();
    },
    {scope: 'worker'},
  ],
  recordings: [
    async ({}, use) => {
      const worlds = await Promise.all(variants.map(recordedWorld));
      await use(worlds);
      await Promise.all(worlds.map((world) => world.close()));
    },
    {scope: 'worker'},
  ],
});

interface Way {
  readonly name: string;
  readonly number: string;
  readonly stopsClock?: boolean;
  act?(page: Page, world: World, settings: Settings): Promise<void>;
  expected(settings: Settings, column: Column): Partial<Ending>;
}

const stopped = (reason: string, cause: string): Partial<Ending> => ({outcome: 'stopped', reason, cause});
const challenged = '4000000000002503';

const ways: readonly Way[] = [
  {name: 'frictionless', number: '4000000000002701', expected: () => ({outcome: 'saved'})},
  {name: 'attempted', number: '4000000000002719', expected: () => ({outcome: 'saved'})},
  {
    name: 'challenged, the right code',
    number: challenged,
    act: (page, world) => world.answer(page, '1234'),
    expected: () => ({outcome: 'saved'}),
  },
  {
    name: 'challenged, wrong codes to the end',
    number: challenged,
    async act(page, world) {
      for (const code of ['0000', '0001', '0002'] as const) await world.answer(page, code);
    },
    expected: () => stopped('failed', 'issuer-declined'),
  },
  {
    name: "challenged, cancelled on the bank's page",
    number: challenged,
    act: (page, world) => world.answer(page, 'cancel'),
    expected: () => stopped('cancelled', 'cancelled-at-issuer'),
  },
  {
    name: 'challenged, closed by the shopper',
    number: challenged,
    async act(page, _world, {mode}) {
      await bankPage(page);
      if (mode === 'redirect') await page.goBack();
      else await page.getByRole('button', {name: 'Cancel'}).click();
    },
    expected: ({mode}) =>
      mode === 'redirect' ? stopped('cancelled', 'interrupted') : stopped('cancelled', 'closed-by-shopper'),
  },
  {
    name: 'challenged, silence',
    stopsClock: true,
    number: challenged,
    async act(page, world, settings) {
      await bankPage(page);
      // Where the bank's page replaces the shop's, the shopper leaves it some day by the shop's address.
      if (settings.mode === 'redirect') await page.goto(world.address(settings));
      else await page.clock.fastForward('10:01');
    },
    expected: ({mode}) =>
      mode === 'redirect' ? stopped('cancelled', 'interrupted') : stopped('timed-out', 'step-up-limit'),
  },
  {
    name: 'unavailable',
    number: '4000000000002313',
    expected: () => stopped('unavailable', 'issuer-unavailable'),
  },
  {name: 'failed', number: '4000000000002925', expected: () => stopped('failed', 'issuer-declined')},
  {name: 'rejected', number: '4000000000002537', expected: () => stopped('rejected', 'issuer-rejected')},
  {
    name: 'not eligible',
    number: '4000000000002990',
    expected: () => stopped('not-eligible', 'card-not-eligible'),
  },
];

const modes = ['dialog', 'inline', 'redirect'] as const;
const everyCase = columns.flatMap((column) =>
  modes
    .flatMap((mode) => (['off', 'on'] as const).map((verification) => ({mode, verification})))
    .flatMap((settings) => ways.map((way) => ({column, settings, way})))
    .map((one, place) => ({...one, variant: place % variants.length})),
);

/** What the service is asked to do on the way to an outcome, whatever the page looks like. */
function actionsOf({way, settings, column}: (typeof everyCase)[number]): string[] {
  const asked = ['GENERATE_CAPTURE_CONTEXT', 'PROCESS_TRANSIENT_TOKEN', 'PAYER_AUTH_ENROLLMENT'];
  if (way.expected(settings, column).outcome !== 'saved') return asked;
  if (settings.verification === 'off') return [...asked, 'AUTHORIZATION', 'REVERSAL'];
  // After a challenge the recorded service saves a card that is only verified without an authorization.
  return column === 'our service' || way.number !== challenged ? [...asked, 'AUTHORIZATION'] : asked;
}

for (const one of everyCase) {
  const {column, settings, way, variant} = one;
  const {mode, verification} = settings;
  const more = column === 'our service' ? '' : ` (recording ${variant + 1})`;
  test(`${column}, ${mode}, verification ${verification}: ${way.name}${more}`, async ({
    page,
    ours,
    recordings,
  }) => {
    const world = column === 'our service' ? ours : recordings[variant]!;
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', ({message}) => complaints.push(message));
    if (way.stopsClock) await page.clock.install();
    await page.goto(world.address(settings));
    await fillCard(page, {number: way.number, securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    await way.act?.(page, world, settings);

    const end = await ending(page);
    expect(end).toMatchObject(way.expected(settings, column));
    if (end.outcome === 'saved') expect(end.paymentMethod?.lastFour).toBe(way.number.slice(-4));
    expect(await world.actions(end.tracker!)).toEqual(actionsOf(one));
    expect(complaints).toEqual([]);
  });
}
