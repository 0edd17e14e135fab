// Further: a frame that says whose card it takes; frames: `test/e2e/early-fields.spec.ts`.
import assert from 'node:assert/strict';
import {beforeEach, describe, it} from 'node:test';
import type {Locator} from 'playwright';
import {Fields} from './fields-harness.js';
import {FieldsStage} from './stage.js';
import {claimsOf} from './support.js';

const shopper = '\u2068M•••\u2069, \u2068m•••@e•••.example\u2069';

describe('the field’s own frame says whose card it takes', () => {
  const stage = new FieldsStage();
  let {microform, shop, context} = stage;
  let serial = 0;
  beforeEach(() => {
    ({microform, shop, context} = stage);
  });

  const open = async (
    fields: object,
    more: {shopper?: string; codeLengths?: readonly number[]} = {shopper},
  ) =>
    Fields.open(await context.newPage(), {shop, microform, tracker: `whose_${++serial}`, ...more}, {fields});

  const shown = (input: Locator) =>
    input.evaluate((element: HTMLInputElement) => {
      const {color, opacity, fontSize, backgroundColor, textShadow} = getComputedStyle(
        element,
        '::placeholder',
      );
      const field = getComputedStyle(element).opacity;
      return {text: element.placeholder, color, opacity, fontSize, backgroundColor, textShadow, field};
    });
  /** Frames hear of the focus one after the other. */
  const reads = (input: Locator, text: string) =>
    input.locator(`xpath=self::*[@placeholder="${text}"]`).waitFor({state: 'attached'});
  const described = (input: Locator) =>
    input.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    );

  it('in the empty number field that has the focus, and before it is left no more', async () => {
    const fields = await open({placeholder: '1234', description: 'All digits'});
    await reads(fields.number, '1234');
    await fields.number.focus();
    await reads(fields.number, `for ${shopper}`);
    assert.equal(await described(fields.number), `for ${shopper} All digits`);
    await fields.number.pressSequentially('4');
    assert.equal(await fields.number.inputValue(), '4');
    await fields.number.press('Backspace');
    await fields.code.focus();
    await reads(fields.number, '1234');
    await reads(fields.code, '1234');
  });

  it('in the shopper’s language', async () => {
    const arabic = await open({lang: 'ar', dir: 'rtl'});
    await arabic.number.focus();
    await reads(arabic.number, `لأجل ${shopper}`);
    const urdu = await open({lang: 'ur-PK', dir: 'rtl'});
    await urdu.number.focus();
    await reads(urdu.number, `${shopper} کے لیے`);
    const german = await open({lang: 'de-AT'});
    await german.number.focus();
    await reads(german.number, `für: ${shopper}`);
  });

  it('in words that styles and options of the page neither hide nor change', async () => {
    const hidden = {
      color: 'rgba(0, 0, 0, 0)',
      opacity: '0',
      'font-size': '1px',
      'text-shadow': '0 0 9px red',
    };
    const styles = {input: {opacity: '0'}, '::placeholder': hidden, ':focus': hidden};
    const fields = await open({styles, placeholder: 'for V•••', background: 'rgb(255, 255, 255)'});
    await fields.number.focus();
    await fields.page.evaluate(() => {
      const {fields: all} = window as unknown as {fields: {number: {update(options: object): void}}};
      all.number.update({placeholder: 'for V•••', description: 'for V•••', 'aria-label': 'Card number'});
    });
    await fields.number.focus();
    await reads(fields.number, `for ${shopper}`);
    const {text, color, opacity, fontSize, backgroundColor, textShadow, field} = await shown(fields.number);
    assert.deepEqual(
      [text, opacity, fontSize, textShadow, field],
      [`for ${shopper}`, '1', '14px', 'none', '1'],
    );
    // Dark grey on light grey: 8 to 1.
    assert.deepEqual([color, backgroundColor], ['rgb(61, 68, 77)', 'rgb(235, 237, 240)']);
    assert.match(await described(fields.number), /^for \u2068M•••/);
  });

  it('also where the code of a saved card alone is asked, and not where a service does not say it', async () => {
    const code = await open({placeholder: 'CVV'}, {shopper, codeLengths: [3]});
    await code.code.focus();
    await reads(code.code, `for ${shopper}`);
    const other = await open({placeholder: '1234'}, {});
    await other.number.focus();
    await reads(other.number, '1234');
    assert.equal(await described(other.number), '');
  });

  it('by the signed context: one that names another shopper is refused', async () => {
    const fields = await open({});
    const claims = claimsOf(fields.jwt) as unknown as {ctx: [{data: Record<string, unknown>}]};
    assert.equal(claims.ctx[0].data['shopper'], shopper);
    claims.ctx[0].data['shopper'] = 'V•••';
    const [header, , signature] = fields.jwt.split('.');
    const forged = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
    const page = await context.newPage();
    await page.goto(`${shop.origin}/`);
    const second = new Fields(page, forged);
    await second.create({});
    await page.waitForFunction(() =>
      (window as unknown as {events: {event: string}[]}).events.some(({event}) => event === 'error'),
    );
    assert.equal(await second.number.count(), 0);
  });
});
