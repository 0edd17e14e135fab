// Further: the library as recorded; journeys at the recorded service: `test/e2e/matrix.spec.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Page} from 'playwright';
import {startRecorded, type Recorded} from './index.js';
import {openShop, type Shop} from './support/browser.js';
import {act, at, claimsOf, contextFor, newSession, type Json, type Session} from './support/shop.js';

/** The part of the library's interface that these tests use. */
interface Field {
  load(place: unknown): void;
  on(name: string, listener: (data?: unknown) => void): void;
  update(options: object): void;
  focus(): void;
  clear(): void;
  unload(): void;
}
interface Form {
  createField(type: string, options?: object): Field;
  createToken(options: object, callback: (error: Json | null, token?: string) => void): void;
}
interface Lab {
  Flex: new (jwt: string) => {microform(...settings: unknown[]): Form};
  form: Form;
  fields: Record<string, Field>;
  heard: Json[];
}

describe('the hosted-fields library, strictly by its reference (wire 9.3)', () => {
  let recorded: Recorded;
  let shop: Shop;
  let session: Session;

  before(async () => {
    recorded = await startRecorded();
    shop = await openShop();
    session = await newSession(recorded);
  });
  after(async () => {
    await shop.close();
    await recorded.stop();
  });

  /** A page of the shop with the library that the capture context names, checked by its hash where there is one. */
  async function openLab(origin = shop.origin): Promise<{page: Page; jwt: string}> {
    const jwt = await contextFor(recorded, session, origin);
    const [first] = claimsOf(jwt)['ctx'] as Json[];
    const {clientLibrary, clientLibraryIntegrity} = at(first, 'data');
    const page = await shop.open(
      '<div id="number" style="height:38px"></div><div id="code" style="height:38px"></div>',
    );
    await page.evaluate(
      ([src, integrity]) =>
        new Promise<void>((done, fail) => {
          const script = document.createElement('script');
          Object.assign(script, {src, crossOrigin: 'anonymous', ...(integrity && {integrity})});
          script.onload = () => done();
          script.onerror = () => fail(new Error('the library does not load'));
          document.head.append(script);
        }),
      [String(clientLibrary), clientLibraryIntegrity as string | undefined] as const,
    );
    return {page, jwt};
  }

  /** What is thrown when the page does this with a new form. */
  async function refusal(what: string): Promise<string> {
    const {page, jwt} = await openLab();
    const code = `try {
      const flex = new Flex(${JSON.stringify(jwt)});
      const form = flex.microform('card', {styles: {input: {color: '#123'}}});
      ${what};
      'nothing';
    } catch (error) { error.reason + ': ' + error.message; }`;
    const thrown: unknown = await page.evaluate(`{${code}}`);
    await page.close();
    return String(thrown);
  }

  const refusals: readonly (readonly [what: string, does: string, reason: RegExp])[] = [
    [
      'an unknown option',
      `form.createField('number', {'aria-invalid': true})`,
      /UNKNOWN_REASON: .*aria-invalid/,
    ],
    ['a language', `form.createField('number', {lang: 'fr'})`, /UNKNOWN_REASON: .*lang/],
    ['a length of the number', `form.createField('number', {maxLength: 4})`, /UNKNOWN_REASON: .*maxLength/],
    ['an option of the wrong kind', `form.createField('number', {placeholder: 1})`, /UNKNOWN_REASON/],
    ['a length of five', `form.createField('securityCode', {maxLength: 5})`, /UNKNOWN_REASON/],
    [
      'an unknown option of an update',
      `form.createField('number').update({dir: 'rtl'})`,
      /UNKNOWN_REASON: .*dir/,
    ],
    [
      'an unknown event',
      `form.createField('number').on('paste', () => {})`,
      /^FIELD_SUBSCRIBE_UNSUPPORTED_EVENT/,
    ],
    [
      'a listener that is none',
      `form.createField('number').on('load', 1)`,
      /^FIELD_SUBSCRIBE_INVALID_CALLBACK/,
    ],
    ['an unknown state in styles', `form.createField('number', {styles: {':empty': {}}})`, /UNKNOWN_REASON/],
    ['an unknown property', `form.createField('number', {styles: {input: {margin: '1px'}}})`, /margin/],
    ['an unknown option of the form', `flex.microform('card', {lang: 'fr'})`, /UNKNOWN_REASON/],
    ['unknown styles of the form', `flex.microform({styles: {'::selection': {}}})`, /UNKNOWN_REASON/],
    ['an unknown field', `form.createField('expiry')`, /^CREATE_FIELD_INVALID_FIELD_TYPE/],
    ['a second number', `form.createField('number'); form.createField('number')`, /^CREATE_FIELD_DUPLICATE/],
    [
      'a selector that finds nothing',
      `form.createField('number').load('#none')`,
      /^FIELD_LOAD_CONTAINER_SELECTOR/,
    ],
    ['a place that is none', `form.createField('number').load({})`, /^FIELD_LOAD_INVALID_CONTAINER/],
    [
      'a second load',
      `const field = form.createField('number'); field.load('#number'); field.load('#number')`,
      /^FIELD_ALREADY_LOADED/,
    ],
    ['an unload before a load', `form.createField('number').unload()`, /^FIELD_UNLOAD_ERROR/],
    ['a token without a callback', `form.createToken({})`, /needs a callback/],
    ['an unknown option of a token', `form.createToken({cardholder: 'Ada'}, () => {})`, /UNKNOWN_REASON/],
    ['a capture context that is none', `new Flex('a.b.c')`, /^CAPTURE_CONTEXT_INVALID/],
  ];
  for (const [what, does, reason] of refusals)
    it(`throws on ${what}`, async () => {
      assert.match(await refusal(does), reason);
    });

  it('takes every option, style and event of the reference', async () => {
    const all = `placeholder: 'p', title: 't', description: 'd', disabled: false, maskInput: false,
      'aria-label': 'l', 'aria-required': true, styles: {input: {color: 'red', 'font-size': '16px'}, ':focus': {}}`;
    const events = `['load', 'unload', 'focus', 'blur', 'change', 'inputSubmitRequest', 'autocomplete', 'update', 'error']`;
    const does = `const number = form.createField('number', {${all}, autoformat: true});
      form.createField('securityCode', {${all}, maxLength: 4});
      for (const name of ${events}) number.on(name, () => {})`;
    assert.equal(await refusal(does), 'nothing');
  });

  for (const [month, year] of [
    ['1', '2030'],
    ['13', '2030'],
    ['00', '2030'],
    ['01', '30'],
  ] as const)
    it(`refuses the expiry ${month} of ${year} in createToken`, async () => {
      const {page, jwt} = await openLab();
      const error = await page.evaluate(
        ([context, expirationMonth, expirationYear]) =>
          new Promise<Json | null>((done) => {
            const form = new (window as unknown as Lab).Flex(context).microform('card');
            form.createToken({expirationMonth, expirationYear}, (refused) =>
              done(refused && {reason: refused['reason'], details: refused['details']}),
            );
          }),
        [jwt, month, year] as const,
      );
      assert.equal(error?.['reason'], 'CREATE_TOKEN_VALIDATION_PARAMS');
      const [first] = error['details'] as Json[];
      assert.equal(first?.['location'], year.length === 4 ? 'expirationMonth' : 'expirationYear');
      await page.close();
    });

  /** Both fields, loaded in the page, with everything they say kept. */
  async function mount(page: Page, jwt: string): Promise<void> {
    await page.evaluate(async (context) => {
      const lab = window as unknown as Lab;
      lab.form = new lab.Flex(context).microform('card', {styles: {input: {color: '#123456'}}});
      lab.heard = [];
      lab.fields = {
        number: lab.form.createField('number', {'aria-label': 'Number'}),
        code: lab.form.createField('securityCode', {'aria-label': 'Code'}),
      };
      const begun = Object.entries(lab.fields).map(([name, field]) => {
        for (const event of ['focus', 'blur', 'change', 'inputSubmitRequest', 'update'])
          field.on(event, (data) => lab.heard.push({name, event, data}));
        return new Promise<void>((done, fail) => {
          field.on('load', () => done());
          field.on('error', (error) => fail(error as Error));
          field.load(document.querySelector(`#${name}`));
        });
      });
      await Promise.all(begun);
    }, jwt);
  }

  /** Types a card and waits until the page knows that both fields hold enough. */
  async function type(page: Page): Promise<void> {
    await page.frameLocator('#number iframe').locator('input').fill('4000000000002701');
    const code = page.frameLocator('#code iframe').locator('input');
    await code.pressSequentially('123');
    await code.press('Enter');
    await page.waitForFunction(() => {
      const {heard} = window as unknown as Lab;
      const isValid = (one: string) =>
        heard.some(({name, data}) => name === one && (data as Json | undefined)?.['valid'] === true);
      return isValid('number') && isValid('code') && heard.some(({event}) => event === 'inputSubmitRequest');
    });
  }

  const createToken = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<string>((done) =>
          (window as unknown as Lab).form.createToken(
            {expirationMonth: '01', expirationYear: '2032'},
            (error, token) => done(error ? String(error['reason']) : token!),
          ),
        ),
    );

  it('makes a transient token of what is typed in two frames of another site', async () => {
    const {page, jwt} = await openLab();
    await mount(page, jwt);
    assert.equal(await createToken(page), 'CREATE_TOKEN_VALIDATION_FIELDS');
    await type(page);
    const number = page.frameLocator('#number iframe').locator('input');
    assert.equal(await number.inputValue(), '4000 0000 0000 2701');
    const claims = claimsOf(await createToken(page));
    const card = at(claims, 'content', 'paymentInformation', 'card');
    assert.equal(at(card, 'number')['maskedValue'], 'XXXXXXXXXXXX2701');
    assert.equal(claims['type'], 'mf-2.0.0');
    const heard = await page.evaluate(() => (window as unknown as Lab).heard);
    const [change] = heard.filter(({name, event}) => name === 'number' && event === 'change');
    const {card: cards, valid} = at(change, 'data');
    assert.equal(valid, true);
    assert.equal((cards as Json[])[0]?.['cybsCardType'], '001');
    assert.ok(heard.some(({name, event}) => name === 'code' && event === 'inputSubmitRequest'));
    assert.doesNotMatch(JSON.stringify(heard), /2701/);
    assert.deepEqual(
      page.frames().map((frame) => new URL(frame.url()).origin),
      [shop.origin, recorded.fieldsOrigin, recorded.fieldsOrigin],
    );
    await page.close();
  });

  it('works with a context of the old type, which names no hash', async () => {
    recorded.setBehaviour({context: 'mf-0.11'});
    const {page, jwt} = await openLab();
    recorded.setBehaviour({context: 'mf-2.0.0'});
    const [first] = claimsOf(jwt)['ctx'] as Json[];
    assert.equal(first?.['type'], 'mf-0.11.0');
    assert.equal('clientLibraryIntegrity' in at(first, 'data'), false);
    await mount(page, jwt);
    await page.close();
  });

  it('lets no field load on a page that is no target of the context', async () => {
    const {page, jwt} = await openLab('https://another.example');
    await assert.rejects(mount(page, jwt), /no target of the capture context/);
    await page.close();
  });

  it('has its transient token taken once', async () => {
    const own = await newSession(recorded);
    const {page, jwt} = await openLab();
    await mount(page, jwt);
    await type(page);
    const flex = {transient_token_jwt: await createToken(page)};
    await contextFor(recorded, own, shop.origin);
    assert.equal((await act(recorded, own, {payment_method: {flex}})).status, 200);
    assert.equal((await act(recorded, own, {payment_method: {flex}})).status, 400);
    await page.close();
  });
});
