import {brandNames} from './scenarios.js';

const stops = {
  'issuer-declined': 'the bank said no',
  'issuer-rejected': 'the bank refused the card',
  'issuer-unavailable': 'the bank could not answer',
  'card-not-eligible': 'the card takes no part in 3-D Secure',
  'cancelled-at-issuer': 'the shopper cancelled on the bank’s page',
  'closed-by-shopper': 'the shopper closed the bank’s page',
  'step-up-limit': 'nobody answered the bank in time',
  interrupted: 'the page was left before the bank had answered',
  'unknown-status': 'the service answered a status this version does not know',
};
const fixers = {
  merchant: 'The shop has to put it right',
  shopper: 'The shopper can put it right',
  network: 'The network did not hold',
};

/** How a run stands, as a sentence, and its tone. `expected` is the card that is picked. */
export function sentenceOf({moves, outcome, problem}, endStep, expected) {
  if (problem && (!endStep || endStep === 'failed')) {
    const again = problem.retryable ? ', and trying again is safe' : '';
    return {tone: 'bad', text: `${problem.code}: ${problem.message} ${fixers[problem.audience]}${again}.`};
  }
  if (!endStep || !outcome) {
    const step = moves.at(-1)?.step;
    const waiting = step === undefined || step === 'collecting';
    return {tone: 'calm', text: waiting ? 'Pick a card, save it, and watch.' : 'Under way…'};
  }
  const authentication = authenticationOf(outcome);
  const verdict = verdictOf(outcome, expected);
  if (outcome.outcome === 'saved') {
    const {card} = outcome;
    const name = `${brandNames[card.brand] ?? 'Card'} •••• ${card.lastFour}`;
    const once = card.singleUse ? ' It works once.' : '';
    return {tone: 'good', text: `Saved: ${name} as ${card.token}.${once}${authentication}${verdict}`};
  }
  const why = stops[outcome.cause] ?? outcome.cause;
  return {
    tone: 'stopped',
    text: `Stopped (${outcome.reason}): ${why}. Nothing was saved.${authentication}${verdict}`,
  };
}

function authenticationOf({outcome, authentication}) {
  if (!authentication) return '';
  const {status, eci, liabilityShift} = authentication;
  const liability = liabilityShift ? ': liability is the bank’s' : ': liability stays with the shop';
  return ` ${status}${eci ? `, ECI ${eci}` : ''}${outcome === 'saved' ? liability : ''}.`;
}

function verdictOf({outcome, reason, authentication}, expected) {
  if (!expected) return '';
  const asPicked =
    outcome === 'saved' ? authentication?.status === expected.status : reason === expected.reason;
  return outcome === expected.outcome && asPicked ? ' Just as picked.' : '';
}
