import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import {brandIds, cardBrands} from '../../../src/protocol/index.js';
import {readAutofill} from '../../src/simulators/microform/browser/autofill.js';
import {
  deleteAcrossGap,
  digitLimit,
  gapsOf,
  group,
  regroup,
} from '../../src/simulators/microform/browser/grouping.js';
import {codeKind, codeLengthFor, numberKind} from '../../src/simulators/microform/browser/kinds.js';
import {isConnect, readCommand, readReport} from '../../src/simulators/microform/browser/messages.js';
import {readOptions, readStyles} from '../../src/simulators/microform/browser/options.js';
import {checkNumber, digitsOf, passesLuhn} from '../../src/platform/pages/card-number.js';

const digits = (length: {minLength?: number; maxLength?: number}) =>
  fc.string({unit: fc.constantFrom(...'0123456789'), ...length});

/** Appends the check digit. */
const withCheckDigit = (head: string) => [...'0123456789'].map((last) => head + last).find(passesLuhn)!;

describe('card numbers', () => {
  it('have exactly one valid check digit, so a wrong digit is noticed', () => {
    fc.assert(
      fc.property(
        digits({minLength: 11, maxLength: 18}),
        fc.nat(),
        fc.integer({min: 1, max: 9}),
        (head, place, shift) => {
          const number = withCheckDigit(head);
          const at = place % number.length;
          const wrong =
            number.slice(0, at) + String((Number(number[at]) + shift) % 10) + number.slice(at + 1);
          assert.ok(passesLuhn(number) && !passesLuhn(wrong));
        },
      ),
    );
    assert.equal(passesLuhn(''), false);
  });

  it('match their brand at both ends of every range and at every length, and at every step could become valid', () => {
    for (const id of brandIds) {
      for (const [low, high] of cardBrands[id].ranges) {
        for (const length of cardBrands[id].lengths) {
          for (const head of [low, high]) {
            const number = withCheckDigit(head.padEnd(length - 1, '0'));
            const valid = checkNumber(number)
              .candidates.filter((one) => one.valid)
              .map(({brand}) => brand.id);
            const {local, sharedWith} = cardBrands[id];
            assert.ok(valid.includes(id), number);
            assert.ok(
              valid.every((one) => one === id || sharedWith.includes(one) || cardBrands[one].local),
              number,
            );
            // A local brand is a candidate once its prefix is there.
            for (let typed = local ? low.length : 1; typed < length; typed++) {
              const check = checkNumber(number.slice(0, typed));
              assert.ok(
                check.couldBeValid && check.candidates.some(({brand}) => brand.id === id),
                `${id} ${typed}`,
              );
            }
          }
        }
      }
    }
  });

  it('cannot become valid when full and wrong, or of no brand', () => {
    assert.deepEqual(
      ['378282246310006', '7', '0000'].map((number) => checkNumber(number).couldBeValid),
      [false, false, false],
    );
    assert.equal(checkNumber('4111111111111112').couldBeValid, true, 'a Visa may still get 18 or 19 digits');
  });

  it('at their usual length have a wrong digit rather than a missing one', () => {
    const says = (number: string) => numberKind.validate(number).usualLength === true;
    for (const number of ['4000000000002702', '6011111111111118', '30569309025905', '3530111333300001'])
      assert.deepEqual([says(number), says(number.slice(0, -1))], [true, false], number);
    assert.equal(says('6200000000000006'), false, 'a number of UnionPay has 16 to 19 digits');
    assert.equal(says('6212345678901234567'), true, 'none is longer');
  });

  it('are read in any script, with any characters between the digits', () => {
    assert.equal(digitsOf('٤١١١-۱۱۱۱ １１１१ x৯'), '4111111111119');
    assert.equal(digitsOf('½Ⅳ①²'), '', 'signs that only look like numbers');
  });
});

