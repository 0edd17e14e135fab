import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import cardTypes from 'credit-card-type';
import {brandsOf} from '../../../src/protocol/brand-match.js';
import {brandOf, networkOf} from '../../../src/protocol/brand-codes.js';
import {brandIds, cardBrands, type BrandId} from '../../../src/protocol/index.js';
import {checkNumber, passesLuhn} from '../../src/platform/pages/card-number.js';
import {cardData} from '../../src/simulators/microform/browser/kinds.js';

interface Entry {
  readonly name: string;
  readonly lengths: readonly number[];
  readonly ranges: readonly string[];
}

/** The hosted library's own table, as version 0.11 has it (wire 9.3). */
const vendor = JSON.parse(
  readFileSync(new URL('./vendor-brands.json', import.meta.url), 'utf8'),
) as readonly Entry[];

const peer: readonly Entry[] = Object.values(cardTypes.types).flatMap((id) => {
  const {type, lengths, patterns} = cardTypes.getTypeInfo(id);
  const ranges = patterns.map((pattern) => (Array.isArray(pattern) ? pattern.join('-') : String(pattern)));
  return [{name: type, lengths, ranges}];
});

/** A number with the right check digit. */
const numberOf = (head: string, length: number): string =>
  [...'0123456789'].map((last) => head.padEnd(length - 1, '0') + last).find(passesLuhn)!;

/** Numbers at both ends of every range, and in its middle, in every length. */
function* numbersOf({lengths, ranges}: Entry): Generator<string> {
  for (const range of ranges) {
    const [low = '', high = low] = range.split('-');
    const middle = String(Math.floor((Number(low) + Number(high)) / 2));
    for (const head of new Set([low, middle, high]))
      for (const length of lengths) yield numberOf(head, length);
  }
}

describe('the one table of brands, beside the tables of others (wire 9.3)', () => {
  it('takes every number that the hosted library takes, but for lengths that its brand does not have', () => {
    const refused = vendor.flatMap((entry) =>
      [...numbersOf(entry)]
        .filter((number) => !checkNumber(number).valid)
        .map((number) => `${entry.name} as ${brandsOf(number).join()} of ${number.length} digits`),
    );
    // The hosted library lets a Visa number have any length, and its Maestro overlaps 62 and 6011.
    assert.deepEqual([...new Set(refused)].sort(), [
      ...[12, 13, 14, 15, 17, 18].map((length) => `maestro as discover of ${length} digits`),
      ...[12, 13, 14, 15].map((length) => `maestro as unionpay of ${length} digits`),
      ...[14, 15, 17].map((length) => `visa as visa of ${length} digits`),
    ]);
  });

  it('names the brand that the hosted library names, but where a closer prefix is known', () => {
    const others = new Map<string, Set<string>>();
    for (const entry of vendor) {
      for (const number of numbersOf(entry)) {
        const ours = brandsOf(number);
        if (ours.some((id) => id === entry.name)) continue;
        const found = others.get(entry.name) ?? new Set();
        others.set(entry.name, found.add(ours.join('+')));
      }
    }
    // Within Maestro's wide ranges lie UnionPay's 62, Discover's 6011 and 65, and cards of one country. Discover takes part of 62
    // and 81 as a partner of UnionPay, whose mark is on those cards.
    assert.deepEqual(Object.fromEntries([...others].map(([name, found]) => [name, [...found].sort()])), {
      maestro: ['discover', 'unionpay'],
      discover: ['unionpay'],
    });
  });

  it('knows every brand that credit-card-type knows, by the same numbers', () => {
    const ids: Readonly<Record<string, string>> = {'american-express': 'amex', 'diners-club': 'diners'};
    const different = new Set<string>();
    for (const entry of peer) {
      const id = ids[entry.name] ?? entry.name;
      assert.ok(
        brandIds.some((known) => known === id),
        id,
      );
      for (const number of numbersOf(entry)) {
        const best = cardTypes(number).map(({type}) => ids[type] ?? type);
        const ours = brandsOf(number);
        const missing = best.filter((type) => !ours.some((known) => known === type));
        for (const type of missing) different.add(`${type} ${number.slice(0, 6)}: ${ours.join('+')}`);
      }
    }
    // Prefixes that are not issued any more, and prefixes that other brands have meanwhile.
    assert.deepEqual([...different].sort(), [
      'jcb 180000: ',
      'jcb 213100: ',
      'maestro 493698: visa',
      'maestro 507889: verve',
      'maestro 508999: rupay',
    ]);
  });

  for (const [brand, number, whose] of [
    ['maestro', '6799990100000000019', 'a published test card'],
    ['maestro', '5000000000000611', 'of prefix 50'],
    ['maestro', '6304000000000000', 'of prefix 63'],
    ['maestro', '5900000000000001', 'of prefix 59'],
    ['paypak', '2205000000000000', 'of Pakistan'],
    ['unionpay', '6212345678901232', 'of China'],
    ['elo', '5067310000000010', 'of Brazil'],
    ['hipercard', '6062825624254001', 'of Brazil'],
    ['verve', '5060990580000217499', 'of Nigeria'],
    ['troy', '9792030394440796', 'of Turkey'],
    ['mir', '2200000000000004', 'of Russia'],
    ['rupay', '5085000000000000', 'of India'],
    ['mada', '9682010000000000', 'of Saudi Arabia'],
  ] as const) {
    it(`tells ${cardBrands[brand].name} ${whose} by its number`, () => {
      const right = numberOf(number.slice(0, -1), number.length);
      const {candidates} = checkNumber(right);
      assert.deepEqual(
        candidates.filter(({valid}) => valid).map((one) => one.brand.id),
        [brand],
      );
    });
  }

  it('reports both brands of a co-badged card, the one that most shops take first', () => {
    const cards = checkNumber(numberOf('4464040000', 16)).candidates.map(cardData);
    assert.deepEqual(
      cards.map(({name, cybsCardType, valid}) => [name, cybsCardType, valid]),
      [
        ['visa', '001', true],
        ['mada', '060', true],
      ],
    );
  });

  it('keeps to the common brands until the prefix of another is there', () => {
    const steps: Readonly<Record<string, readonly BrandId[]>> = {
      '': [],
      '4': ['visa'],
      '40117': ['visa'],
      '401178': ['elo'],
      '5': ['mastercard', 'maestro'],
      '2': ['mastercard'],
      '220': ['paypak', 'mir'],
      '2205': ['paypak'],
      '2221': ['mastercard'],
      '2721': [],
      '34': ['amex'],
      '6': ['discover', 'maestro', 'unionpay'],
      '60': ['discover', 'maestro'],
      '6011': ['discover'],
      '62': ['unionpay'],
      '650052': ['discover', 'troy'],
      '9': ['mada', 'troy'],
      '7': [],
    };
    for (const [digits, brands] of Object.entries(steps)) assert.deepEqual(brandsOf(digits), brands, digits);
  });

  it('has one name in a capture context for each brand, which reads back', () => {
    for (const id of brandIds) assert.equal(brandOf(networkOf(id)), id);
    assert.deepEqual(['VISA', 'CUP', 'DINERSCLUB', 'AMEX', 'CARTESBANCAIRES'].map(brandOf), [
      'visa',
      'unionpay',
      'diners',
      'amex',
      'cartes-bancaires',
    ]);
  });
});
