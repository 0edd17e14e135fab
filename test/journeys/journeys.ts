import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startDemo, type Demo} from '../../demo/server.mjs';
import {missing, programsOf, type EngineName} from '../../tools/engines/found.mjs';
import {clickOn, locate, until, waitFor, type Conditions, type Driver, type Engine} from './driver.js';
import {usesSavedCards} from './saved-cards.js';

export const number = ['card-vault [slot="number"] iframe'];
export const code = ['card-vault [slot="security-code"] iframe'];
export const element = (part: string) => `card-vault >>> [part~="${part}"]`;
/** The shop's frame, and the bank's in it. */
export const bank = [`${element('step-up-frame')} iframe`, 'iframe'];
const saveButton = 'form .primary';

export const cards = {
  frictionless: '4000000000002701',
  stepUp: '4000000000002503',
  refused: '4000000000002370',
};

/** An ending as the element's event gives it, as far as the journeys ask. */
interface Ending {
  readonly type: string;
  readonly detail: {
    readonly reason?: string;
    readonly cause?: string;
    readonly tracker: string;
    readonly authentication?: {readonly eci?: string};
  };
}

/** Kept in the tab, because the shop's form leaves the page when a card is saved. */
const recorder = `(() => {
  const store = (globalThis.recorded = sessionStorage);
  for (const type of ['saved', 'stopped', 'error'])
    document.addEventListener('card-vault-' + type, ({detail}) => {
      const endings = JSON.parse(store.getItem('endings') ?? '[]');
      store.setItem('endings', JSON.stringify([...endings, {type, detail}]));
    });
  return true;
})()`;

/** The demo shop before a shopper. */
export class Visit {
  readonly driver: Driver;
  readonly #demo: Demo;

  constructor(driver: Driver, demo: Demo) {
    this.driver = driver;
    this.#demo = demo;
  }

  async open(mode: string): Promise<void> {
    await this.driver.open(new URL(`/?verification=off&step-up=${mode}`, this.#demo.url).href);
    await this.fieldsAreLive();
    await this.driver.evaluate(recorder);
  }

  async fieldsAreLive(): Promise<void> {
    const live = `customElements.get('card-vault') !== undefined && !document.querySelector('card-vault').matches(':state(loading)')`;
    await waitFor(this.driver, 'live card fields', live);
    for (const frames of [number, code])
      await waitFor(this.driver, 'a card field', `document.querySelector('#field') !== null`, frames);
  }

  /** Into what has the focus: nothing is clicked. */
  async typeNumber(digits: string): Promise<void> {
    await this.driver.type(digits);
    const typed = `document.querySelector('#field').value.replaceAll(' ', '') === '${digits}'`;
    await waitFor(this.driver, `${digits} in the number's field`, typed, number);
  }

  /**
   * Presses a hosted field until its box shows the focus: in Chromium, a press just after the page was painted may
   * miss the frame of another process.
   */
  async goInto(name: 'number' | 'security-code', frames: readonly string[]): Promise<void> {
    await clickOn(this.driver, '#field', frames);
    await until(`the mark of focus on the box of ${name}`, async () => {
      if (await this.#showsFocus(name)) return true;
      await this.driver.click('#field', frames);
      return this.#showsFocus(name);
    });
  }

  async hasFocusIn(name: 'number' | 'security-code'): Promise<void> {
    await until(`the mark of focus on the box of ${name}`, () => this.#showsFocus(name));
  }

  #showsFocus(name: 'number' | 'security-code'): Promise<boolean> {
    return this.driver.evaluate(`${locate(element(`box-${name}`))}?.hasAttribute('data-focused') === true`);
  }

  /** What a restored page still has in a field is typed over. */
  async selectAll(input: string, frames: readonly string[] = []): Promise<void> {
    await this.driver.evaluate(`(${input}.select(), true)`, frames);
  }

  async fillRest(): Promise<void> {
    await clickOn(this.driver, element('input-expiry'));
    await this.selectAll(locate(element('input-expiry')));
    await this.driver.type('0139');
    await this.goInto('security-code', code);
    await this.driver.type('123');
    await waitFor(
      this.driver,
      'the code in its field',
      `document.querySelector('#field').value === '123'`,
      code,
    );
  }

  async fill(digits: string): Promise<void> {
    await this.goInto('number', number);
    await this.selectAll(locate('#field'), number);
    await this.typeNumber(digits);
    await this.fillRest();
  }

  save(): Promise<void> {
    return clickOn(this.driver, saveButton);
  }

  /** After an ending without a card. */
  tryAgain(): Promise<void> {
    return clickOn(this.driver, element('outcome-button'));
  }

  /** On the bank's page; `frames` is empty where that is the page itself. */
  async answerBank(oneTimeCode: string, frames: readonly string[] = bank): Promise<void> {
    await clickOn(this.driver, '#code', frames);
    await this.correctCode(oneTimeCode, frames);
  }

  /** Over a wrong code, which the bank's page has selected. */
  async correctCode(oneTimeCode: string, frames: readonly string[] = bank): Promise<void> {
    await this.driver.type(oneTimeCode);
    await clickOn(this.driver, '#confirm', frames);
  }

  async endings(count: number): Promise<readonly Ending[]> {
    const expression = `(globalThis.recorded ?? sessionStorage).getItem('endings')`;
    return until(`ending ${count} of a save`, async () => {
      const found = JSON.parse((await this.driver.evaluate<string | null>(expression)) ?? '[]') as Ending[];
      return found.length >= count ? found : undefined;
    });
  }

  /** The shop's own page about the card it got. */
  async arrivesAtAccount(lastFour: string): Promise<void> {
    const listed = `location.pathname === '/account' && document.querySelector('#cards').paymentMethods?.some((card) => card.lastFour === '${lastFour}')`;
    await waitFor(this.driver, `the account with ${lastFour}`, listed);
  }

  async ledgerOf(tracker: string): Promise<readonly unknown[]> {
    const {urls, keys} = this.#demo.service;
    const answer = await fetch(`${urls.api}/sandbox/v1/ledger?tracker=${tracker}`, {
      headers: {'X-SFPY-MERCHANT-SECRET': keys.secretKey},
    });
    return ((await answer.json()) as {data: readonly unknown[]}).data;
  }
}

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
  await visit.tryAgain();
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
    run: (visit) => usesSavedCards(visit, cards),
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
    for (const {name, modes, run} of journeys) {
      for (const mode of modes) {
        it(`${name} (${mode})`, async () => {
          const driver = await engine.newPage();
          try {
            const visit = new Visit(driver, demo);
            await visit.open(mode);
            await run(visit);
          } finally {
            await driver.close();
          }
        });
      }
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
