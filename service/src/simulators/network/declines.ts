import type {DeclineCode} from '../../domain/ports/declines.js';

/** Which requests a test card is declined for. */
type Occasion =
  /** Also the small amount that saving a card holds. */
  | 'always'
  /** Only where money is taken: the card can be saved. */
  | 'charges'
  /**
   * Only where money is taken again and the shopper is not there: a subscription begins with it and fails
   * later.
   */
  | 'renewals';

/** A number that the simulated network declines. */
export interface DecliningCard {
  readonly number: string;
  readonly decline: DeclineCode;
  readonly occasion: Occasion;
}

/** Numbers that people know from elsewhere, where there is one. Every other card is approved. */
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

/** What the bank says to a request; nothing when it approves. */
export function declineOf(request: {
  readonly number: string;
  readonly capture: boolean;
  readonly renewal: boolean;
}): DeclineCode | undefined {
  const card = byNumber.get(request.number);
  if (!card) return undefined;
  const fits = {always: true, charges: request.capture, renewals: request.capture && request.renewal};
  return fits[card.occasion] ? card.decline : undefined;
}
