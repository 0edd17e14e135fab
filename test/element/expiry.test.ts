import {expect} from '@open-wc/testing';
import fc from 'fast-check';
import {
  formatExpiry,
  parseExpiry,
  showExpiry,
  westernDigits,
  wholeExpiry,
} from '../../src/element/fields/expiry.js';

const now = new Date(2026, 10, 20);

describe('reading an expiry', () => {
  const good: readonly (readonly [string, string, string])[] = [
    ['12/29', '12', '2029'],
    ['1229', '12', '2029'],
    ['12 / 29', '12', '2029'],
    ['12 / 2029', '12', '2029'],
    ['12/2029', '12', '2029'],
    ['12-29', '12', '2029'],
    ['12.2029', '12', '2029'],
    ['2029-12', '12', '2029'],
    ['2029-12-31', '12', '2029'],
    ['2029/1', '01', '2029'],
    ['1/29', '01', '2029'],
    ['1 / 2029', '01', '2029'],
    ['012029', '01', '2029'],
    ['202912', '12', '2029'],
    [' 01/29 ', '01', '2029'],
    ['Dec 2029', '12', '2029'],
    ['december 29', '12', '2029'],
    ['Jan. 2030', '01', '2030'],
    ['١٢/٢٩', '12', '2029'],
    ['۱۲ / ۲۰۲۹', '12', '2029'],
    ['１２／２９', '12', '2029'],
    ['\u200e12/29\u200e', '12', '2029'],
    ['11/26', '11', '2026'],
    ['11/46', '11', '2046'],
    ['927', '09', '2027'],
    ['12027', '01', '2027'],
    ['92027', '09', '2027'],
  ];
  for (const [text, month, year] of good) {
    it(`takes "${text}"`, () => expect(parseExpiry(text, now)).to.deep.equal({expiry: {month, year}}));
  }

  const bad: readonly (readonly [string, string])[] = [
    ['', 'missing'],
    ['   ', 'missing'],
    ['1', 'incomplete'],
    ['12', 'incomplete'],
    ['12/', 'incomplete'],
    ['12/2', 'incomplete'],
    ['12/202', 'incomplete'],
    ['129', 'incomplete'],
    ['abc', 'incomplete'],
    ['127', 'incomplete'],
    ['12/31/2027', 'incomplete'],
    ['123127', 'far'],
    ['12/29/31/7', 'incomplete'],
    ['123/29', 'incomplete'],
    ['00/29', 'month'],
    ['13/29', 'month'],
    ['1329', 'month'],
    ['10/26', 'past'],
    ['12/25', 'past'],
    ['12/1999', 'past'],
    ['12/46', 'far'],
    ['01/2099', 'far'],
  ];
  for (const [text, problem] of bad) {
    it(`says "${problem}" of "${text}"`, () => expect(parseExpiry(text, now)).to.deep.equal({problem}));
  }

  it('holds a card good to the last day of its month', () => {
    expect(parseExpiry('11/26', new Date(2026, 10, 30, 23, 59))).to.have.property('expiry');
    expect(parseExpiry('11/26', new Date(2026, 11, 1))).to.deep.equal({problem: 'past'});
  });

  it('reads what it shows', () => {
    for (let month = 1; month <= 12; month += 1) {
      const expiry = {month: String(month).padStart(2, '0'), year: '2031'};
      expect(parseExpiry(showExpiry(expiry), now)).to.deep.equal({expiry});
    }
  });

  it('are taken in the digits of Thai and Gurmukhi keyboards', () => {
    expect(westernDigits('๐๙/๒๘ ੦੯/੨੮')).to.equal('09/28 09/28');
  });

  it('leaves digits of unknown scripts and other text alone', () => {
    expect(westernDigits('a១b2')).to.equal('a១b2');
  });
});

/** Types the keys one by one at the caret, as an input would; `<` is backspace, `←` moves the caret. */
function typed(keys: string, start = ''): {text: string; caret: number} {
  let now = {text: start, caret: start.length};
  for (const key of keys) {
    const {text, caret} = now;
    if (key === '←') now = {text, caret: Math.max(0, caret - 1)};
    else if (key === '<')
      now = formatExpiry(
        text.slice(0, Math.max(0, caret - 1)) + text.slice(caret),
        Math.max(0, caret - 1),
        true,
      );
    else now = formatExpiry(text.slice(0, caret) + key + text.slice(caret), caret + 1, false, text);
  }
  return now;
}

