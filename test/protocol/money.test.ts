import {expect} from '@open-wc/testing';
import {currencyCodes, currencyDigits, isCurrency, toDecimalText} from '../../src/protocol/currencies.js';
import {moneyText, toMinorUnits} from '../../src/protocol/index.js';
import {shownMinor} from '../support/shown-money.js';

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ').replace(/\p{Cf}/gu, '');
const written = (amount: string, currency: string, language = 'en'): string =>
  plain(moneyText({amount, currency}, language));

describe('currencies (ISO 4217)', () => {
  const digits = {
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
    2: 'AFN ALL AMD COP CRC EUR HUF IDR IRR KPW LAK LBP MGA MMK MRU PKR RSD SLE SOS SYP TZS USD UZS YER ZWG',
    3: 'BHD IQD JOD KWD LYD OMR TND',
  };
  for (const [expected, codes] of Object.entries(digits))
    it(`have ${expected} digits: ${codes}`, () => {
      for (const code of codes.split(' ')) expect(currencyDigits(code), code).to.equal(Number(expected));
    });

  it('are all that are in use, once each', () => {
    expect(currencyCodes().length).to.be.at.least(157);
    expect(new Set(currencyCodes()).size).to.equal(currencyCodes().length);
  });

  for (const code of ['XYZ', 'CLF', 'UYW', 'XAU', 'XXX', 'pkr', '', '__proto__'])
    it(`${JSON.stringify(code)} is none, and no digits are guessed for it`, () => {
      expect(isCurrency(code)).to.equal(false);
      for (const use of [currencyDigits, (one: string) => toMinorUnits('5', one)])
        expect(() => use(code)).to.throw(RangeError, 'must be a code of ISO 4217, such as "PKR"');
      expect(() => toDecimalText(500, code)).to.throw(RangeError);
    });
});

describe('an amount as a reader sees it', () => {
  for (const language of ['en', 'en-PK', 'ur-u-nu-latn', 'ar-u-nu-latn'])
    it(`is the amount in minor units, for every currency, in ${language}`, () => {
      for (const currency of currencyCodes()) {
        const digits = currencyDigits(currency);
        for (const minor of [1, 49, 49_950, 480_000, 123_456_789]) {
          const amount = toDecimalText(minor, currency);
          expect(toMinorUnits(amount, currency), currency).to.equal(minor);
          for (const display of ['symbol', 'code'] as const)
            expect(shownMinor(moneyText({amount, currency}, language, display), digits), currency).to.equal(
              minor,
            );
        }
      }
    });

  it('has all decimals of its currency, also where it came without', () => {
    expect(written('4800.00', 'PKR')).to.equal('PKR 4,800.00');
    expect(written('499.5', 'PKR')).to.equal('PKR 499.50');
    expect(written('0.49', 'PKR')).to.equal('PKR 0.49');
    expect(written('24.000', 'IQD')).to.equal('IQD 24.000');
    expect(written('1500', 'HUF')).to.equal('HUF 1,500.00');
    expect(written('4800', 'JPY')).to.equal('¥4,800');
    expect(written('3000', 'UGX')).to.equal('UGX 3,000');
    expect(written('1250', 'EUR', 'de')).to.equal('1.250,00 €');
  });

  it('is never rounded, however long it is', () => {
    expect(written('90071992547409.91', 'USD')).to.equal('$90,071,992,547,409.91');
    expect(written('999999999999999.99', 'PKR')).to.equal('PKR 999,999,999,999,999.99');
    expect(written('9007199254740993.001', 'KWD')).to.equal('KWD 9,007,199,254,740,993.001');
    expect(written('0.125', 'USD')).to.equal('$0.125');
  });

  it('keeps the decimals that it came with where its currency is not known', () => {
    expect(written('12.5000', 'CLF')).to.equal('CLF 12.5000');
    expect(written('12', 'XYZ')).to.equal('XYZ 12');
  });

  it('is shown as it came where it is no decimal text', () => {
    for (const amount of ['1e3', '0x10', '12,50', '', ' 5', 'five'])
      expect(moneyText({amount, currency: 'USD'}, 'en')).to.equal(`USD ${amount}`);
  });

  it('is English where the language is none', () => {
    for (const language of ['en_US', 'C', '', 'xx-unknown'])
      expect(written('24', 'USD', language)).to.equal('$24.00');
  });
});
