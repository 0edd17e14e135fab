import assert from 'node:assert/strict';
import type {Demo} from '../../../demo/server.js';
import {clickOn, locate, waitFor, type Driver} from '../driver.js';
import {
  confirmsAfterWrongCode,
  correctsErrors,
  isDeclinedAndTriesAgain,
  resumesAfterRedirect,
  saves,
} from '../journeys.js';
import {bank, cards, code, element, number, Visit} from '../visit.js';
import {leavesAndComesAgain, VisitByKeyboard} from './keyboard.js';
import type {JourneyName, RoughName} from './plan.js';
import {
  startAnew,
  VisitByPhone,
  VisitWithManager,
  VisitWithoutFields,
  VisitWithoutStorage,
} from './visits.js';

/** The journeys as they are everywhere. */
const plainJourneys: Readonly<Record<JourneyName, (visit: Visit) => Promise<void>>> = {
  save: saves,
  'step-up': confirmsAfterWrongCode,
  decline: isDeclinedAndTriesAgain,
  errors: correctsErrors,
  redirect: resumesAfterRedirect,
};

const text = (part: string) => `${locate(element(part))}?.textContent.replace(/\\s+/g, ' ').trim()`;

/** The form never comes up, and says so. */
async function saysThatFramesAreBlocked({driver}: Visit): Promise<void> {
  const sentence = await waitFor<string>(driver, 'a sentence about the blocked fields', text('outcome-text'));
  assert.match(
    sentence,
    /^Your browser or an extension is blocking the card form\. Allow it, then try again\./,
  );
  assert.equal(await driver.evaluate(text('outcome-button')), 'Try again');
}

/** The device is not checked, so that the liability does not shift. */
async function savesWithoutShift(visit: Visit): Promise<void> {
  await visit.fill(cards.frictionless);
  await visit.save();
  await visit.arrivesAtAccount('2701');
  const [ending] = await visit.endings(1);
  assert.deepEqual([ending?.type, ending?.detail.authentication?.eci], ['saved', '07']);
}

async function isNotAskedByTheBank(visit: Visit): Promise<void> {
  await visit.fill(cards.stepUp);
  await visit.save();
  const sentence = await waitFor<string>(visit.driver, 'a sentence', text('problem'));
  assert.match(sentence, /^We couldn’t reach your bank\. Please try again in a few minutes\./);
}

/** The dialog stays without the bank's page; its own way out ends the save. */
async function cancelsWithoutTheBank(visit: Visit): Promise<void> {
  await visit.fill(cards.stepUp);
  await visit.save();
  await clickOn(visit.driver, element('step-up-cancel'));
  const [stop] = await visit.endings(1);
  assert.deepEqual([stop?.type, stop?.detail.cause], ['stopped', 'closed-by-shopper']);
  const sentence = await waitFor<string>(visit.driver, 'a sentence', text('problem'));
  assert.match(sentence, /^You closed your bank’s page\./);
}

async function savesAnother(visit: Visit): Promise<void> {
  await startAnew(visit);
  await visit.fill(cards.frictionless);
  await visit.save();
  await visit.arrivesAtAccount('2701');
}

async function goesBackAfterSaving(visit: Visit): Promise<void> {
  await saves(visit);
  await visit.driver.back();
  await savesAnother(visit);
}

async function goesBackToHalfACard(visit: Visit): Promise<void> {
  const {driver} = visit;
  const expiry = `${locate(element('input-expiry'))}?.value`;
  const entered = () => driver.evaluate<string>(`${locate('#field')}.value.replaceAll(' ', '')`, number);
  await visit.goInto('number', number);
  await visit.typeNumber(cards.stepUp);
  await clickOn(driver, element('input-expiry'));
  await driver.type('0139');
  const left = await waitFor<string>(driver, 'the whole expiry', `${expiry}.endsWith('39') && ${expiry}`);
  await driver.evaluate(`(location.href = '/account', true)`);
  await waitFor(driver, 'another page', `location.pathname === '/account'`);
  await driver.back();
  await startAnew(visit);
  const kept = await entered();
  assert.ok(['', cards.stepUp].includes(kept), `the number is there as it was, or not at all: ${kept}`);
  await waitFor(driver, 'the expiry after Back', `${expiry} === '${left}'`);

  await driver.evaluate(`(globalThis.isLeft = true, location.reload(), true)`);
  await waitFor(driver, 'the page once more', `globalThis.isLeft === undefined`);
  await visit.fieldsAreLive();
  await waitFor(driver, 'the expiry after a reload', `${expiry} === '${left}'`);
  assert.equal(await entered(), '');
  await savesAnother(visit);
}

async function goesBackFromTheBank(visit: Visit): Promise<void> {
  const {driver} = visit;
  await visit.fill(cards.stepUp);
  await visit.save();
  await waitFor(driver, "the bank's page", `document.querySelector('#code') !== null`);
  await driver.back();
  const sentence = await waitFor<string>(driver, 'a sentence about the bank', text('problem'));
  assert.match(sentence, /^You left before your bank confirmed\./);
  await savesAnother(visit);
}

interface Place {
  readonly path: string;
  readonly state: unknown;
  /** How many steps of the session history are in front of it; null where the browser does not say. */
  readonly before: number | null;
}

const placeOf = ({driver}: Visit): Promise<Place> =>
  driver.evaluate(
    `({path: location.pathname, state: history.state, before: globalThis.navigation?.currentEntry.index ?? null})`,
  );

