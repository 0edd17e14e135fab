import {expect} from '@open-wc/testing';
import fc from 'fast-check';
import {EditHistory, historyKey} from '../../src/protocol/edit-history.js';
import {findExpiry, readPastedCard} from '../../src/protocol/pasted-card.js';
import {passesLuhn} from '../../src/element/views/raw.js';

const isNumber = (digits: string) => digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
const read = (text: string) => readPastedCard(text, isNumber);
const january = {month: '01', year: '2029'};

describe('a card in a pasted text', () => {
  for (const text of [
    'Card: 4000000000002701 exp 01/29 cvv 123',
    '4000-0000-0000-2701, expiry: 01/2029',
    '4000 0000 0000 2701 (Jan 2029)',
    'exp 0129: 4000 0000 0000 2701',
    '٤٠٠٠ ٠٠٠٠ ٠٠٠٠ ٢٧٠١ ٠١/٢٩',
    'valid from 01/24 thru 01/29 4000 0000 0000 2701',
    '4000000000002701\n01 / 29\n123',
    'CVC 4321; 4000000000002701; 2029-01',
  ])
    it(`is read from "${text.replaceAll('\n', '↵')}"`, () =>
      expect(read(text)).to.deep.equal({number: '4000000000002701', expiry: january}));

  it('is not looked for in a whole document, which would hold the page', () => {
    for (const part of ['x', '4 ', 'january', 'exp. 01/29 4000 0000 0000 2701 '])
      expect(read(part.repeat(100_000))).to.deep.equal({});
  });

  it('has no expiry where the text leaves it open, or says none', () => {
    expect(read('4000000000002701 01/24 to 01/29')).to.deep.equal({number: '4000000000002701'});
    expect(read('4000000000002701 exp 13/29')).to.deep.equal({number: '4000000000002701'});
    expect(read('4000000000002701 12/31/2027')).to.deep.equal({number: '4000000000002701'});
  });

  it('is the one with a right check digit, else the one that is as long as a number', () => {
    expect(read('021 111 222 333, card 4000 0000 0000 2701').number).to.equal('4000000000002701');
    expect(read('4000000000002701 123').number).to.equal('4000000000002701');
    expect(read('card 4000 0000 0000 2702 exp 01/29').number).to.equal('4000000000002702');
    expect(read('ends in 2701')).to.deep.equal({});
  });

  it('gives a date and nothing else to the page: no run of the number’s digits is one', () => {
    const digits = fc.string({unit: fc.constantFrom(...'0123456789'), minLength: 16, maxLength: 19});
    fc.assert(
      fc.property(digits, fc.constantFrom('', ' ', '-'), (number, gap) => {
        const text = number.replace(/\d{4}(?=\d)/g, `$&${gap}`);
        expect(readPastedCard(`card ${text}`, isNumber).expiry).to.equal(undefined);
      }),
    );
  });

  it('is looked for in any text without an error', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary', maxLength: 200}), (text) => {
        const {expiry} = read(text);
        if (expiry) expect(expiry.month).to.match(/^(0[1-9]|1[0-2])$/);
        findExpiry(text);
      }),
    );
  });
});

describe('the edits of an input', () => {
  it('are taken back and made again, one by one', () => {
    const history = new EditHistory();
    for (const text of ['4', '40', '400']) history.record({text, caret: text.length});
    expect([history.move('undo')?.text, history.move('undo')?.text]).to.deep.equal(['40', '4']);
    expect(history.move('redo')?.text).to.equal('40');
    history.record({text: '405', caret: 3});
    expect(history.move('redo')).to.equal(undefined);
    expect(history.move('undo')?.text).to.equal('40');
  });

  it('end at the empty input, and are forgotten with it', () => {
    const history = new EditHistory();
    for (let count = 1; count <= 150; count++) history.record({text: '1'.repeat(count), caret: count});
    let steps = 0;
    while (history.move('undo')) steps += 1;
    expect(steps).to.equal(99);
    history.clear();
    expect(history.move('undo')).to.equal(undefined);
  });

  it('are asked for with the keys of every keyboard', () => {
    const press = (key: string, code: string, more = {}) =>
      historyKey({...{key, code, ctrlKey: true, metaKey: false, shiftKey: false, altKey: false}, ...more});
    expect(press('z', 'KeyZ')).to.equal('undo');
    expect(press('z', 'KeyW')).to.equal('undo');
    expect(press('я', 'KeyZ')).to.equal('undo');
    expect(press('Z', 'KeyZ', {shiftKey: true})).to.equal('redo');
    expect(press('y', 'KeyY')).to.equal('redo');
    expect(press('z', 'KeyZ', {ctrlKey: false, metaKey: true})).to.equal('undo');
    expect(press('z', 'KeyZ', {ctrlKey: false})).to.equal(undefined);
    expect(press('z', 'KeyZ', {altKey: true})).to.equal(undefined);
  });
});
