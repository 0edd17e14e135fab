import {expect} from '@open-wc/testing';
import {labels} from '../../../src/element/shopper/announcing.js';
import {expiryMessages, nameProblem} from '../../../src/element/fields/entries.js';
import {parseExpiry} from '../../../src/element/fields/expiry.js';
import {first as en} from '../../../src/texts/en/first.js';
import {address as enAddress} from '../../../src/texts/en/address.js';
import {later as enLater} from '../../../src/texts/en/later.js';

const english: Readonly<Record<string, string>> = {...en, ...enLater, ...enAddress};

describe('nameProblem', () => {
  for (const name of ['', ' ', '\u00a0\t\n'])
    it(`wants a name instead of ${JSON.stringify(name)}`, () => {
      expect(nameProblem(name)).to.deep.equal({key: 'nameMissing'});
    });

  for (const name of [
    'Ann Example',
    'x',
    'علی',
    'Henry 8',
    'Suite 1234 5678 901',
    'José',
    'Jose\u0301',
    '王小明',
    'O´Brien',
    'می\u200cنا',
    '\u200fعمر\nخالد',
    'x'.repeat(80),
  ])
    it(`takes ${name}`, () => {
      expect(nameProblem(name)).to.equal(undefined);
    });

  for (const name of ['123456789012', '4000 0000 0000 2701', 'Ann 4000-0000-0000-2701', '٤٠٠٠٠٠٠٠٠٠٠٠٢٧٠١'])
    it(`refuses a card number in ${name}`, () => {
      expect(nameProblem(name)).to.deep.equal({key: 'nameIsNumber'});
    });
});

describe('a name that is none', () => {
  for (const name of ['Zoë 🎉', '🎉', '👩🏽', '-.', '\u200f', 'A \ud800', '5', '<Ann> ™', 'x'.repeat(257)])
    it(`as ${JSON.stringify(name).slice(0, 20)} wants letters`, () => {
      expect(nameProblem(name)).to.deep.equal({key: 'nameLetters'});
    });
});

describe('the messages of fields', () => {
  it('name every field by words that there are', () => {
    for (const [field, key] of Object.entries(labels)) expect(english[key], field).to.be.a('string');
    expect(new Set(Object.values(labels)).size, 'no two fields share a label').to.equal(
      Object.keys(labels).length,
    );
  });

  for (const [typed, sentence] of [
    ['', 'expiryMissing'],
    ['1', 'expiryIncomplete'],
    ['13 / 30', 'expiryMonth'],
    ['01 / 20', 'expiryPast'],
    ['01 / 99', 'expiryFar'],
  ] as const)
    it(`answer an expiry of "${typed}" with ${sentence}`, () => {
      const reading = parseExpiry(typed, new Date(2026, 10, 20));
      const problem = 'problem' in reading ? reading.problem : undefined;
      expect(problem && expiryMessages[problem]).to.equal(sentence);
      expect(english[sentence]).to.be.a('string');
    });
});
