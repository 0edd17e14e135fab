import {expect} from '@open-wc/testing';
import {enLater} from '../../src/element/messages/en-later.js';
import {en} from '../../src/element/messages/en.js';
import {fill} from '../../src/element/messages/catalogue.js';
import {errorKey, outcomeText} from '../../src/element/views/outcome.js';
import type {StopCause} from '../../src/flow/index.js';
import {CardVaultError, cardVaultErrorCodes, type PaymentMethod} from '../../src/protocol/index.js';
import {card, paymentMethod} from '../support/fake-parts.js';

const english: Readonly<Record<string, string>> = {...en, ...enLater};
const say = (key: string, values?: Readonly<Record<string, string | number>>): string =>
  fill(english[key]!, values);

describe('what a shopper is told at the end', () => {
  const causes: readonly (readonly [StopCause, string])[] = [
    ['issuer-declined', 'Use another card'],
    ['issuer-rejected', 'Use another card'],
    ['card-not-eligible', 'Use another card'],
    ['unknown-status', 'Use another card'],
    ['issuer-unavailable', 'Try again'],
    ['cancelled-at-issuer', 'Try again'],
    ['closed-by-shopper', 'Try again'],
    ['step-up-limit', 'Try again'],
    ['interrupted', 'Try again'],
  ];

  it('is a sentence of its own for every cause, and the next sensible thing', () => {
    const sentences = causes.map(([cause, action]) => {
      const text = outcomeText(
        {
          name: 'stopped',
          run: 1,
          outcome: {outcome: 'stopped', reason: 'failed', cause, authentication: undefined, tracker: 't'},
        },
        say,
      );
      expect(text.action, cause).to.equal(action);
      expect(text.title).to.equal('The card was not saved');
      return text.sentence;
    });
    expect(new Set(sentences).size).to.equal(causes.length);
  });

  it('is a sentence for every error, without the words of a developer', () => {
    for (const code of cardVaultErrorCodes) {
      const sentence = say(errorKey(new CardVaultError(code, 'The tracker answered 500.')));
      expect(sentence, code).to.match(/\.$|details$/);
      expect(sentence, code).not.to.match(/tracker|500|session|token|context/i);
    }
  });

  it('says of an error whether the fields or the card were at stake', () => {
    const error = new CardVaultError('service-unreachable', 'x');
    expect(outcomeText({name: 'failed', run: 1, error}, say).title).to.equal(
      'The card fields could not load',
    );
    expect(outcomeText({name: 'failed', run: 1, error, card}, say).title).to.equal(
      'The card could not be saved',
    );
  });

  it('masks the card that was saved', () => {
    const authentication = {status: 'FRICTIONLESS', eci: '05', liabilityShift: true} as const;
    const text = (brand: 'jcb' | 'unknown', method: PaymentMethod = paymentMethod): string =>
      outcomeText(
        {
          name: 'saved',
          run: 1,
          outcome: {outcome: 'saved', paymentMethod: {...method, brand}, authentication, tracker: 't'},
        },
        say,
      ).sentence.replace(/[\u2066\u2069]/g, '');
    expect(text('jcb')).to.equal('JCB •••• 2701, expires 01/29');
    expect(text('unknown')).to.equal('Card •••• 2701, expires 01/29');
    const {expirationMonth: _, expirationYear: __, ...undated} = paymentMethod;
    expect(text('jcb', undated)).to.equal('JCB •••• 2701');
  });
});
