import type {Demo} from '../../demo/server.js';
import {clickOn, locate, until, waitFor, type Driver} from './driver.js';

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

  async open(mode: string, more = ''): Promise<void> {
    await this.driver.open(new URL(`/?verification=off&step-up=${mode}${more}`, this.#demo.url).href);
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

  /** Into what has the focus, which is the field of the security code. */
  async typeCode(digits: string): Promise<void> {
    await this.driver.type(digits);
    const typed = `document.querySelector('#field').value === '${digits}'`;
    await waitFor(this.driver, 'the code in its field', typed, code);
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
    await this.typeCode('123');
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
