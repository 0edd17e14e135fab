import {expect} from '@open-wc/testing';
import {cardBrands, liabilityShiftOf, nextStepByStatus} from '../../src/protocol/index.js';
import {
  everydayCards,
  furtherTestCards,
  testCard,
  testCardBrands,
  testCards,
  testExpiry,
} from '../../src/testing/index.js';

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

describe('test cards', () => {
  it('are the 44 numbers of the published table', () => {
    expect(testCards).to.have.length(44);
    expect(new Set(testCards.map(({number}) => number)).size).to.equal(44);
    const perBrand = testCardBrands.map((brand) => testCards.filter((card) => card.brand === brand).length);
    expect(perBrand).to.deep.equal([12, 12, 12, 8]);
  });

  it('are followed by the earlier pack and the documented failure card, which end as the same cases', () => {
    expect(furtherTestCards).to.have.length(37);
    const all = [...testCards, ...furtherTestCards].map(({number}) => number);
    expect(new Set(all).size).to.equal(44 + 37);
    for (const {case: id, brand, number: _number, ...facts} of furtherTestCards) {
      const {number: _other, case: _case, brand: _brand, ...published} = testCard(id, brand);
      expect(facts, `${id} ${brand}`).to.deep.equal(published);
    }
    const failure = furtherTestCards.find(({number}) => number === '4456530000001013');
    expect(failure).to.include({case: '2.2', status: 'FAILED', outcome: 'stopped', reason: 'failed'});
  });

  for (const {case: id, brand, number, securityCode} of [...testCards, ...furtherTestCards]) {
    it(`${id} ${brand} is a number and a code of that brand`, () => {
      const {ranges, lengths, securityCode: code} = cardBrands[brand];
      expect(passesLuhn(number)).to.equal(true);
      expect(lengths).to.include(number.length);
      expect(
        ranges.some(([from, to]) => number.slice(0, from.length) >= from && number.slice(0, to.length) <= to),
      ).to.equal(true);
      expect(securityCode).to.have.length(code.length);
    });
  }

  it('can be told apart by their last four digits within a brand', () => {
    for (const brand of testCardBrands) {
      const ends = testCards.filter((card) => card.brand === brand).map(({number}) => number.slice(-4));
      expect(new Set(ends).size).to.equal(ends.length);
    }
  });

  it('end as the specification says (spec 2.4, 3.3)', () => {
    for (const card of testCards) {
      const next = nextStepByStatus[card.status];
      expect(card.stepUp !== undefined, card.case).to.equal(next === 'step-up');
      const saved = next === 'authorize' || card.stepUp === 'succeeded';
      expect(card.outcome, card.case).to.equal(saved ? 'saved' : 'stopped');
      expect(card.reason === undefined, card.case).to.equal(saved);
      if (saved) expect(liabilityShiftOf(card.eci), card.case).to.equal(true);
    }
  });

  it('are found by case and brand', () => {
    expect(testCard('2.9').number).to.equal('4000000000002503');
    expect(testCard('2.1', 'mastercard').eci).to.equal('02');
    expect(testCard('2.3', 'mastercard').eci).to.equal('01');
    expect(testCard('2.4', 'amex').eci).to.equal('07');
    expect(testCard('2.10').eci).to.equal(undefined);
    expect(() => testCard('2.9', 'discover')).to.throw(RangeError, '2.9');
    expect(testCard('insufficient_funds').number).to.equal('4000000000009995');
    expect(testCard('insufficient_funds_later').failure).to.equal('insufficient_funds');
  });

  it('expire in January in three years', () => {
    expect(testExpiry(new Date('2026-11-20T12:00:00Z'))).to.deep.equal({
      month: '01',
      year: '2029',
      text: '01/29',
    });
  });

  it('everyday numbers are numbers of their brand', () => {
    for (const {brand, number} of everydayCards) {
      expect(passesLuhn(number), number).to.equal(true);
      expect(cardBrands[brand].lengths, number).to.include(number.length);
    }
  });
});
