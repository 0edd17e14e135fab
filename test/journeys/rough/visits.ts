import {clickOn, locate, until, waitFor, type Size} from '../driver.js';
import {code, element, number, Visit} from '../visit.js';

/** A page whose own storage is refused, as where a shopper allows no site data. */
export class VisitWithoutStorage extends Visit {
  override async open(mode: string): Promise<void> {
    await super.open(mode);
    await this.driver.evaluate(`(() => {
      const refuse = () => { throw new DOMException('The operation is insecure.', 'SecurityError'); };
      for (const name of ['sessionStorage', 'localStorage', 'indexedDB', 'caches'])
        Object.defineProperty(globalThis, name, {configurable: true, get: refuse});
      return true;
    })()`);
  }
}

/** A page whose card fields do not come up. */
export class VisitWithoutFields extends Visit {
  override async fieldsAreLive(): Promise<void> {}
}

const phone = {width: 390, height: 664};
/** What is left of it above a keyboard. */
const aboveKeyboard = {width: 390, height: 364};

/** A phone: what has the focus must be in view when the keyboard has come. */
export class VisitByPhone extends Visit {
  override async open(mode: string): Promise<void> {
    await this.driver.resize(phone);
    await super.open(mode);
  }

  override async goInto(name: 'number' | 'security-code', frames: readonly string[]): Promise<void> {
    await this.#resize(phone);
    await super.goInto(name, frames);
    await this.#withKeyboard(name);
  }

  override async hasFocusIn(name: 'number' | 'security-code'): Promise<void> {
    await super.hasFocusIn(name);
    await this.#withKeyboard(name);
  }

  override async save(): Promise<void> {
    await this.#resize(phone);
    await super.save();
  }

  async #withKeyboard(name: string): Promise<void> {
    await this.#resize(aboveKeyboard);
    const field = locate(element(`field-${name}`));
    const inView = `(() => {
      const {top, bottom} = ${field}.getBoundingClientRect();
      const {offsetTop, height} = visualViewport;
      return top >= offsetTop - 1 && bottom <= offsetTop + height + 1;
    })()`;
    await waitFor(this.driver, `${name} with its label and its error above the keyboard`, inView);
  }

  async #resize(size: Size): Promise<void> {
    await this.driver.resize(size);
    await waitFor(this.driver, `a page of ${size.height} px`, `Math.abs(innerHeight - ${size.height}) <= 1`);
  }
}

/** Sets a value as an extension does: by the input's own setter, with the events of a key. */
const fillWith = (input: string, text: string): string => `(() => {
  const input = ${input};
  const {set} = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  input.focus();
  input.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true}));
  set.call(input, '${text}');
  input.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true}));
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, {bubbles: true}));
  input.blur();
  return true;
})()`;

const field = `document.querySelector('#field')`;

/** A password manager fills the inputs of the page and of each frame; the shopper types nothing. */
export class VisitWithManager extends Visit {
  override async fill(digits: string): Promise<void> {
    await this.typeNumber(digits);
    await this.fillRest();
  }

  override async typeNumber(digits: string): Promise<void> {
    await this.driver.evaluate(fillWith(field, digits), number);
    const shown = `${field}.value.replaceAll(' ', '') === '${digits}'`;
    await waitFor(this.driver, `${digits} in the number's field`, shown, number);
  }

  override async fillRest(): Promise<void> {
    const expiry = locate(element('input-expiry'));
    await this.driver.evaluate(fillWith(expiry, '01/2039'));
    await waitFor(this.driver, 'the expiry', `${expiry}.value.replaceAll(' ', '') === '01/39'`);
    await this.driver.evaluate(fillWith(field, '123'), code);
  }

  /** What managers and browsers go by: each input's purpose, and no mark that tells them to keep away. */
  async offersItself(): Promise<readonly (readonly string[])[]> {
    const marks = `((input) => [
      input.type, input.autocomplete || input.getAttribute('autocomplete'),
      ...['data-1p-ignore', 'data-lpignore', 'data-bwignore', 'data-form-type'].filter((name) => input.hasAttribute(name)),
    ])`;
    return [
      await this.driver.evaluate<string[]>(`${marks}(${field})`, number),
      await this.driver.evaluate<string[]>(`${marks}(${locate(element('input-expiry'))})`),
      await this.driver.evaluate<string[]>(`${marks}(${field})`, code),
    ];
  }
}

/**
 * Fresh fields, whether the page came back with the card that it had saved or with an empty form. A browser gives the
 * saved one back while the page loads, and its button comes with a script of its own.
 */
export async function startAnew(visit: Visit): Promise<void> {
  const {driver} = visit;
  const isEnded = `document.readyState === 'complete' && ${locate(element('outcome-button'))} !== null`;
  const ended = await until('a form or an ending', async () => {
    if (await driver.evaluate(isEnded)) return 'ended';
    return (await driver.evaluate(`document.querySelector('#field') !== null`, number)) && 'empty';
  });
  if (ended === 'ended') await clickOn(driver, element('outcome-button'));
  await visit.fieldsAreLive();
}
