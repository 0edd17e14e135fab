import {Answer} from './answer.js';
import {cardSummary, eciOf, statusOf} from './authentication.js';
import {CardVaultError} from './errors.js';
import {readPrice} from './price.js';
import {
  type Completion,
  type PayerAuthenticationSetup,
  type Payment,
  type PaymentMethod,
  type SessionPayment,
  validationResults,
} from './types.js';
import {actionKinds, trackerStates} from './vocabulary.js';

/** Reads the answer of fetchPayment (wire 1.7). Throws `answer-unreadable`. */
export function readPayment(answer: unknown): Payment {
  const data = new Answer(answer).at('data');
  const attempts = data.at('attempts').present ? data.at('attempts').items() : [];
  const last = attempts.findLast((attempt) => attempt.at('enrollment').present);
  const method = data.at('payment_method');
  const state = data.at('state').text();
  const next = nextAction(data);
  const has = (part: string): boolean => attempts.some((attempt) => attempt.at(part).present);
  return {
    tracker: data.at('token').text(),
    state: trackerStates.find((known) => known === state) ?? 'UNKNOWN',
    nextAction: next === undefined ? 'NOOP' : (actionKinds.find((known) => known === next) ?? 'UNKNOWN'),
    ...(last && authenticationOf(last)),
    ...(isConfirmed(data, attempts, next) && {confirmed: true}),
    authorized: has('authorization'),
    reversed: has('reversal'),
    ...(method.at('token').present && {paymentMethod: paymentMethodOf(method)}),
  };
}

/**
 * Evidence that a challenge succeeded, where the service names no validation (wire 9.2). That nothing is left
 * to be done shows nothing: a challenge that failed may end so too.
 */
function isConfirmed(data: Answer, attempts: readonly Answer[], next: string | undefined): boolean {
  const last = attempts.at(-1) ?? data.at('attempts');
  const performed = textsIn(last.at('actions_performed'), 'kind');
  const events = textsIn(data.at('events'), 'type');
  return (
    attempts.some((attempt) => attempt.at('authorization').present) ||
    last.at('is_success').value === true ||
    performed.includes('PAYER_AUTH_VALIDATION') ||
    events.some((type) => type === 'VALIDATION' || type === 'AUTHORIZATION') ||
    next === 'AUTHORIZATION' ||
    next === 'CAPTURE' ||
    next === 'REVERSAL'
  );
}

/** One text of each entry of a list or record that may be missing. */
function textsIn({value}: Answer, key: string): readonly string[] {
  return Object.values(value ?? {}).map((entry) => new Answer(entry).at(key).display());
}

/** The pending action of the tracker's own processor; a tracker at its end may name none. */
function nextAction(data: Answer): string | undefined {
  const actions = data.at('next_actions');
  const own = actions.at(data.at('intent').display(), 'kind').optionalText();
  return own ?? actions.at('CYBERSOURCE', 'kind').optionalText();
}

function authenticationOf(attempt: Answer): Pick<Payment, 'enrollment' | 'validation'> {
  const enrollment = attempt.at('enrollment');
  const status = enrollment.at('authentication_status');
  const validation = attempt.at('validation');
  const success = validation.at('is_success').value;
  const result =
    validation.at('result').display() || (success === true ? 'succeeded' : success === false ? 'failed' : '');
  const eci = eciOf(enrollment);
  const validatedEci = eciOf(validation);
  return {
    enrollment: {
      status: status.present ? statusOf(status) : 'UNKNOWN',
      ...(eci !== undefined && {eci}),
    },
    ...(validation.present && {
      validation: {
        result: validationResults.find((known) => known === result) ?? 'error',
        ...(validatedEci !== undefined && {eci: validatedEci}),
      },
    }),
  };
}

/**
 * Reads the shop server's answer to the last step (decision 0006). A method that is `null` is a refusal: nothing was saved. It
 * need not come as an HTTP error, which a browser would write to its console.
 *
 * @throws CardVaultError `answer-unreadable` or `request-refused`
 */
export function readCompletion(answer: unknown): Completion {
  const root = new Answer(answer);
  if (root.at('payment_method').value === null)
    throw new CardVaultError('request-refused', root.at('message').display() || 'No card was saved.');
  const payment = root.at('payment');
  return {
    paymentMethod: paymentMethodOf(root.at('payment_method')),
    ...(payment.present && {
      payment: {
        status: payment.at('status').display() === 'captured' ? 'captured' : 'authorized',
        ...readPrice(payment),
      },
    }),
    reversed: root.at('reversed').flag(),
  };
}

/** Reads what a session pays. Throws `answer-unreadable`. */
export function readSessionPayment(answer: unknown): SessionPayment {
  const root = new Answer(answer);
  const features: readonly unknown[] = [root.at('features').value].flat();
  return {
    ...readPrice(root),
    paymentMethod: paymentMethodOf(root.at('card')),
    ...(features.includes('saved-card-code') && {securityCode: true}),
  };
}

/** Reads the payer authentication that the shop's server set up with the saved card. Throws `answer-unreadable`. */
export function readSavedSetup(answer: unknown): PayerAuthenticationSetup {
  const root = new Answer(answer);
  const setup = root.at('setup');
  return {
    card: cardSummary(root.at('card')),
    accessToken: setup.at('access_token').text(),
    deviceDataCollectionUrl: setup.at('device_data_collection_url').address(),
  };
}

/** Reads the shopper's wallet as the shop's server lists it. Throws `answer-unreadable`. */
export function readPaymentMethods(answer: unknown): readonly PaymentMethod[] {
  return new Answer(answer).at('payment_methods').items().map(listedMethod);
}

/** Reads one saved method as the shop's server answers it after a change. Throws `answer-unreadable`. */
export function readChangedMethod(answer: unknown): PaymentMethod {
  return listedMethod(new Answer(answer).at('payment_method'));
}

function listedMethod(item: Answer): PaymentMethod {
  const isDefault = item.at('is_default');
  return {
    ...paymentMethodOf(item),
    expired: item.at('expired').value === true,
    ...(isDefault.present && {isDefault: isDefault.flag()}),
  };
}

function paymentMethodOf(place: Answer): PaymentMethod {
  return {
    token: place.at('token').text(),
    ...cardSummary(place),
    singleUse: place.at('single_use').value === true,
    ...(place.at('duplicate').value === true && {duplicate: true}),
    ...consentAt(place.at('consent')),
  };
}

/** Reads the consent of a saved card, where the service keeps one. */
export function consentAt(place: Answer): Pick<PaymentMethod, 'consent'> {
  if (!place.present) return {};
  const [text, language, givenAt] = [place.at('text'), place.at('language'), place.at('given_at')];
  return {consent: {text: text.text(), language: language.text(), givenAt: givenAt.instant()}};
}
