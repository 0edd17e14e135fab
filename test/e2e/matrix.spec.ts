import {expect, type Page} from '@playwright/test';
import {fillCard} from 'card-vault/testing';
import type {BehaviourChange} from '../recorded/index.js';
import {ending, test, type Ending} from './support/shop.js';
import {bankPage, variants, type Settings, type World} from './support/worlds.js';
import {smokeIf} from './support/smoke.js';

const columns = ['our service', 'the recorded service'] as const;
type Column = (typeof columns)[number];

interface Way {
  readonly name: string;
  readonly number: string;
  readonly stopsClock?: boolean;
  act?(page: Page, world: World, settings: Settings): Promise<void>;
  expected(settings: Settings, column: Column, variant: BehaviourChange): Partial<Ending>;
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
    // The recorded service tells a no apart from a yes, and no more.
    expected: (_settings, column) =>
      column === 'our service'
        ? stopped('cancelled', 'cancelled-at-issuer')
        : stopped('failed', 'issuer-declined'),
  },
  {
    name: 'challenged, closed by the shopper',
    number: challenged,
    async act(page, _world, {mode}) {
      await bankPage(page);
      if (mode === 'redirect') await page.goBack();
      else await page.getByRole('button', {name: 'Close without saving'}).click();
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
  {
    name: 'rejected',
    number: '4000000000002537',
    // An enrollment that fails as a request says no more than that it failed.
    expected: (_settings, _column, {failures}) =>
      failures === 'http' ? stopped('failed', 'issuer-declined') : stopped('rejected', 'issuer-rejected'),
  },
  {
    name: 'not eligible',
    number: '4000000000002990',
    expected: () => stopped('not-eligible', 'card-not-eligible'),
  },
];

const modes = ['dialog', 'inline', 'redirect'] as const;
const inTurn = (number: number) => (number % 2 ? 'on' : 'off');
/** Each way in each mode at both services, with both ways of verification by turns. */
const everyCase = columns.flatMap((column) =>
  modes
    .flatMap((mode, row) =>
      ways.map((way, place) => ({
        column,
        way,
        diagonal: row + place,
        settings: {mode, verification: inTurn(row + place)} as const,
      })),
    )
    .map((one, place) => ({...one, variant: place % variants.length})),
);

type Case = (typeof everyCase)[number];
const refusedEnrollment = '400 /order';

const outcomeOf = ({way, settings, column, variant}: Case): Partial<Ending> =>
  way.expected(settings, column, column === 'our service' ? {} : variants[variant]!);

/** Requests that are refused, which the browser notes as errors by itself: an enrollment that the service answers with an error. */
function refusalsOf({way, column, variant}: Case): string[] {
  if (column === 'our service') return [];
  const isError = variants[variant]!.failures === 'http' && /^(failed|rejected)$/.test(way.name);
  return isError ? [refusedEnrollment] : [];
}

/** What the service is asked to do on the way to an outcome, whatever the page looks like. */
function actionsOf(one: Case): string[] {
  const {way, settings, column} = one;
  const enrollment = refusalsOf(one).includes(refusedEnrollment) ? ' refused' : '';
  const asked = ['GENERATE_CAPTURE_CONTEXT', 'PROCESS_TRANSIENT_TOKEN', `PAYER_AUTH_ENROLLMENT${enrollment}`];
  if (outcomeOf(one).outcome !== 'saved') return asked;
  if (settings.verification === 'off') return [...asked, 'AUTHORIZATION', 'REVERSAL'];
  // After a challenge the recorded service saves a card that is only verified without an authorization.
  return column === 'our service' || way.number !== challenged ? [...asked, 'AUTHORIZATION'] : asked;
}

const rightCode = 'challenged, the right code';
/** Four endings in a real page, one of them also at the recorded service; `test/testing/played-saves.test.ts` plays every card. */
const quick = [rightCode, 'frictionless', 'failed', "challenged, cancelled on the bank's page"];
const isSmoke = ({column, way, diagonal}: Case) =>
  diagonal % 3 === 0 && (column === 'our service' ? quick.includes(way.name) : way.name === rightCode);

for (const one of everyCase) {
  const {column, settings, way, variant} = one;
  const {mode, verification} = settings;
  const more = column === 'our service' ? '' : ` (recording ${variant + 1})`;
  test(`${column}, ${mode}, verification ${verification}: ${way.name}${more}${smokeIf(isSmoke(one))}`, async ({
    page,
    ours,
    recordings,
  }) => {
    const world = column === 'our service' ? ours : recordings[variant]!;
    const complaints: string[] = [];
    const refusals = new Set<string>();
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      const status = /with a status of (\d+)/.exec(message.text())?.[1];
      const path = /\/order\b/.exec(message.location().url)?.[0];
      if (status && path) refusals.add(`${status} ${path}`);
      else complaints.push(message.text());
    });
    page.on('pageerror', ({message}) => complaints.push(message));
    if (way.stopsClock) await page.clock.install();
    await page.goto(world.address(settings));
    await fillCard(page, {number: way.number, securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    await way.act?.(page, world, settings);

    const end = await ending(page);
    expect(end).toMatchObject(outcomeOf(one));
    if (end.outcome === 'saved') expect(end.paymentMethod?.lastFour).toBe(way.number.slice(-4));
    expect(await world.actions(end.tracker!)).toEqual(actionsOf(one));
    expect(complaints).toEqual([]);
    expect([...refusals]).toEqual(refusalsOf(one));
  });
}

/** The simulated network declines this code after the shopper has confirmed (wire 5). */
for (const [row, mode] of modes.entries()) {
  const settings = {mode, verification: inTurn(row)} as const;
  test(`our service, ${mode}, verification ${settings.verification}: confirmed, and then declined${smokeIf(row === 0)}`, async ({
    page,
    ours,
  }) => {
    await page.goto(ours.address(settings));
    await fillCard(page, {number: challenged, securityCode: '000'});
    await page.getByRole('button', {name: 'Save card'}).click();
    await ours.answer(page, '1234');
    expect(await ending(page)).toMatchObject(stopped('failed', 'issuer-declined'));
    const sentence = page.locator('card-vault [part~="problem"]');
    await expect(sentence).toContainText('Your bank didn’t approve this card');
    await expect(sentence).toContainText('You have not been charged.');
    // The same page saves another card.
    await fillCard(page, {number: '4000000000002701', securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    expect((await ending(page, 2)).outcome).toBe('saved');
  });
}
