import type {DeclineCode} from '../../domain/ports/declines.js';

/** Which requests of a test card are declined. */
type Occasion =
  /** Every request, so that the card cannot even be saved. */
  | 'always'
  /** Every payment and every charge of a subscription. The card can be saved, because that takes no money. */
  | 'charges'
  /** Every charge of a subscription after the first one. The subscription starts and fails later. */
  | 'renewals';

export interface DecliningCard {
  readonly number: string;
  readonly decline: DeclineCode;
  readonly occasion: Occasion;
}

/**
 * The test cards that the simulated network declines. Most are well-known test numbers of other payment
 * services. Every other card is approved.
 */
export const decliningCards: readonly DecliningCard[] = [
  {number: '4000000000000002', decline: 'card_declined', occasion: 'always'},
  {number: '4000000000009995', decline: 'insufficient_funds', occasion: 'charges'},
  {number: '4000000000009987', decline: 'lost_card', occasion: 'charges'},
  {number: '4000000000009979', decline: 'stolen_card', occasion: 'charges'},
  {number: '4100000000000019', decline: 'fraudulent', occasion: 'charges'},
  {number: '4000000000009938', decline: 'account_closed', occasion: 'charges'},
  {number: '4000000000000341', decline: 'insufficient_funds', occasion: 'renewals'},
];

const byNumber = new Map(decliningCards.map((card) => [card.number, card]));

export const isDeclining = (number: string): boolean => byNumber.has(number);

/** The security code of no card: the bank declines a request that brings it. Any other is right. */
const wrongCode = /^0+$/;

/** The decline code for a request; undefined if the bank approves it. */
export function declineOf(request: {
  readonly number: string;
  readonly securityCode?: string | undefined;
  readonly capture: boolean;
  /** The amount is to be taken, now or later. */
  readonly purchase: boolean;
  readonly renewal: boolean;
}): DeclineCode | undefined {
  if (request.securityCode !== undefined && wrongCode.test(request.securityCode)) return 'incorrect_cvc';
  const card = byNumber.get(request.number);
  if (!card) return undefined;
  const matches = {
    always: true,
    charges: request.capture || request.purchase,
    renewals: request.capture && request.renewal,
  };
  return matches[card.occasion] ? card.decline : undefined;
}
