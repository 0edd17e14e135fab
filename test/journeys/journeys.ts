import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startDemo, type Demo} from '../../demo/server.js';
import {missing, programsOf, type EngineName} from '../../tools/test/engines/found.mjs';
import {waitFor, type Conditions, type Driver, type Engine} from './driver.js';
import {savesInPlacedParts} from './parts.js';
import {usesGuestCardOnce, usesSavedCards} from './saved-cards.js';
import {bank, cards, Visit} from './visit.js';

export async function saves(visit: Visit): Promise<void> {
  await visit.fill(cards.frictionless);
  await visit.save();
  await visit.arrivesAtAccount('2701');
  const [ending] = await visit.endings(1);
  assert.deepEqual([ending?.type, ending?.detail.authentication?.eci], ['saved', '05']);
}

export async function confirmsAfterWrongCode(visit: Visit, attempt = 1): Promise<void> {
  await visit.fill(cards.stepUp);
  await visit.save();
  await visit.answerBank('0000');
  const refused = `document.querySelector('#problem').textContent !== ''`;
  await waitFor(visit.driver, "the bank's refusal of a wrong code", refused, bank);
  await visit.correctCode('1234');
  await visit.arrivesAtAccount('2503');
  const ending = (await visit.endings(attempt)).at(-1);
  assert.deepEqual([ending?.type, ending?.detail.authentication?.eci], ['saved', '05']);
}

export async function isDeclinedAndTriesAgain(visit: Visit): Promise<void> {
  await visit.fill(cards.refused);
  await visit.save();
  await visit.answerBank('1234');
  const [stop] = await visit.endings(1);
  assert.deepEqual(
    [stop?.type, stop?.detail.reason, stop?.detail.cause],
    ['stopped', 'failed', 'issuer-declined'],
  );
  assert.deepEqual(
    await visit.ledgerOf(stop?.detail.tracker ?? ''),
    [],
    'nothing is authorized after a stop',
  );
  await visit.fieldsAreLive();
  await visit.fill(cards.frictionless);
  await visit.save();
  await visit.arrivesAtAccount('2701');
}

export async function correctsErrors(visit: Visit): Promise<void> {
  const errors = `[...document.querySelector('card-vault').shadowRoot.querySelectorAll('[part~="error"]')]
    .filter((line) => line.textContent.trim() !== '').length`;
  await visit.save();
  await waitFor(visit.driver, 'an error under each of the three fields', `${errors} === 3`);
  // The first wrong field has the focus and shows it, although its frame has had no press and no key.
  await visit.hasFocusIn('number');
  await visit.typeNumber(cards.frictionless);
  await waitFor(visit.driver, "the end of the number's error", `${errors} === 2`);
  await visit.fillRest();
  await visit.save();
  await visit.arrivesAtAccount('2701');
}

export async function resumesAfterRedirect(visit: Visit): Promise<void> {
  await visit.fill(cards.stepUp);
  await visit.save();
  await visit.answerBank('1234', []);
  // The submission that the bank interrupted is made without another press.
  await visit.arrivesAtAccount('2503');
}

/** The tab beside the one at the bank neither pays nor says that nothing was paid; it shows how it went. */
async function followsTheFirstTab({driver, demo}: {driver: Driver; demo: Demo}): Promise<void> {
  const first = new Visit(driver, demo);
  await first.open('dialog');
  await first.fill(cards.stepUp);
  await first.save();
  await waitFor(driver, "the bank's question", `document.querySelector('#code') !== null`, bank);
  const second = await driver.duplicate!();
  const says = (words: string): Promise<unknown> =>
    waitFor(
      second,
      words,
      `document.querySelector('card-vault').shadowRoot?.textContent.includes('${words}')`,
    );
  await says('You are confirming this in another tab.');
  await first.answerBank('1234');
  await first.arrivesAtAccount('2503');
  await says('2503');
}

const journeys: readonly {name: string; modes: readonly string[]; run(visit: Visit): Promise<void>}[] = [
  {name: 'saves a card', modes: ['dialog', 'inline'], run: saves},
  {
    name: 'confirms at the bank, after a wrong code',
    modes: ['dialog', 'inline'],
    run: confirmsAfterWrongCode,
  },
  {
    name: 'is declined by the bank, and saves another',
    modes: ['dialog', 'inline'],
    run: isDeclinedAndTriesAgain,
  },
  {name: 'corrects the errors of an empty form', modes: ['dialog', 'inline'], run: correctsErrors},
  {
    name: 'uses saved cards, and pays with one',
    modes: ['dialog'],
    async run(visit) {
      await usesSavedCards(visit, cards);
      await usesGuestCardOnce(visit, cards);
    },
  },
  {name: 'goes to the bank and comes back', modes: ['redirect'], run: resumesAfterRedirect},
];

/** The demo on free ports, without waits that only simulate slowness. */
export const openShop = (): Promise<Demo> =>
  startDemo({
    ...{port: 0, servicePort: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'},
    settings: {deviceData: {mode: 'v1', delayMs: 20}, directoryTimeoutMs: 300},
    // All journeys enter the same test cards.
    limits: ['card=1000000'],
  });

/** What a shopper goes through in the demo shop, in one engine. */
export function runJourneys(title: string, start: () => Promise<Engine>): void {
  describe(`a shopper, in ${title}`, () => {
    let demo: Demo;
    let engine: Engine;
    before(async () => {
      demo = await openShop();
      engine = await start();
    });
    after(async () => {
      await engine?.close();
      await demo?.close();
    });
    const inPage = async (use: (driver: Driver) => Promise<void>): Promise<void> => {
      const driver = await engine.newPage();
      try {
        await use(driver);
      } finally {
        await driver.close();
      }
    };
    for (const {name, modes, run} of journeys) {
      for (const mode of modes) {
        it(`${name} (${mode})`, () =>
          inPage(async (driver) => {
            const visit = new Visit(driver, demo);
            await visit.open(mode);
            await run(visit);
          }));
      }
    }
    it('saves in parts that the page has placed, in two elements', () =>
      inPage((driver) => savesInPlacedParts(driver, demo, cards.stepUp)));
  });
}

/** `runJourneys` and the journey through two tabs, for drivers that can open a second one. */
export function runJourneysInTabs(title: string, start: () => Promise<Engine>): void {
  runJourneys(title, start);
  it(`a shopper who duplicates a tab while the bank asks, in ${title}`, async () => {
    const demo = await openShop();
    const engine = await start();
    try {
      await followsTheFirstTab({driver: await engine.newPage(), demo});
    } finally {
      await engine.close();
      await demo.close();
    }
  });
}

/** Where the engine is missing, that is a failed test in CI and a printed sentence elsewhere. */
export function runWhereInstalled<Title extends string>(
  name: EngineName,
  title: Title,
  start: (conditions?: Conditions) => Promise<Engine>,
  run: (title: Title, start: (conditions?: Conditions) => Promise<Engine>) => void = runJourneys,
): void {
  if (programsOf(name)) return run(title, start);
  it(`a shopper, in ${title}`, (test) => {
    if (process.env['CI']) assert.fail(missing(name));
    test.skip(missing(name));
  });
}