describe('grouping while typing', () => {
  const gaps = (typed: string) => gapsOf(checkNumber(typed));
  const limit = (typed: string) => digitLimit(checkNumber(typed));
  const most = 24;

  it('neither drops nor adds a digit, and grouping twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({maxLength: 40}), fc.nat({max: 40}), (text, at) => {
        const caret = Math.min(at, text.length);
        const once = regroup({text, caret}, gaps, most);
        const all = digitsOf(text);
        assert.equal(digitsOf(once.text), all.slice(0, most));
        assert.ok(once.caret >= 0 && once.caret <= once.text.length);
        assert.deepEqual(regroup(once, gaps, most), once);
      }),
    );
  });

  it('keeps the caret behind as many digits as before', () => {
    fc.assert(
      fc.property(digits({maxLength: 19}), fc.nat({max: 24}), (typed, at) => {
        const text = group(typed.slice(0, limit(typed)), gaps(typed));
        const caret = Math.min(at, text.length);
        const before = digitsOf(text.slice(0, caret)).length;
        const after = regroup({text, caret}, gaps, most);
        assert.equal(digitsOf(after.text.slice(0, after.caret)).length, before);
      }),
    );
  });

  // shows: peers 7
  it('uses the brand’s groups once a single brand is left', () => {
    assert.equal(group('378282246310005', gaps('378282246310005')), '3782 822463 10005');
    assert.equal(group('3', gaps('3')), '3');
    assert.equal(group('4111', gaps('4111')), '4111', 'no gap before the digit that follows it');
  });

  it('deletes the digit beside a gap, not the gap', () => {
    assert.deepEqual(deleteAcrossGap({text: '4111 1', caret: 5}, 'backward'), {text: '411 1', caret: 3});
    assert.deepEqual(deleteAcrossGap({text: '4111 1', caret: 4}, 'forward'), {text: '4111 ', caret: 4});
    assert.equal(deleteAcrossGap({text: '4111 1', caret: 6}, 'backward'), undefined);
    assert.equal(deleteAcrossGap({text: '4111', caret: 0}, 'backward'), undefined);
  });
});

describe('the security code', () => {
  it('has a length when all possible brands agree on it', () => {
    assert.deepEqual(['', '4', '37', '3', '6', '7'].map(codeLengthFor), [
      undefined,
      3,
      4,
      undefined,
      3,
      undefined,
    ]);
  });

  it('is valid with 3 or 4 digits while the brand is unknown, then with the brand’s length', () => {
    const validate = (length: 3 | 4 | undefined, code: string) => {
      const {empty, valid, couldBeValid} = codeKind(() => length).validate(code);
      return [empty, valid, couldBeValid];
    };
    assert.deepEqual(validate(undefined, '12'), [false, false, true]);
    assert.deepEqual(validate(undefined, '123'), [false, true, true]);
    assert.deepEqual(validate(undefined, '1234'), [false, true, true]);
    assert.deepEqual(validate(4, '123'), [false, false, true]);
    assert.deepEqual(validate(3, '1234'), [false, false, false]);
    assert.deepEqual(validate(3, ''), [true, false, true]);
  });
});

describe('messages from a field to the page', () => {
  it('are equal for every number of the same brand and validity, so they reveal no digit', () => {
    const messages = new Map<string, string>();
    fc.assert(
      fc.property(fc.constantFrom(...brandIds), digits({minLength: 18, maxLength: 18}), (id, tail) => {
        const {ranges, lengths} = cardBrands[id];
        const head = ranges[0]?.[0] ?? '4';
        const number = withCheckDigit((head + tail).slice(0, lengths[0]! - 1));
        const text = JSON.stringify(numberKind.validate(number));
        // A random tail may lead to a closer prefix, and so to another brand.
        const brands = `${lengths[0]} ${checkNumber(number)
          .candidates.map(({brand}) => brand.id)
          .join('+')}`;
        assert.equal(messages.get(brands) ?? text, text);
        messages.set(brands, text);
      }),
    );
  });

  it('are accepted only with a known type, no extra key, and values of the right kind', () => {
    const change = {empty: false, valid: true, couldBeValid: true};
    assert.ok(readReport({type: 'change', state: change}));
    assert.ok(readReport({type: 'change', state: numberKind.validate('4111111111111111')}));
    for (const wrong of [
      undefined,
      null,
      'ready',
      [],
      {},
      {type: 'toString'},
      {type: '__proto__'},
      {type: 'ready', more: 1},
      {type: 'change', state: {...change, digits: '4111'}},
      {type: 'change', state: {...change, valid: 'yes'}},
      {type: 'change', state: {...change, card: [{name: 'visa'}]}},
      {type: 'token', id: 1.5, token: 'x'},
      {type: 'token', id: 1, token: 'x'.repeat(9000)},
      {
        type: 'token-refused',
        id: 1,
        error: {reason: 'INVENTED', message: '', details: [], correlationId: ''},
      },
      {type: 'focus', target: 'https://evil.example'},
    ]) {
      assert.equal(readReport(wrong), undefined, JSON.stringify(wrong));
    }
  });

  it('never throw on any input (C4)', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.ok(readReport(value) === undefined || typeof value === 'object');
        assert.ok(readCommand(value) === undefined || typeof value === 'object');
        assert.equal(isConnect(value, 'channel'), false);
      }),
    );
  });
});