describe('shaping an expiry while it is typed', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['1', '1'],
    ['12', '12 / '],
    ['1229', '12 / 29'],
    ['12/29', '12 / 29'],
    ['12 / 29', '12 / 29'],
    ['5', '05 / '],
    ['529', '05 / 29'],
    ['1/29', '01 / 29'],
    ['0129', '01 / 29'],
    ['13', '13 / '],
    ['13/29', '13 / 29'],
    ['1329', '13 / 29'],
    ['127', '12 / 7'],
    ['12/31/2027', '12 / 31/2027'],
    ['122029', '12 / 2029'],
    ['12291', '12 / 29'],
    ['1220291', '12 / 2029'],
    ['x', ''],
    ['1x', '1'],
    ['0/', '0 / '],
    ['١٢٢٩', '12 / 29'],
  ];
  for (const [keys, text] of cases) {
    it(`"${keys}" becomes "${text}" with the caret behind it`, () =>
      expect(typed(keys)).to.deep.equal({text, caret: text.length}));
  }

  it('lets backspace take everything away again, one digit at a time at the least', () => {
    let now = {text: '12 / 29', caret: 7};
    for (let press = 0; press < 10 && now.text !== ''; press += 1) {
      const before = now.text;
      now = formatExpiry(now.text.slice(0, now.caret - 1) + now.text.slice(now.caret), now.caret - 1, true);
      expect(now.text.length).to.be.lessThan(before.length);
    }
    expect(now.text).to.equal('');
  });

  it('keeps the caret where a digit is corrected in the middle', () => {
    // 12 / 29 with the caret behind the 1: the 2 is replaced.
    const removed = formatExpiry('1 / 29', 1, true);
    expect(removed.caret).to.equal(1);
    const added = formatExpiry('11 / 29', 2);
    expect(added).to.deep.equal({text: '11 / 29', caret: 5});
  });

  it('loses no digit of a full date to one that is typed into it', () => {
    expect(formatExpiry('112 / 29', 1, false, '12 / 29')).to.deep.equal({text: '12 / 29', caret: 0});
    expect(formatExpiry('12 / 129', 6, false, '12 / 29')).to.deep.equal({text: '12 / 29', caret: 5});
  });

  it('lets a month be typed again in front of its year', () => {
    expect(formatExpiry('1 / 29', 1).text).to.equal('1 / 29');
    expect(formatExpiry('10 / 29', 2).text).to.equal('10 / 29');
  });

  it('moves on behind the separator when the month is complete', () => {
    expect(formatExpiry('12', 2)).to.deep.equal({text: '12 / ', caret: 5});
  });
});

describe('any text typed into an expiry', () => {
  const anything = fc.string({unit: fc.constantFrom(...'0123456789 /-.xD٢۵')});

  it('is shaped with the caret inside it, and shaping it again changes nothing', () => {
    fc.assert(
      fc.property(anything, fc.nat(40), (text, at) => {
        const {text: shaped, caret} = formatExpiry(text, Math.min(at, text.length));
        expect(caret).to.be.within(0, shaped.length);
        expect(formatExpiry(shaped, caret).text).to.equal(shaped);
        const isShaped = /^\d{0,2}( \/ \d{0,4})?$/.test(shaped);
        expect(isShaped || /\d.*[/.-].*\d.*[/.-]/.test(shaped), shaped).to.equal(true);
      }),
    );
  });

  it('is read as a good date or as a problem, never as a month or a year that no card has', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const reading = parseExpiry(text, now);
        if ('problem' in reading) return;
        expect(reading.expiry.month).to.match(/^(0[1-9]|1[0-2])$/);
        expect(Number(reading.expiry.year)).to.be.within(2026, 2046);
      }),
    );
  });

  it('reads the same date from every way of writing it', () => {
    const dates = fc.record({month: fc.integer({min: 1, max: 12}), year: fc.integer({min: 2027, max: 2045})});
    fc.assert(
      fc.property(dates, ({month, year}) => {
        const two = String(month).padStart(2, '0');
        const expiry = {month: two, year: String(year)};
        for (const text of [
          `${two}/${year % 100}`,
          `${two}${year % 100}`,
          `${month}/${year}`,
          `${two}${year}`,
          `${year}-${two}`,
          `${year}${two}`,
          showExpiry(expiry),
        ])
          expect(parseExpiry(text, now), text).to.deep.equal({expiry});
      }),
    );
  });
});

describe('an expiry that is pasted or filled in as a whole', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['0129', '01 / 29'],
    ['2029-12-31', '12 / 29'],
    ['Dec 2029', '12 / 29'],
    ['exp 01/29 cvv 123', '01 / 29'],
    ['１２／２９', '12 / 29'],
    ['13/29', '13 / 29'],
    ['10/1999', '10 / 1999'],
    ['127', '127'],
    ['12/31/2027', '12/31/2027'],
    ['01/24 - 01/29', '01/24 - 01/29'],
    ['soon', ''],
    ['4000 0000 0000 2701', '400000'],
  ];
  for (const [text, shown] of cases)
    it(`"${text}" is shown as "${shown}"`, () => expect(wholeExpiry(text).text).to.equal(shown));

  it('is never read as another date than it says', () => {
    const dates = fc.record({month: fc.integer({min: 1, max: 31}), year: fc.integer({min: 27, max: 45})});
    fc.assert(
      fc.property(dates, fc.constantFrom('/', '-', '.', ' / '), ({month, year}, separator) => {
        const reading = parseExpiry(wholeExpiry(`${month}${separator}${year}`).text, now);
        if (month > 12) expect(reading).to.deep.equal({problem: 'month'});
        else
          expect(reading).to.deep.equal({
            expiry: {month: String(month).padStart(2, '0'), year: `20${year}`},
          });
      }),
    );
  });
});
