import {Answer} from './answer.js';
import {cardSummary, eciOf, statusOf} from './authentication.js';
import type {Completion, Payment, PaymentMethod} from './types.js';
import {validationResults} from './types.js';
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
    authorized: has('authorization'),
    reversed: has('reversal'),
    ...(method.at('token').present && {paymentMethod: paymentMethodOf(method)}),
  };
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
  const result = validation.at('result').display();
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

/** Reads the shop server's answer to the last step (decision 0006). Throws `answer-unreadable`. */
export function readCompletion(answer: unknown): Completion {
  const root = new Answer(answer);
  return {paymentMethod: paymentMethodOf(root.at('payment_method')), reversed: root.at('reversed').flag()};
}

/** Reads the shopper's wallet as the shop's server lists it. Throws `answer-unreadable`. */
export function readPaymentMethods(answer: unknown): readonly PaymentMethod[] {
  return new Answer(answer)
    .at('payment_methods')
    .items()
    .map((item) => ({...paymentMethodOf(item), expired: item.at('expired').value === true}));
}

function paymentMethodOf(place: Answer): PaymentMethod {
  return {
    token: place.at('token').text(),
    ...cardSummary(place),
    singleUse: place.at('single_use').value === true,
  };
}
