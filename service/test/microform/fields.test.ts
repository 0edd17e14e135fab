// Further: typing in the fields, in a browser; journeys through them: `test/e2e/typing.spec.ts`.
import assert from 'node:assert/strict';
import {beforeEach, describe, it} from 'node:test';
import {Fields, type ShopWindow} from './fields-harness.js';
import {FieldsStage} from './stage.js';
import {claimsOf, elsewhere} from './support.js';

interface Change {
  readonly empty: boolean;
  readonly valid: boolean;
  readonly couldBeValid: boolean;
  readonly card?: {name: string; cybsCardType: string; valid: boolean; securityCode: {length: number}}[];
}

describe('card fields in a browser', () => {
  const stage = new FieldsStage();
  let {deps, microform, shop, context, page, complaints} = stage;
  let serial = 0;
  beforeEach(() => {
    ({deps, microform, shop, context, page, complaints} = stage);
  });

  const open = (options: Parameters<typeof Fields.open>[2] = {}, origins?: readonly string[]) =>
    Fields.open(page, {shop, microform, tracker: `track_${++serial}`, ...(origins && {origins})}, options);
  const fill = async (fields: Fields, number = '4111111111111111', code = '123') => {
    await fields.number.pressSequentially(number);
    await fields.code.pressSequentially(code);
  };

  it('create a token from the typed card under a strict policy with Trusted Types, without a violation', async () => {
    const fields = await open();
    await fill(fields);
    const {token, error} = await fields.token();
    assert.equal(error, undefined);
    const card = await microform.redeemTransientToken({tracker: `track_${serial}`, jwt: token!});
    assert.deepEqual([card.number, card.securityCode, card.brand], ['4111111111111111', '123', 'visa']);
    assert.deepEqual(complaints, []);
  });

  it('work in a page that is cross-origin isolated (C3)', async () => {
    const fields = await open({isolated: true});
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    await fill(fields);
    assert.ok((await fields.token()).token);
    assert.deepEqual(complaints, []);
  });

  it('need no cookie and no storage', async () => {
    const fields = await open();
    await fill(fields);
    await fields.token();
    assert.deepEqual(await context.cookies(), []);
    const frame = page.frames().find((one) => one.url().includes('iframe.html'))!;
    const stored = await frame.evaluate(() => {
      try {
        return localStorage.length + sessionStorage.length;
      } catch {
        return 0;
      }
    });
    assert.equal(stored, 0);
  });

  it('work where the browser refuses BroadcastChannel with the storage, and the page reads none of it', async () => {
    await context.addInitScript(() => {
      if (window === top) return;
      const refuse = (): never => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      Object.defineProperty(window, 'BroadcastChannel', {value: refuse});
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, {get: refuse});
    });
    const fields = await open();
    // The brand's length reaches the code's field, and the code reaches the number's.
    await fields.number.pressSequentially('378282246310005');
    await fields.code.pressSequentially('123');
    assert.ok((await fields.token()).error);
    await fields.code.pressSequentially('4');
    const {token} = await fields.token();
    const card = await microform.redeemTransientToken({tracker: `track_${serial}`, jwt: token!});
    assert.deepEqual([card.number, card.securityCode], ['378282246310005', '1234']);
    assert.deepEqual(await page.evaluate(() => window.messages), []);
  });

  it('report brand and validity to the page, never a digit or the number of digits', async () => {
    const fields = await open();
    await fields.number.pressSequentially('4000000000002503');
    await fields.waitForEvent<Change>('change', ({valid}) => valid);
    await fields.code.pressSequentially('987');
    await fields.waitForEvent<Change>('change', ({valid}) => valid, 'securityCode');
    const changes = (await fields.events('change')) as Change[];
    assert.equal(changes.length, 2, 'one when the brand is known, one when the number is whole');
    assert.deepEqual(
      changes[0]!.card!.map(({name}) => name),
      ['visa'],
    );
    assert.deepEqual(changes.at(-1)!.card![0], {
      name: 'visa',
      brandedName: 'Visa',
      cybsCardType: '001',
      spaces: [4, 8, 12],
      lengths: [13, 16, 18, 19],
      securityCode: {name: 'CVV', length: 3},
      luhn: true,
      valid: true,
      couldBeValid: true,
    });
    const received = await page.evaluate(() => JSON.stringify([window.events, window.messages]));
    assert.doesNotMatch(received, /4000|2503|0000|987/);
    assert.deepEqual(await page.evaluate(() => window.messages), [], 'nothing goes through the window');
  });

  it('report several brands while the digits fit several', async () => {
    const fields = await open();
    await fields.number.press('6');
    const {card, valid, couldBeValid} = await fields.waitForEvent<Change>('change');
    assert.deepEqual(
      card!.map(({name}) => name),
      ['discover', 'maestro', 'unionpay'],
    );
    assert.deepEqual([valid, couldBeValid], [false, true]);
    await fields.number.fill('0');
    const nothing = await fields.waitForEvent<Change>('change', (change) => change.card!.length === 0);
    assert.equal(nothing.couldBeValid, false);
  });

  it('show state on their containers', async () => {
    const fields = await open();
    const classes = () => fields.container('number').evaluate((element) => [...element.classList].sort());
    await fields.number.focus();
    await page.waitForSelector('#number.flex-microform-focused');
    await fields.number.pressSequentially('4111');
    await fields.code.focus();
    await page.waitForSelector('#number.flex-microform-invalid:not(.flex-microform-focused)');
    assert.equal(await fields.number.getAttribute('aria-invalid'), 'true');
    await fields.number.fill('4111111111111111');
    await page.waitForSelector('#number.flex-microform-valid:not(.flex-microform-invalid)');
    assert.ok((await classes()).includes('flex-microform'));
    await fields.call('number', 'unload');
    assert.deepEqual(await classes(), ['place']);
  });

  describe('while typing', () => {
    it('group the number as the brand prints it', async () => {
      const fields = await open();
      for (const [typed, shown] of [
        ['4111111111111111', '4111 1111 1111 1111'],
        ['378282246310005', '3782 822463 10005'],
        ['30569309025904', '3056 930902 5904'],
        ['6212345678901234567', '6212 3456 7890 1234 567'],
      ] as const) {
        await fields.number.fill('');
        await fields.number.pressSequentially(typed);
        assert.equal(await fields.number.inputValue(), shown);
      }
    });

    it('keep the caret behind the same digit', async () => {
      const fields = await open();
      await fields.number.pressSequentially('41111111');
      await fields.number.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
      await fields.number.press('2');
      const textAndCaret = () =>
        fields.number.evaluate((input: HTMLInputElement) => [input.value, input.selectionStart]);
      assert.deepEqual(await textAndCaret(), ['4121 1111 1', 3]);
      await fields.number.press('3');
      assert.deepEqual(
        await textAndCaret(),
        ['4123 1111 11', 5],
        'behind the gap, where the next digit goes',
      );
      await fields.number.press('Backspace');
      assert.deepEqual(await textAndCaret(), ['4121 1111 1', 3], 'over the gap');
      await fields.number.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4));
      await fields.number.press('Delete');
      assert.deepEqual(await textAndCaret(), ['4121 1111', 5]);
    });

    it('accept only digits, and no more than the brand has', async () => {
      const fields = await open();
      await fields.number.pressSequentially('37a8-2822463 10005999');
      assert.equal(await fields.number.inputValue(), '3782 822463 10005');
      await fields.number.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
      await fields.number.press('9');
      assert.equal(
        await fields.number.inputValue(),
        '3782 822463 10005',
        'a full field loses no digit at its end',
      );
    });

    it('accept Arabic-Indic and Persian digits', async () => {
      const fields = await open();
      await fields.number.pressSequentially('٤١١١١١١١١١١١١١١١');
      await fields.waitForEvent<Change>('change', ({valid}) => valid);
      await fields.code.pressSequentially('۱۲۳');
      assert.equal(await fields.number.inputValue(), '4111 1111 1111 1111');
      const {token} = await fields.token();
      const card = await microform.redeemTransientToken({tracker: `track_${serial}`, jwt: token!});
      assert.equal(card.securityCode, '123');
    });

    it('accept a pasted number with spaces, dashes and words around it', async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const fields = await open();
      for (const text of [
        '4111-1111-1111-1111',
        ' 4111 1111 1111 1111 ',
        'Card: 4111\u00a01111\u20131111.1111\n',
      ]) {
        await fields.number.fill('');
        await fields.number.evaluate((input: HTMLInputElement, text) => {
          input.focus();
          document.execCommand('insertText', false, text);
        }, text);
        assert.equal(await fields.number.inputValue(), '4111 1111 1111 1111', text);
      }
    });

    it('take back what was typed, and make it again', async () => {
      const fields = await open();
      await fields.number.pressSequentially('40000');
      await fields.number.press('ControlOrMeta+z');
      await fields.number.press('ControlOrMeta+z');
      assert.equal(await fields.number.inputValue(), '400');
      await fields.number.press('ControlOrMeta+Shift+z');
      assert.equal(await fields.number.inputValue(), '4000');
      await fields.call('number', 'clear');
      await fields.waitForEvent<Change>('change', ({empty}) => empty);
      await fields.number.press('ControlOrMeta+z');
      assert.equal(await fields.number.inputValue(), '', 'what was cleared does not come back');
    });

    it('take the number out of a pasted sentence, and give its expiry to the page', async () => {
      const fields = await open();
      await fields.number.evaluate((input: HTMLInputElement) => {
        input.focus();
        const text = 'Card: 4111 1111 1111 1111 exp 01/29 cvv 987';
        const data = new DataTransfer();
        data.setData('text/plain', text);
        const init = {inputType: 'insertFromPaste', data: text, dataTransfer: data, cancelable: true};
        const isLeft = input.dispatchEvent(new InputEvent('beforeinput', init));
        if (isLeft) throw new Error('the browser would insert the whole sentence');
      });
      assert.deepEqual(await fields.waitForEvent('autocomplete'), {
        expirationMonth: '01',
        expirationYear: '2029',
      });
      assert.equal(await fields.number.inputValue(), '4111 1111 1111 1111');
      const received = await page.evaluate(() => JSON.stringify([window.events, window.messages]));
      assert.doesNotMatch(received, /1111|987/);
    });

    it('leave digits ungrouped when the page asks for it', async () => {
      const fields = await open({fields: {autoformat: false}});
      await fields.number.pressSequentially('41111111');
      assert.equal(await fields.number.inputValue(), '41111111');
    });
  });

  describe('the security code', () => {
    it('is shown as it is typed, numeric and named for autofill', async () => {
      const {number, code} = await open();
      assert.equal(
        await code.evaluate((input) => getComputedStyle(input).getPropertyValue('-webkit-text-security')),
        'none',
      );
      assert.equal(await code.getAttribute('inputmode'), 'numeric');
      assert.equal(await code.getAttribute('autocomplete'), 'cc-csc');
      assert.equal(await number.getAttribute('enterkeyhint'), 'next');
      assert.equal(await code.getAttribute('enterkeyhint'), 'done');
    });

    it('has as many digits as the brand of the number', async () => {
      const fields = await open();
      await fields.code.pressSequentially('1234');
      await fields.waitForEvent<Change>('change', ({valid}) => valid, 'securityCode');
      await fields.number.pressSequentially('378282246310005');
      assert.equal(await fields.code.inputValue(), '1234');
      await fields.number.fill('4111111111111111');
      const isWrong = ({valid, couldBeValid}: Change) => !valid && !couldBeValid;
      await fields.waitForEvent<Change>('change', isWrong, 'securityCode');
      assert.equal(await fields.code.inputValue(), '1234', 'nothing changes behind the dots');
      await fields.code.press('End');
      await fields.code.press('Backspace');
      await fields.waitForEvent<Change>('change', ({valid}) => valid, 'securityCode');
      await fields.code.press('4');
      assert.equal(await fields.code.inputValue(), '123');
    });

    it('follows the page’s maxLength', async () => {
      const fields = await open();
      await fields.update('securityCode', {maxLength: 4});
      await fields.code.pressSequentially('123');
      await fields.waitForEvent<Change>('change', ({valid}) => valid, 'securityCode');
      await fields.code.fill('');
      await fields.update('securityCode', {maxLength: 3});
      await fields.code.pressSequentially('1234');
      assert.equal(await fields.code.inputValue(), '123');
    });
  });

  describe('the keyboard', () => {
    it('Tab moves through the fields and out again, in both directions', async () => {
      const fields = await open();
      await page.focus('#before');
      await page.keyboard.press('Tab');
      await fields.waitForEvent('focus');
      await page.keyboard.press('Tab');
      await fields.waitForEvent('focus', () => true, 'securityCode');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'after');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Shift+Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'before');
    });

    it('asks for submission with Enter', async () => {
      const fields = await open();
      await fields.number.press('Enter');
      await fields.waitForEvent('inputSubmitRequest');
    });

    it('types into a field that the page focuses', async () => {
      const fields = await open();
      await fields.call('number', 'focus');
      await fields.waitForEvent('focus');
      await page.keyboard.type('41');
      assert.equal(await fields.number.inputValue(), '41');
    });

    it('focuses the field on the first key where the browser gives no focus to an untouched frame (WebKit)', async () => {
      const fields = await open();
      const frame = await (await page.waitForSelector('#number iframe')).contentFrame();
      await frame!.evaluate(() => {
        const {focus} = HTMLElement.prototype;
        let touched = false;
        addEventListener('keydown', () => (touched = true), true);
        HTMLElement.prototype.focus = function (options) {
          if (touched) focus.call(this, options);
        };
      });
      await fields.call('number', 'focus');
      await fields.waitForEvent('focus');
      await page.waitForSelector('#number.flex-microform-focused');
      await page.focus('#after');
      await fields.waitForEvent('blur');
      await fields.call('number', 'focus');
      await page.waitForSelector('#number.flex-microform-focused');
      await page.keyboard.type('41');
      assert.equal(await fields.number.inputValue(), '41');
      assert.equal((await fields.events('focus')).length, 2, 'focus is reported once each time');
    });
  });

  describe('options', () => {
    it('reach the input: placeholder, names, language, disabled', async () => {
      const fields = await open({
        fields: {
          placeholder: '1234',
          'aria-label': 'Kartennummer',
          'aria-required': true,
          description: 'Vorne',
          lang: 'de',
          title: 'Nummer',
        },
      });
      const {number} = fields;
      assert.equal(await number.getAttribute('placeholder'), '1234');
      assert.equal(await number.getAttribute('aria-label'), 'Kartennummer');
      assert.equal(await number.getAttribute('aria-required'), 'true');
      assert.equal(await fields.frame('number').locator('#description').textContent(), 'Vorne');
      assert.equal(await fields.frame('number').locator('html').getAttribute('lang'), 'de');
      assert.equal(await page.locator('#number iframe').getAttribute('title'), 'Nummer');
      await fields.update('number', {disabled: true, 'aria-invalid': true, dir: 'rtl', description: ''});
      assert.equal(await number.isDisabled(), true);
      assert.equal(await number.getAttribute('aria-invalid'), 'true');
      assert.equal(await number.getAttribute('aria-describedby'), null);
      assert.equal(await number.evaluate((input) => getComputedStyle(input).textAlign), 'right');
      await page.waitForSelector('#number.flex-microform-disabled');
    });

    it('style only what may be styled', async () => {
      const styles = {
        input: {
          color: 'rgb(1, 2, 3)',
          fontSize: '20px',
          'background-color': 'red',
          cursor: 'url(https://evil.example/x), auto',
        },
        '::placeholder': {color: 'rgb(4, 5, 6)'},
        invalid: {color: 'rgb(7, 8, 9)'},
        '.field { } body': {color: 'red'},
      };
      const fields = await open({fields: {styles, placeholder: '1234'}});
      const look = () =>
        fields.number.evaluate((input) => {
          const {color, fontSize, backgroundColor, cursor} = getComputedStyle(input);
          return {
            color,
            fontSize,
            backgroundColor,
            cursor,
            placeholder: getComputedStyle(input, '::placeholder').color,
          };
        });
      assert.deepEqual(await look(), {
        color: 'rgb(1, 2, 3)',
        fontSize: '20px',
        backgroundColor: 'rgba(0, 0, 0, 0)',
        cursor: 'text',
        placeholder: 'rgb(4, 5, 6)',
      });
      await fields.number.fill('99');
      assert.equal((await look()).color, 'rgb(7, 8, 9)');
      assert.ok(complaints.some((text) => text.includes('background-color') && text.includes('cursor')));
      assert.ok(
        complaints.every((text) => text.startsWith('Flex Microform:')),
        complaints.join('\n'),
      );
    });
  });

  describe('the colour scheme', () => {
    const corner = async () => {
      const shot = await page.locator('#number').screenshot();
      return page.evaluate(
        async (bytes) => {
          const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], {type: 'image/png'}));
          const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
          canvas.drawImage(bitmap, bitmap.width - 4, 4, 1, 1, 0, 0, 1, 1);
          return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
        },
        [...shot],
      );
    };
    const ground = 'body { background: rgb(10, 60, 90) }';

    for (const [name, style] of [
      ['dark', ':root { color-scheme: dark }'],
      ['light', ':root { color-scheme: light }'],
      ['of both', ':root { color-scheme: light dark }'],
      ['unnamed', ''],
    ] as const) {
      for (const colorScheme of ['light', 'dark'] as const) {
        it(`leaves the page’s background visible: page ${name}, system ${colorScheme}`, async () => {
          await page.emulateMedia({colorScheme});
          const fields = await open({style: `${ground} ${style}`});
          await fields.number.pressSequentially('4');
          assert.deepEqual(await corner(), [10, 60, 90]);
        });
      }
    }

    it('follows a change of the page’s scheme', async () => {
      const fields = await open({
        style: `${ground} :root { color-scheme: light } :root.dark { color-scheme: dark }`,
      });
      const scheme = () =>
        fields
          .frame('number')
          .locator('html')
          .evaluate((root) => getComputedStyle(root).colorScheme);
      assert.equal(await scheme(), 'light');
      await page.evaluate(() => document.documentElement.classList.add('dark'));
      await fields
        .frame('number')
        .locator('html')
        .evaluate(
          (root) =>
            new Promise<void>((done) => {
              const look = () =>
                getComputedStyle(root).colorScheme === 'dark' ? done() : requestAnimationFrame(look);
              look();
            }),
        );
      assert.deepEqual(await corner(), [10, 60, 90]);
    });

    it('can be set by the page', async () => {
      const fields = await open({fields: {colorScheme: 'dark'}});
      const root = fields.frame('number').locator('html');
      assert.equal(await root.evaluate((element) => getComputedStyle(element).colorScheme), 'dark');
    });
  });

  describe('autofill', () => {
    it('reports name and expiry to the page and hides the helper inputs', async () => {
      const fields = await open();
      await fields
        .frame('number')
        .locator('form')
        .evaluate((form) => {
          const set = (name: string, value: string) => {
            const input = form.querySelector<HTMLInputElement>(`[autocomplete="${name}"]`)!;
            input.value = value;
            input.dispatchEvent(new Event('input', {bubbles: true}));
          };
          set('cc-name', 'Ada Lovelace');
          set('cc-exp-month', '1');
          set('cc-exp-year', '29');
        });
      const data = await fields.waitForEvent('autocomplete');
      assert.deepEqual(data, {name: 'Ada Lovelace', expirationMonth: '01', expirationYear: '2029'});
      await page.waitForSelector('#number.flex-microform-autocomplete');
      const helpers = fields.frame('number').locator('.helper');
      assert.equal(await helpers.count(), 4);
      for (const helper of await helpers.all()) {
        assert.equal(await helper.getAttribute('tabindex'), '-1');
        assert.equal(await helper.inputValue(), '');
      }
      assert.equal(await fields.number.getAttribute('autocomplete'), 'cc-number');
    });
  });

  describe('createToken', () => {
    it('names the invalid fields', async () => {
      const fields = await open();
      await fill(fields, '4111111111111112', '12');
      const {error} = await fields.token();
      assert.equal(error!.name, 'MicroformError');
      assert.equal(error!.reason, 'CREATE_TOKEN_VALIDATION_FIELDS');
      assert.deepEqual(
        error!.details.map(({location}) => location),
        ['number', 'securityCode'],
      );
    });

    it('names the invalid options', async () => {
      const fields = await open();
      for (const [options, locations] of [
        [{}, ['expirationMonth', 'expirationYear']],
        [{expirationMonth: '1', expirationYear: '2029'}, ['expirationMonth']],
        [{expirationMonth: '01', expirationYear: 2029}, ['expirationYear']],
        [{expirationMonth: '01', expirationYear: '2029', type: 'visa'}, ['type']],
      ] as const) {
        const {error} = await fields.token(options);
        assert.equal(error!.reason, 'CREATE_TOKEN_VALIDATION_PARAMS');
        assert.deepEqual(
          error!.details.map(({location}) => location),
          locations,
        );
      }
    });

    it('reports the server’s reason: an expiry in the past, another brand, an expired context', async () => {
      const fields = await open();
      await fill(fields);
      const past = (await fields.token({expirationMonth: '01', expirationYear: '2020'})).error!;
      assert.equal(past.reason, 'CREATE_TOKEN_VALIDATION_SERVERSIDE');
      assert.deepEqual(
        past.details.map(({location}) => location),
        ['expirationYear'],
      );
      const brand = (await fields.token({expirationMonth: '01', expirationYear: '2029', type: '002'})).error!;
      assert.equal(brand.reason, 'CREATE_TOKEN_CARD_TYPE_NOT_ALLOWED');
      deps.clock.advance(900_000);
      assert.equal((await fields.token()).error!.reason, 'CAPTURE_CONTEXT_EXPIRED');
    });

    it('reports that the service cannot be reached', async () => {
      const fields = await open();
      await fill(fields);
      await page.route('**/flex/v2/tokens', (route) => route.abort());
      assert.equal((await fields.token()).error!.reason, 'CREATE_TOKEN_XHR_ERROR');
      await page.unroute('**/flex/v2/tokens');
      assert.ok((await fields.token()).token, 'and works again once it can');
    });

    it('reports an answer that does not come from the endpoint', async () => {
      const fields = await open();
      await fill(fields);
      for (const [status, reason] of [
        [503, 'API_GATEWAY_ERROR'],
        [500, 'API_INTERNAL_ERROR'],
        [418, 'UNKNOWN_REASON'],
      ] as const) {
        await page.route('**/flex/v2/tokens', (route) => route.fulfill({status, json: {code: 'other'}}));
        assert.equal((await fields.token()).error!.reason, reason, String(status));
        await page.unroute('**/flex/v2/tokens');
      }
      assert.ok((await fields.token()).token);
    });

    it('needs a loaded number field', async () => {
      const fields = await open();
      await fields.call('number', 'unload');
      assert.equal((await fields.token()).error!.reason, 'CREATE_TOKEN_NO_FIELDS_LOADED');
      await fields.call('number', 'dispose');
      assert.equal((await fields.token()).error!.reason, 'CREATE_TOKEN_NO_FIELDS');
    });

    it('needs no code when the page loads no code field', async () => {
      const fields = await open();
      await fields.call('securityCode', 'dispose');
      await fields.number.pressSequentially('4111111111111111');
      assert.ok((await fields.token()).token);
    });
  });

  describe('the library', () => {
    it('throws the documented errors', async () => {
      const fields = await open();
      const reasons = await page.evaluate((jwt) => {
        const reason = (action: () => unknown) => {
          try {
            action();
            return 'none';
          } catch (error) {
            return (error as {reason: string}).reason;
          }
        };
        const {Flex, fields} = window;
        const fresh = () => new Flex(jwt).microform('card');
        return [
          reason(() => new Flex('nonsense')),
          reason(() => new Flex(undefined as unknown as string)),
          reason(() => fresh().createField('expiry')),
          reason(() => {
            const microform = fresh();
            microform.createField('number');
            microform.createField('number');
          }),
          reason(() => fields.number.load('#number')),
          reason(() => fresh().createField('number').load('#nowhere')),
          reason(() => fresh().createField('number').load({})),
          reason(() => fields.number.on('digits', () => {})),
          reason(() => fields.number.on('change', 'x' as unknown as () => void)),
        ];
      }, fields.jwt);
      assert.deepEqual(reasons, [
        'CAPTURE_CONTEXT_INVALID',
        'CAPTURE_CONTEXT_INVALID',
        'CREATE_FIELD_INVALID_FIELD_TYPE',
        'CREATE_FIELD_DUPLICATE',
        'FIELD_ALREADY_LOADED',
        'FIELD_LOAD_CONTAINER_SELECTOR',
        'FIELD_LOAD_INVALID_CONTAINER',
        'FIELD_SUBSCRIBE_UNSUPPORTED_EVENT',
        'FIELD_SUBSCRIBE_INVALID_CALLBACK',
      ]);
    });

    it('loads a field again after unload, empty', async () => {
      const fields = await open();
      await fields.number.pressSequentially('4111');
      await fields.call('number', 'unload');
      assert.equal(await page.locator('#number iframe').count(), 0);
      await page.evaluate(() => window.fields.number.load(document.getElementById('number')));
      await fields.number.waitFor();
      assert.equal(await fields.number.inputValue(), '');
    });

    it('clears a field and reports it', async () => {
      const fields = await open();
      await fields.number.pressSequentially('4111');
      await fields.call('number', 'clear');
      await fields.waitForEvent<Change>('change', ({empty}) => empty);
      assert.equal(await fields.number.inputValue(), '');
    });

    it('keeps two microforms on one page apart', async () => {
      const fields = await open();
      await fill(fields, '4111111111111111', '123');
      const {token} = await page.evaluate(async (jwt) => {
        for (const id of ['number', 'securityCode']) {
          const container = document.createElement('div');
          container.id = `${id}2`;
          container.className = 'place';
          document.body.append(container);
        }
        const other = new window.Flex(jwt).microform('card');
        const [number, code] = ['number', 'securityCode'].map((name) => other.createField(name));
        await Promise.all(
          [number!, code!].map(
            (field, i) =>
              new Promise<void>((done) => {
                field.on('load', () => done());
                field.load(`#${['number2', 'securityCode2'][i]}`);
              }),
          ),
        );
        return {token: ''};
      }, fields.jwt);
      assert.equal(token, '');
      await page.frameLocator('#number2 iframe').locator('#field').pressSequentially('378282246310005');
      assert.equal(await fields.code.inputValue(), '123');
      assert.ok((await fields.token()).token);
    });

    it('is refused by the browser when its hash is not the context’s', async () => {
      const {jwt} = await microform.issueCaptureContext({
        merchant: 'm',
        publicKey: 'sec_test',
        tracker: 't',
        targetOrigins: [shop.origin],
      });
      const {shopPage} = await import('./fields-harness.js');
      shop.pages.set('/', shopPage(jwt));
      await page.route('**/flex-microform.min.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({response, body: `${await response.text()}\n//`});
      });
      await page.goto(`${shop.origin}/`);
      assert.equal(await page.evaluate(() => 'Flex' in window), false);
    });
  });

  describe('a difficult page', () => {
    it('that changes Object.prototype and fetch does not disturb the fields (C9)', async () => {
      await page.addInitScript(() => {
        // Changes the shop's page only, because its scripts cannot reach into the frames.
        if (window !== window.top) return;
        for (const name of ['type', 'card', 'styles', 'details', 'colorScheme', 'cardType', 'id']) {
          Object.defineProperty(Object.prototype, name, {
            value: 'polluted',
            writable: true,
            configurable: true,
          });
        }
        window.fetch = () => Promise.reject(new Error('patched'));
      });
      const fields = await open();
      await fill(fields);
      const {token, error} = await fields.token();
      assert.equal(error, undefined);
      assert.ok(token);
    });

    it('whose element ids equal globals that the library uses does not disturb the fields', async () => {
      const fields = await open({
        body: '<form name="Flex"></form><a id="microform"></a><img name="fields" alt="">',
      });
      await fill(fields);
      assert.ok((await fields.token()).token);
    });

    it('that mounts and removes fields repeatedly does not leak memory (C6)', async () => {
      const fields = await open();
      const client = await context.newCDPSession(page);
      const cycle = (times: number) =>
        page.evaluate(
          async ([jwt, times]) => {
            for (let i = 0; i < times; i++) {
              const microform = new window.Flex(jwt).microform('card');
              const container = document.createElement('div');
              document.body.append(container);
              const field = microform.createField('number');
              await new Promise<void>((done) => {
                field.on('load', () => done());
                field.load(container);
              });
              field.dispose();
              container.remove();
            }
          },
          [fields.jwt, times] as const,
        );
      const counters = async () => {
        await client.send('HeapProfiler.collectGarbage');
        await client.send('HeapProfiler.collectGarbage');
        return client.send('Memory.getDOMCounters');
      };
      await cycle(5);
      const before = await counters();
      await cycle(20);
      const after = await counters();
      assert.ok(after.nodes - before.nodes < 20, `${before.nodes} nodes, then ${after.nodes}`);
      assert.ok(after.jsEventListeners - before.jsEventListeners < 20, 'listeners');
      assert.ok(after.documents - before.documents < 3, 'documents');
    });
  });

  describe('the wrong embedder', () => {
    it('is refused by the browser', async () => {
      const complaint = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      const fields = await open({load: false}, ['https://another-shop.example']);
      await complaint;
      assert.equal(await fields.events('load').then((events) => events.length), 0);
      assert.ok(
        page.frames().every((frame) => frame === page.mainFrame() || !frame.url().includes('/microform/')),
      );
    });

    it('gets no reply: another window of the right origin, another channel, no port, a second connect', async () => {
      const fields = await open();
      const frame = page.frames().find((one) => one.url().includes('iframe.html'))!;
      await page.evaluate((origin) => {
        const target = document.querySelector<HTMLIFrameElement>('#number iframe')!.contentWindow!;
        for (const message of [
          {cardVault: 'microform', type: 'connect', channel: 'guess'},
          {cardVault: 'microform', type: 'connect'},
          {type: 'start', jwt: 'x', options: {}},
          'connect',
        ]) {
          const {port1, port2} = new MessageChannel();
          port1.onmessage = () => window.messages.push('answered');
          target.postMessage(message, origin, [port2]);
          port1.postMessage({type: 'start', jwt: 'x', options: {}});
        }
      }, new URL(frame.url()).origin);
      // Making a token takes longer than a reply would, so no reply comes after it.
      await fill(fields);
      assert.ok((await fields.token()).token);
      assert.deepEqual(await page.evaluate(() => window.messages), []);
    });

    it('gets a page that cannot be framed when the address has no context', async () => {
      const response = await page.request.get(
        `${deps.urls.fields}/microform/bundle/v2/iframe.html?keyId=none`,
      );
      assert.equal(response.status(), 404);
      assert.match(response.headers()['content-security-policy']!, /frame-ancestors 'none'/);
    });

    it('sees that the context has expired', async () => {
      const {jwt} = await microform.issueCaptureContext({
        merchant: 'm',
        publicKey: 'sec_test',
        tracker: 't',
        targetOrigins: [shop.origin],
      });
      deps.clock.advance(900_000);
      const {shopPage} = await import('./fields-harness.js');
      shop.pages.set('/', shopPage(jwt));
      await page.goto(`${shop.origin}/`);
      const fields = new Fields(page, jwt);
      await fields.create({});
      const error = await fields.waitForEvent<{reason: string}>('error');
      assert.equal(error.reason, 'CAPTURE_CONTEXT_EXPIRED');
    });

    // shows: attack 2
    it('refuses a context of a merchant that does not own the page’s origin (E2, E3)', async () => {
      const {jwt} = await microform.issueCaptureContext({
        merchant: elsewhere,
        publicKey: 'sec_elsewhere',
        tracker: 't',
        targetOrigins: [shop.origin],
      });
      const {shopPage} = await import('./fields-harness.js');
      shop.pages.set('/', shopPage(jwt));
      await page.goto(`${shop.origin}/`);
      const fields = new Fields(page, jwt);
      await fields.create({});
      const error = await fields.waitForEvent<{reason: string}>('error');
      assert.equal(error.reason, 'CAPTURE_CONTEXT_INVALID');
    });

    // shows: attack 8
    it('gives its code to no field of another context, though that field names its microform', async () => {
      const fields = await open();
      await fields.code.pressSequentially('123');
      const {jwt} = await microform.issueCaptureContext({
        merchant: 'merchant_2',
        publicKey: 'sec_2',
        tracker: 't',
        targetOrigins: [shop.origin],
      });
      const {ctx, flx} = claimsOf(jwt);
      const other = {jwt, library: ctx[0].data.clientLibrary, kid: flx.jwk.kid};
      const answer = await page.evaluate(async ({jwt, library, kid}) => {
        const {hash} = new URL(document.querySelector<HTMLIFrameElement>('#number iframe')!.src);
        const identity = JSON.parse(decodeURIComponent(hash.slice(1))) as object;
        const frame = document.createElement('iframe');
        const address = new URL(`iframe.html?keyId=${kid}`, library);
        address.hash = encodeURIComponent(
          JSON.stringify({...identity, fieldId: 'thief', fieldType: 'number'}),
        );
        frame.src = address.href;
        document.body.append(frame);
        await new Promise((loaded) => frame.addEventListener('load', loaded, {once: true}));
        const {port1, port2} = new MessageChannel();
        const connect = {cardVault: 'microform', type: 'connect', channel: 'thief'};
        return new Promise<string>((resolve) => {
          port1.onmessage = ({data}: MessageEvent<{type: string; error?: {reason: string}}>) => {
            const command = {
              type: 'token',
              id: 1,
              expirationMonth: '01',
              expirationYear: '2029',
              withCode: true,
            };
            if (data.type === 'ready') port1.postMessage(command);
            else if (data.error) resolve(data.error.reason);
          };
          frame.contentWindow!.postMessage(connect, address.origin, [port2]);
          port1.postMessage({type: 'start', jwt, options: {}});
        });
      }, other);
      // With the code it would complain about the number, which is empty.
      assert.equal(answer, 'CREATE_TOKEN_TIMEOUT');
    });

    it('sees that the context was tampered with', async () => {
      const {jwt} = await microform.issueCaptureContext({
        merchant: 'm',
        publicKey: 'sec_test',
        tracker: 't',
        targetOrigins: [shop.origin],
      });
      const {shopPage} = await import('./fields-harness.js');
      shop.pages.set('/', shopPage(jwt));
      await page.goto(`${shop.origin}/`);
      const fields = new Fields(page, `${jwt.slice(0, -6)}AAAAAA`);
      await fields.create({});
      const error = await fields.waitForEvent<{reason: string}>('error');
      assert.equal(error.reason, 'IFRAME_JWT_VALIDATION_FAILED');
    });
  });

  describe('report an overlay (guarantees 2.8)', () => {
    const style = '#cover { position: fixed; inset: 0; background: rgba(255, 255, 255, 0.5) }';
    const covered = (fields: Fields, wanted: boolean) =>
      fields.waitForEvent<{covered: boolean}>('covered', (report) => report.covered === wanted);

    it('report its removal, and nothing before it while the page loads slowly', async () => {
      const devtools = await context.newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', {rate: 6});
      const fields = await open({style});
      await fields.number.evaluate(
        (input) =>
          new Promise<void>((done) => {
            const options = {threshold: 0, trackVisibility: true, delay: 100};
            const look = (entries: IntersectionObserverEntry[]) => {
              if ((entries.at(-1) as unknown as {isVisible: boolean}).isVisible) done();
            };
            new IntersectionObserver(look, options).observe(input);
          }),
      );
      await page.evaluate(() => {
        const cover = document.createElement('div');
        cover.id = 'cover';
        document.body.append(cover);
      });
      await covered(fields, true);
      await page.evaluate(() => document.getElementById('cover')!.remove());
      await covered(fields, false);
      assert.deepEqual(await fields.events('covered'), [{covered: true}, {covered: false}]);
    });

    it('report none where a frame learns late that it can be seen', async () => {
      // As on a busy machine: what was seen at first is never put right, only a new look sees how things are.
      await page.addInitScript(() => {
        const Genuine = IntersectionObserver;
        let count = 0;
        window.IntersectionObserver = class extends Genuine {
          constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
            count += 1;
            const isStale = count === 1;
            super((entries, observer) => {
              const seen = isStale ? [{isIntersecting: true, isVisible: false}] : entries;
              tell(seen as IntersectionObserverEntry[], observer);
              if (!isStale) document.documentElement.dataset.looked = '';
            }, options);
          }
        };
      });
      const fields = await open();
      await fields.number.evaluate(
        () =>
          new Promise<void>((done) => {
            const look = () => ('looked' in document.documentElement.dataset ? done() : setTimeout(look, 20));
            look();
          }),
      );
      await fields.number.focus();
      await fields.waitForEvent('focus', () => true);
      assert.deepEqual(await fields.events('covered'), []);
    });

    it('report one that was there from the start', async () => {
      const fields = await open({style, body: '<div id="cover"></div>'});
      await covered(fields, true);
      await page.evaluate(() => document.getElementById('cover')!.remove());
      await covered(fields, false);
      assert.deepEqual(await fields.events('covered'), [{covered: true}, {covered: false}]);
    });
  });

  it('send the headers of a framed document (guarantees 2.4)', async () => {
    const fields = await open();
    const claims = Buffer.from(fields.jwt.split('.')[1]!, 'base64url').toString();
    const {flx} = JSON.parse(claims) as {flx: {jwk: {kid: string}}};
    const {headers} = await microform.routes.request(`/microform/bundle/v2/iframe.html?keyId=${flx.jwk.kid}`);
    const policy = headers.get('content-security-policy')!;
    assert.ok(policy.includes(`frame-ancestors ${shop.origin};`), policy);
    assert.match(policy, /^default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'none';/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    for (const [name, value] of [
      ['cache-control', 'no-store'],
      ['referrer-policy', 'no-referrer'],
      ['x-content-type-options', 'nosniff'],
      ['cross-origin-opener-policy', 'same-origin'],
      ['cross-origin-embedder-policy', 'require-corp'],
      ['cross-origin-resource-policy', 'cross-origin'],
      ['set-cookie', null],
    ] as const) {
      assert.equal(headers.get(name), value, name);
    }
    const frame = page.locator('#number iframe');
    assert.equal(await frame.getAttribute('sandbox'), 'allow-scripts allow-same-origin allow-forms');
    assert.equal(await frame.getAttribute('allow'), '');
    assert.doesNotMatch((await frame.getAttribute('src'))!, new RegExp(fields.jwt.slice(0, 40)));
  });
});

declare global {
  interface Window {
    Flex: ShopWindow['Flex'];
    events: ShopWindow['events'];
    fields: ShopWindow['fields'];
    messages: ShopWindow['messages'];
    microform: ShopWindow['microform'];
  }
}
