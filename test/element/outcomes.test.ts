import {expect} from '@open-wc/testing';
import {later as enLater} from '../../src/texts/en/later.js';
import {first as en} from '../../src/texts/en/first.js';
import {fill} from '../../src/element/shopper/locale.js';
import {errorKey, keepsForm, outcomeText} from '../../src/element/views/outcome.js';
import type {StopCause} from '../../src/flow/index.js';
import {
  CardVaultError,
  cardVaultErrorCodes,
  type CardVaultErrorCode,
  type PaymentMethod,
} from '../../src/protocol/index.js';
import {paymentMethod, session} from '../support/fake-parts.js';

const english: Readonly<Record<string, string>> = {...en, ...enLater};
const say = (key: string, values?: Readonly<Record<string, string | number>>): string =>
  fill(english[key]!, values);

describe('what a shopper reads at the end', () => {
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
      const isChosen = ['cancelled-at-issuer', 'closed-by-shopper', 'interrupted'].includes(cause);
      expect(text.title, cause).to.equal(isChosen ? 'Not saved yet' : 'Your card was not saved');
      expect(text.sentence).to.match(/\. You have not been charged\.$/);
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

  const failed = (code: CardVaultErrorCode, more: object = {}) =>
    outcomeText({name: 'failed', run: 1, error: new CardVaultError(code, 'x'), ...more}, say);

  it('leaves the form in its place unless something may be open at the bank, or the fault would come again', () => {
    const stop = (cause: StopCause, more: object = {}): boolean =>
      keepsForm({
        name: 'stopped',
        run: 1,
        outcome: {outcome: 'stopped', reason: 'failed', cause, authentication: undefined, tracker: 't'},
        ...more,
      });
    for (const [cause] of causes) expect(stop(cause), cause).to.equal(true);
    const payment = {session: {...session, payment: {}}, unsure: true};
    expect(stop('interrupted', payment), 'another page may pay').to.equal(false);
    const fault = (code: CardVaultErrorCode, more: object = {saving: true}): boolean =>
      keepsForm({name: 'failed', run: 1, error: new CardVaultError(code, 'x'), ...more});
    const kept = cardVaultErrorCodes.filter((code) => fault(code));
    // The service asks to come back later, the shopper has to do something else, or only the shop can help.
    const inItsPlace: readonly CardVaultErrorCode[] = [
      'service-unavailable',
      ...[
        'tokenization-failed',
        'login-required',
        'too-many-cards',
        'card-incomplete',
        'brand-not-accepted',
        'completion-failed',
      ],
      ...['order-paid', 'order-changed', 'fields-blocked', 'fields-timed-out', 'framed-elsewhere'],
      ...['device-data-url-refused', 'step-up-url-refused', 'entry-mode-refused', 'configuration-missing'],
    ] as CardVaultErrorCode[];
    expect(kept).to.have.members(cardVaultErrorCodes.filter((code) => !inItsPlace.includes(code)));
    for (const code of kept) {
      expect(fault(code, {}), `${code}: the fields never came`).to.equal(false);
      expect(fault(code, {saving: true, unsettled: 'truth'}), `${code}: not settled`).to.equal(false);
    }
  });

  // shows: time 82
  it('says of an error whether the fields or the card were at stake', () => {
    expect(failed('service-unreachable').title).to.equal('The card form couldn’t load');
    expect(failed('service-unreachable', {saving: true}).title).to.equal('We couldn’t save your card');
    expect(failed('service-unreachable', {unsettled: 'truth'}).title).to.equal('We couldn’t save your card');
  });

  // shows: time 80
  it('leaves an expired transient token to the shopper, who enters the card again', () => {
    const text = failed('transient-token-expired', {saving: true});
    expect(text).to.include({title: 'We couldn’t save your card', action: 'Try again'});
    expect(text.sentence).to.match(/^For your safety, the form timed out\. Please try again\./);
  });

  it('asks a shopper to wait after too many cards', () => {
    const text = failed('too-many-cards', {saving: true});
    expect(text.sentence).to.match(/^Too many cards have been tried\. Please wait an hour/);
    expect(text.action).to.equal('Try again');
  });

  it('says that an order is paid already, and has no button that would pay again', () => {
    for (const saving of [true, false])
      expect(failed('order-paid', {saving})).to.deep.equal({
        title: 'Your payment was not made',
        sentence: 'This order is already paid. You have not been charged again.',
        action: undefined,
      });
  });

  it('asks a shopper to load a page again whose order has changed', () => {
    for (const saving of [true, false])
      expect(failed('order-changed', {saving})).to.deep.equal({
        title: 'Your payment was not made',
        sentence: 'Your order has changed. Reload the page to pay the new amount. You have not been charged.',
        action: undefined,
      });
  });

  it('asks a shopper who is signed out to sign in', () => {
    const text = failed('login-required');
    expect(text.sentence).to.match(/^You are signed out\. Please sign in again/);
    expect(text.action).to.equal('Try again');
  });

  it('blames the connection only where it was lost', () => {
    expect(failed('service-unreachable').sentence).to.contain('lost the connection');
    expect(failed('service-unavailable').sentence).to.contain('on our side');
    expect(failed('fields-timed-out').sentence).not.to.contain('blocked');
  });

  // shows: time 83
  it('has no button where trying again would not help, and another card where one was sent', () => {
    expect(failed('configuration-missing').action).to.equal(undefined);
    const sent = failed('request-refused', {saving: true});
    expect(sent.action).to.equal('Use another card');
    expect(sent.sentence).to.contain('Please try another card.');
  });

  it('blames the card only where the service refused what was sent', () => {
    for (const code of cardVaultErrorCodes) {
      const {sentence, action} = failed(code, {saving: true});
      const isRefused = code === 'request-refused';
      expect(/with this card|another card/.test(sentence), code).to.equal(isRefused);
      const others = code.startsWith('order-') ? undefined : 'Try again';
      expect(action, code).to.equal(isRefused ? 'Use another card' : others);
    }
  });

  it('blames the card for what was sent of it, and not for a session or after the bank has been asked', () => {
    const refused = (status: number | undefined, more: object = {}) => {
      const error = new CardVaultError('request-refused', 'x', status === undefined ? {} : {status});
      return failed('request-refused', {error, saving: true, ...more});
    };
    for (const status of [400, 402, 422, undefined])
      expect(refused(status).action, String(status)).to.equal('Use another card');
    const asked = {enrollment: {status: 'AUTHENTICATED', eci: '05'}};
    for (const [status, more] of [[404], [409], [410], [400, asked], [undefined, asked]] as const) {
      const {sentence, action} = refused(status, more);
      expect(sentence, String(status)).to.contain('Something went wrong on our side.');
      expect(action, String(status)).to.equal('Try again');
    }
  });

  it('says of an answer that nobody can read that it is our fault, and asks again', () => {
    for (const saving of [true, false]) {
      const {sentence, action} = failed('answer-unreadable', {saving});
      const said = 'Something went wrong on our side. Please try again in a moment.';
      expect(sentence).to.equal(saving ? `${said} You have not been charged.` : said);
      expect(action).to.equal('Try again');
    }
  });

  it('speaks of the internet where a card was not sent for want of it, and only there', () => {
    const sentence = (details = {}) => say(errorKey(new CardVaultError('tokenization-failed', 'x', details)));
    expect(sentence()).to.contain('Check your internet');
    expect(sentence({audience: 'merchant'})).to.equal(
      'Something went wrong on our side. Please try again in a moment.',
    );
  });

  it('says once more that no money moved where the fresh fields after a save did not open', () => {
    const state = {name: 'failed', run: 2, error: new CardVaultError('service-unreachable', 'x')} as const;
    const {title, sentence} = outcomeText(state, say, undefined, true);
    expect(title).to.equal('The card form couldn’t load');
    expect(sentence).to.match(/ You have not been charged\.$/);
  });

  it('names the shop where the page does', () => {
    const error = new CardVaultError('configuration-missing', 'x');
    const state = {name: 'failed', run: 1, error} as const;
    expect(outcomeText(state, say, 'Acme').sentence).to.contain('or contact Acme.');
    expect(outcomeText(state, say).sentence).to.contain('or contact the shop.');
  });

  // shows: time 73, wcag 3.3.4
  it('says of every error whether money moved, unless nothing was asked of the card', () => {
    for (const code of cardVaultErrorCodes) {
      const said = / You have not been charged(?: again)?\.$/;
      expect(failed(code, {saving: true}).sentence, code).to.match(said);
      expect(failed(code, {resuming: 'tracker'}).sentence, code).to.match(/not been charged/);
      if (!code.startsWith('order-')) expect(failed(code, {saving: false}).sentence, code).not.to.match(said);
    }
    const small = {session: {...session, accountVerification: false}, unsettled: 'completion', saving: true};
    expect(failed('completion-failed', small).sentence).to.match(
      /You have not been charged\. A small temporary hold may appear and will disappear\.$/,
    );
    expect(failed('login-required', {unsettled: 'truth'}).sentence).to.match(
      /You have not been charged\. If your bank shows a small temporary hold, it will disappear\.$/,
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
    expect(text('jcb')).to.equal('JCB ••••\u00a02701, expires 01/29');
    expect(text('unknown')).to.equal('Card ••••\u00a02701, expires 01/29');
    const {expirationMonth: _, expirationYear: __, ...undated} = paymentMethod;
    expect(text('jcb', undated)).to.equal('JCB ••••\u00a02701');
  });
});