describe('messages from the page to a field', () => {
  it('are accepted only in their exact form', () => {
    const token = {type: 'token', id: 1, expirationMonth: '01', expirationYear: '2029', withCode: true};
    for (const right of [
      token,
      {...token, cardType: '001'},
      {type: 'clear'},
      {type: 'scheme', scheme: 'dark'},
    ]) {
      assert.ok(readCommand(right), JSON.stringify(right));
    }
    for (const wrong of [
      {...token, number: '4111'},
      {...token, id: '1'},
      {type: 'scheme', scheme: 'auto'},
      {type: 'read'},
    ]) {
      assert.equal(readCommand(wrong), undefined, JSON.stringify(wrong));
    }
    assert.equal(isConnect({cardVault: 'microform', type: 'connect', channel: 'a'}, 'a'), true);
    assert.equal(isConnect({cardVault: 'microform', type: 'connect', channel: 'b'}, 'a'), false);
    assert.equal(isConnect({cardVault: 'microform', type: 'connect', channel: 'a', port: 1}, 'a'), false);
  });

  it('lose unknown options, which are named', () => {
    const ignored: string[] = [];
    const read = readOptions(
      {placeholder: '1', maxLength: 5, onclick: 'x', dir: 'up', disabled: 'no', lang: 'de', title: undefined},
      ignored,
    );
    assert.deepEqual(read, {placeholder: '1', lang: 'de'});
    assert.deepEqual(ignored.sort(), ['dir', 'disabled', 'maxLength', 'onclick']);
  });

  it('lose styles that could fetch, that hide their end, or that are not allowed', () => {
    const ignored: string[] = [];
    const input = {
      color: 'red',
      fontSize: '18px',
      'font-family': '"Inter", sans-serif',
      opacity: 0.5,
      cursor: 'url(https://evil.example)',
      'text-shadow': '0 0 1px red; } body { color: blue',
      transition: '\\75rl(x)',
      background: 'red',
      '--x': '1',
    };
    const styles = readStyles({input, 'a:hover': {color: 'red'}, invalid: 'red'}, ignored);
    assert.deepEqual(styles, {
      input: {color: 'red', 'font-size': '18px', 'font-family': '"Inter", sans-serif', opacity: '0.5'},
      invalid: {},
    });
    assert.deepEqual(ignored.sort(), ['--x', 'a:hover', 'background', 'cursor', 'text-shadow', 'transition']);
  });
});

describe('name and expiry from the browser’s autofill', () => {
  it('are used only where they are plausible', () => {
    assert.deepEqual(readAutofill({'cc-name': ' Ada ', 'cc-exp-month': '1', 'cc-exp-year': '29'}), {
      name: 'Ada',
      expirationMonth: '01',
      expirationYear: '2029',
    });
    assert.deepEqual(readAutofill({'cc-exp': '3 / 2031'}), {expirationMonth: '03', expirationYear: '2031'});
    assert.deepEqual(readAutofill({'cc-exp-month': '13', 'cc-exp-year': '1999', 'cc-exp': 'soon'}), {});
    assert.deepEqual(readAutofill({}), {});
  });
});
