import assert from 'node:assert/strict';
import {locate, until, waitFor, type Key} from '../driver.js';
import {confirmsAfterWrongCode} from '../journeys.js';
import {bank, cards, Visit} from '../visit.js';

/** Numbers and names what has the focus in a document, through shadow roots. */
const focused = `(() => {
  let one = document.activeElement;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  const places = (globalThis.focusedPlaces ??= []);
  if (!places.includes(one)) places.push(one);
  const {localName = '', id = '', part, slot = ''} = one ?? {};
  return [places.indexOf(one), localName, id, part?.value ?? '', slot || one?.closest?.('[slot]')?.slot || ''].join(' ').trim();
})()`;

/** Longer than any way from one place of the demo's page to another. */
const pressesAtMost = 60;

/** A shopper who only has keys. */
export class VisitByKeyboard extends Visit {
  override async goInto(name: 'number' | 'security-code'): Promise<void> {
    await this.#goTo(new RegExp(`iframe.* ${name}$`), 'Tab');
    await this.hasFocusIn(name);
  }

  override async fillRest(): Promise<void> {
    await this.#goTo(/input-expiry/, 'Tab');
    await this.driver.type('0139');
    await this.goInto('security-code');
    await this.typeCode('123');
  }

  override async fill(digits: string): Promise<void> {
    await this.goInto('number');
    await this.typeNumber(digits);
    await this.fillRest();
  }

  override async save(): Promise<void> {
    await this.#goTo(/button/, 'Tab', `${locate('form .primary')} === document.activeElement`);
    await this.driver.press('Enter');
  }

  override async answerBank(oneTimeCode: string, frames: readonly string[] = bank): Promise<void> {
    await this.#isAsked(frames);
    await this.driver.type(oneTimeCode);
    await this.driver.press('Enter');
  }

  override async correctCode(oneTimeCode: string): Promise<void> {
    await this.driver.type(oneTimeCode);
    await this.driver.press('Enter');
  }

  /** Out of the bank's frame, whose keys are the bank's own. */
  async closesTheBank(): Promise<void> {
    await this.#isAsked(bank);
    await this.#goTo(/step-up-cancel/, 'Shift+Tab');
    await this.driver.press('Enter');
  }

  async #isAsked(frames: readonly string[]): Promise<void> {
    await waitFor(this.driver, "the bank's page", `document.querySelector('#code') !== null`, frames);
    await this.#goTo(/input code/, 'Tab', undefined, frames);
  }

  /** The focus in the bank's frame, or in the page: WebKit's page does not say that a frame has it. */
  async #where(frames: readonly string[]): Promise<string> {
    const inside = `document.hasFocus() && document.activeElement !== document.body ? ${focused} : ''`;
    const atBank = await this.driver.evaluate<string>(inside, frames).catch(() => '');
    return atBank || this.driver.evaluate<string>(focused);
  }

  /** Presses a key until the focus is where it is wanted; each press moves it. */
  async #goTo(wanted: RegExp, key: Key, also?: string, frames: readonly string[] = bank): Promise<void> {
    const way: string[] = [];
    for (let presses = 0; presses < pressesAtMost; presses += 1) {
      const here = await this.#where(frames);
      if (wanted.test(here) && (!also || (await this.driver.evaluate(also)))) return;
      way.push(here);
      await this.driver.press(key);
      await until('another place for the focus', async () => (await this.#where(frames)) !== here);
    }
    assert.fail(`${String(wanted)} is on no way by ${key}: ${way.join(', ')}`);
  }
}

/** First leaves the bank's page, and then confirms. */
export async function leavesAndComesAgain(visit: VisitByKeyboard): Promise<void> {
  await visit.fill(cards.stepUp);
  await visit.save();
  await visit.closesTheBank();
  const [stop] = await visit.endings(1);
  assert.deepEqual([stop?.type, stop?.detail.cause], ['stopped', 'closed-by-shopper']);
  await visit.fieldsAreLive();
  await confirmsAfterWrongCode(visit, 2);
}
