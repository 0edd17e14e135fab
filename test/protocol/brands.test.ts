import {expect} from '@open-wc/testing';
import {brandOf, cardBrands, readPaymentMethods, type BrandId} from '../../src/protocol/index.js';

describe('the brand of a card, as services write it (wire 9.2)', () => {
  const written: [string, BrandId | undefined][] = [
    ['Visa', 'visa'],
    ['VISA', 'visa'],
    ['001', 'visa'],
    ['1', 'visa'],
    ['2', 'mastercard'],
    ['MASTERCARD', 'mastercard'],
    ['MasterCard', 'mastercard'],
    ['Mastercard', 'mastercard'],
    ['3', 'amex'],
    ['AMEX', 'amex'],
    ['AmericanExpress', 'amex'],
    ['AMERICAN EXPRESS', 'amex'],
    ['american_express', 'amex'],
    ['004', 'discover'],
    ['Diners Club', 'diners'],
    ['DINERSCLUB', 'diners'],
    ['UnionPay', 'unionpay'],
    ['UNIONPAY', 'unionpay'],
    ['062', 'unionpay'],
    ['Unbranded', undefined],
    ['0', undefined],
    ['4', undefined],
    ['5', undefined],
    ['62', undefined],
    ['01', undefined],
    ['', undefined],
    ['-', undefined],
    ['PayPak', 'paypak'],
    ['PAYPAK', 'paypak'],
    ['CUP', 'unionpay'],
    ['China UnionPay', undefined],
    ['cartesbancaires', 'cartes-bancaires'],
    ['060', 'mada'],
    ['Visa Electron', undefined],
    ['constructor', undefined],
  ];
  for (const [text, brand] of written) {
    it(`"${text}" is ${brand ?? 'unknown'}`, () => {
      expect(brandOf(text)).to.equal(brand);
    });
  }

  it('reads its own ids, names, codes and schemes', () => {
    for (const {id, name, typeCode, scheme} of Object.values(cardBrands)) {
      for (const text of [id, name, scheme, name.toUpperCase(), typeCode || id])
        expect(brandOf(text)).to.equal(id);
    }
  });

  it('is taken from code, type or scheme, whichever says one, integers included', () => {
    const cards: [Record<string, unknown>, string][] = [
      [{scheme: 1}, 'visa'],
      [{scheme: 0, card_type: 'MASTERCARD'}, 'mastercard'],
      [{card_type_code: '', card_type: 'VISA'}, 'visa'],
      [{card_type_code: '003', scheme: 'Unbranded'}, 'amex'],
      [{brand: 'unknown', scheme: 'VISA'}, 'visa'],
      [{scheme: {code: 1}}, 'unknown'],
      [{}, 'unknown'],
    ];
    for (const [card, brand] of cards) {
      const [method] = readPaymentMethods({payment_methods: [{token: 'pm_1', ...card}]});
      expect(method?.brand).to.equal(brand);
    }
  });
});
