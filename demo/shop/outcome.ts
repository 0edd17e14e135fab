import type {TestCard} from './card-picker.js';
import type {Outcome, Run} from './run.js';
import {brandNames} from './scenarios.js';

const stops: Partial<Record<string, string>> = {
  'issuer-declined': 'the bank said no',
  'issuer-rejected': 'the bank refused the card',
  'issuer-unavailable': 'the bank could not answer',
  'card-not-eligible': 'the card takes no part in 3-D Secure',
  'cancelled-at-issuer': 'the shopper cancelled on the bank’s page',
  'closed-by-shopper': 'the shopper closed the bank’s page',
  'step-up-limit': 'the bank got no answer in time',
  interrupted: 'the page was left before the bank had answered',
  'unknown-status': 'the service answered a status this version does not know',
};
const fixers: Partial<Record<string, string>> = {
  merchant: 'The shop has to put it right',
  shopper: 'The shopper can put it right',
  network: 'The network did not hold',
};

interface Sentence {
  readonly tone: 'bad' | 'calm' | 'good' | 'stopped';
  readonly text: string;
}

/** How a run stands, as a sentence, and its tone. `expected` is the card that is picked. */
export function sentenceOf({moves, outcome, problem}: Run, endStep?: string, expected?: TestCard): Sentence {
  if (problem && (!endStep || endStep === 'failed')) {
    const again = problem.retryable ? ', and trying again is safe' : '';
    return {
      tone: 'bad',
      text: `${problem.code}: ${problem.message} ${fixers[problem.audience] ?? ''}${again}.`,
    };
  }
  if (!endStep || !outcome) {
    const step = moves.at(-1)?.step;
    const waiting = step === undefined || step === 'collecting';
    return {tone: 'calm', text: waiting ? 'Pick a card, save it, and watch.' : 'Under way…'};
  }
  const authentication = authenticationOf(outcome);
  const verdict = verdictOf(outcome, expected);
  const {card} = outcome;
  if (outcome.outcome === 'saved' && card) {
    const name = `${brandNames[card.brand] ?? 'Card'} •••• ${card.lastFour}`;
    const once = card.singleUse ? ' It works once.' : '';
    return {tone: 'good', text: `Saved: ${name} as ${card.token}.${once}${authentication}${verdict}`};
  }
  const {reason = '', cause = ''} = outcome;
  const why = stops[cause] ?? cause;
  return {
    tone: 'stopped',
    text: `Stopped (${reason}): ${why}. Nothing was saved.${authentication}${verdict}`,
  };
}

function authenticationOf({outcome, authentication}: Outcome): string {
  if (!authentication) return '';
  const {status, eci, liabilityShift} = authentication;
  const liability = liabilityShift ? ': liability is the bank’s' : ': liability stays with the shop';
  return ` ${status}${eci ? `, ECI ${eci}` : ''}${outcome === 'saved' ? liability : ''}.`;
}

function verdictOf({outcome, reason, authentication}: Outcome, expected?: TestCard): string {
  if (!expected) return '';
  const asPicked =
    outcome === 'saved' ? authentication?.status === expected.status : reason === expected.reason;
  return outcome === expected.outcome && asPicked ? ' Just as picked.' : '';
}
