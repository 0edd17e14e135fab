import {expect} from '@open-wc/testing';
import {errorText, type ErrorWords} from '../../../src/element/shopper/announcing.js';
import type {Say} from '../../../src/element/shopper/locale.js';
import {CardVaultError, type CardVaultErrorCode} from '../../../src/protocol/index.js';

const say: Say = (key) => `<${key}>`;
const words: ErrorWords = {
  errorKey: ({code}) => (code === 'card-incomplete' ? 'formIncomplete' : 'errorTokenization'),
};

describe('errorText', () => {
  for (const [what, code, loaded, text] of [
    ['what broke, and that no money moved', 'tokenization-failed', words, '<errorTokenization> <notCharged>'],
    ['nothing about money beside an entry to correct', 'card-incomplete', words, '<formIncomplete>'],
    [
      'that the connection is lost, where its words could not be loaded',
      'service-unreachable',
      undefined,
      '<errorNetwork> <notCharged>',
    ],
    [
      'that the form is not complete, where the shopper can help',
      'login-required',
      undefined,
      '<formIncomplete>',
    ],
    [
      'that to try again may help, where only the shop can help',
      'unexpected',
      undefined,
      '<errorMerchantRetry> <notCharged>',
    ],
  ] as const)
    it(`says ${what}`, () => {
      expect(errorText(new CardVaultError(code, 'x'), loaded, say)).to.equal(text);
    });

  it('asks for the words of the very error, also of one from the network', () => {
    const asked: CardVaultErrorCode[] = [];
    const errorKey: ErrorWords['errorKey'] = ({code}) => (asked.push(code), 'errorShopper');
    const text = errorText(new CardVaultError('request-timed-out', 'x'), {errorKey}, say);
    expect(asked).to.deep.equal(['request-timed-out']);
    expect(text).to.equal('<errorShopper> <notCharged>');
  });

  it('goes by who can help, not by the code alone', () => {
    const error = new CardVaultError('unexpected', 'x', {audience: 'network'});
    expect(errorText(error, undefined, say)).to.equal('<errorNetwork> <notCharged>');
  });
});
