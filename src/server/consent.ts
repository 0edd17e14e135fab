import {Refusal} from './answers.js';
import type {SavedPaymentMethod} from './client/readers.js';
import type {ExpectedConsent} from './options.js';

/** Finds the fault of a card's consent, against what the shop's server expects. */
export type ConsentProblem = 'missing' | 'other-words';

/** A saved card, compared with the option `consent`. */
export interface VerifiedPaymentMethod extends SavedPaymentMethod {
  /** The shopper has agreed to nothing, or to other words than the shop expects: charge the card with the shopper present only. */
  readonly consentProblem?: ConsentProblem;
}

/** As the page reads its words: line breaks and indents of a template are no difference. */
const normal = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/**
 * Compares what is on record with what the shop expects. Any consent of the card's history will do: one that was given when the card
 * was first saved holds when the card is saved again. A page can send any words, so only the server's own are proof.
 */
export function consentProblem(
  {required = false, text}: ExpectedConsent,
  {consent, consents}: Pick<SavedPaymentMethod, 'consent' | 'consents'>,
): ConsentProblem | undefined {
  const given = consents ?? (consent ? [consent] : []);
  if (given.length === 0) return required ? 'missing' : undefined;
  if (text === undefined) return undefined;
  const expected = [text].flat().map(normal);
  return given.some((one) => expected.includes(normal(one.text))) ? undefined : 'other-words';
}

const refusals: Readonly<Record<ConsentProblem, readonly [code: string, message: string]>> = {
  missing: [
    'consent.missing',
    "The card was saved without the consent that the option consent of the shop's server requires. " +
      'Set consent="required" on <card-vault>; until the shopper has agreed, do not charge the card without them.',
  ],
  'other-words': [
    'consent.other_words',
    "The card was saved with a consent in other words than those that the option consent of the shop's server expects. " +
      'Show one of its texts in the slot "consent" of <card-vault>, or add the text that the page shows to consent.text.',
  ],
};

/** The answer to a page that saved a card without what the shop expects. What was held is given back before. */
export function consentRefusal(problem: ConsentProblem): Refusal {
  const [code, message] = refusals[problem];
  return new Refusal(409, code, message);
}

/** The card with what is wrong with its consent, if anything is. */
export function verified(
  method: SavedPaymentMethod,
  expected: ExpectedConsent | undefined,
): VerifiedPaymentMethod {
  const problem = expected && consentProblem(expected, method);
  return problem ? {...method, consentProblem: problem} : method;
}