async function goesBackFromTheDialog(visit: Visit): Promise<void> {
  const {driver} = visit;
  await driver.evaluate(`(history.replaceState('of the shop', ''), true)`);
  const place = await placeOf(visit);
  const address = await driver.evaluate<string>('location.href');
  await visit.fill(cards.stepUp);
  await visit.save();
  await waitFor(driver, "the bank's page", `document.querySelector('#code') !== null`, bank);
  const guarded = `history.state === 'step-up'`;
  if (place.before !== null) await waitFor(driver, 'a step above the page', guarded, bank.slice(0, 1));
  // Not awaited: where a frame takes the step, the drivers wait for a page that does not come.
  void driver.back().catch(() => undefined);
  if (place.before === null) return comesAgain(visit, address);
  const [stop] = await visit.endings(1);
  assert.deepEqual([stop?.type, stop?.detail.cause], ['stopped', 'closed-by-shopper']);
  const sentence = await waitFor<string>(driver, 'a sentence about the bank', text('problem'));
  assert.match(sentence, /^You closed your bank’s page\./);
  assert.equal(await driver.evaluate(`${locate(element('step-up'))}?.open ?? false`), false);
  assert.deepEqual(await placeOf(visit), place);
  await savesAnother(visit);
}

/** The page was left while the bank was asked. */
async function comesAgain(visit: Visit, address: string): Promise<void> {
  const {driver} = visit;
  await waitFor(driver, 'the page before', `document.querySelector('card-vault') === null`);
  await driver.open(address);
  const sentence = await waitFor<string>(driver, 'a sentence about the bank', text('problem'));
  assert.match(sentence, /^You left before your bank confirmed\./);
  await savesAnother(visit);
}

/** By a page that knows no `moveBefore`: the frames load again. */
async function isMoved(visit: Visit): Promise<void> {
  const {driver} = visit;
  await visit.fill(cards.stepUp);
  await driver.evaluate(`(() => {
    const vault = document.querySelector('card-vault');
    const place = document.createElement('div');
    vault.before(place);
    place.append(vault);
    return true;
  })()`);
  await visit.fieldsAreLive();
  for (const frames of [number, code])
    await waitFor(driver, 'an empty field', `document.querySelector('#field').value === ''`, frames);
  const expiry = await driver.evaluate<string>(`${locate(element('input-expiry'))}.value`);
  assert.equal(expiry.replaceAll(' ', ''), '01/39');
  await visit.goInto('number', number);
  await visit.typeNumber(cards.frictionless);
  await visit.goInto('security-code', code);
  await driver.type('123');
  await visit.save();
  await visit.arrivesAtAccount('2701');
}

async function isFilledByAManager(visit: VisitWithManager): Promise<void> {
  assert.deepEqual(await visit.offersItself(), [
    ['text', 'cc-number'],
    ['text', 'cc-exp'],
    ['text', 'cc-csc'],
  ]);
  await saves(visit);
}

/** A frame of another site can store. That it does so apart for each page is the browser's own setting. */
async function storesApart(driver: Driver): Promise<void> {
  const stored = `(localStorage.setItem('seen', 'yes'), localStorage.getItem('seen'))`;
  assert.equal(await driver.evaluate(stored, number), 'yes');
}

async function storesNothing(driver: Driver): Promise<void> {
  const attempt = `(() => { try { return String(localStorage.length); } catch { return 'refused'; } })()`;
  assert.equal(await driver.evaluate(attempt, number), 'refused');
}

/** What a shopper does in a rough place. */
export interface Scenario {
  /** One of the journeys, from the shop's page on. */
  run(name: JourneyName, driver: Driver, demo: Demo): Promise<void>;
  /** Fails where the browser is not what it was asked to be. */
  readonly holds: ((driver: Driver, demo: Demo) => Promise<void>) | undefined;
}

/** @param journeys those that differ from the plain ones. */
function scenario<V extends Visit>(
  Kind: new (driver: Driver, demo: Demo) => V,
  journeys: Readonly<Partial<Record<JourneyName, (visit: V) => Promise<void>>>> = {},
  holds?: (driver: Driver) => Promise<void>,
): Scenario {
  async function open(driver: Driver, demo: Demo, mode: string): Promise<V> {
    const visit = new Kind(driver, demo);
    await visit.open(mode);
    return visit;
  }
  return {
    holds:
      holds &&
      (async (driver, demo) => {
        await open(driver, demo, 'dialog');
        await holds(driver);
      }),
    async run(name, driver, demo) {
      const visit = await open(driver, demo, name === 'redirect' ? 'redirect' : 'dialog');
      await (journeys[name] ?? plainJourneys[name])(visit);
    },
  };
}

export const scenarios: Readonly<Record<RoughName, Scenario>> = {
  apart: scenario(Visit, {}, storesApart),
  refused: scenario(VisitWithoutStorage, {redirect: confirmsAfterWrongCode}, storesNothing),
  'no-frames': scenario(VisitWithoutFields, {save: saysThatFramesAreBlocked}),
  'no-device-check': scenario(Visit, {save: savesWithoutShift, 'step-up': isNotAskedByTheBank}),
  'no-bank': scenario(Visit, {'step-up': cancelsWithoutTheBank}),
  phone: scenario(VisitByPhone),
  filled: scenario(VisitWithManager, {save: isFilledByAManager}),
  back: scenario(Visit, {
    save: goesBackAfterSaving,
    'step-up': goesBackFromTheDialog,
    errors: goesBackToHalfACard,
    redirect: goesBackFromTheBank,
  }),
  keys: scenario(VisitByKeyboard, {'step-up': leavesAndComesAgain}),
  moved: scenario(Visit, {save: isMoved}),
};
