/** Why a bank declines a charge. After a hard one the same card is not asked again (guarantees 4.6). */
const declines = {
  card_declined: {hard: false, says: 'The bank declined without a reason.'},
  insufficient_funds: {hard: false, says: 'There is not enough money behind the card.'},
  lost_card: {hard: true, says: 'The card was reported lost.'},
  stolen_card: {hard: true, says: 'The card was reported stolen.'},
  fraudulent: {hard: true, says: 'The bank suspects fraud.'},
  account_closed: {hard: true, says: 'The account behind the card is closed.'},
} as const satisfies Readonly<Record<string, {readonly hard: boolean; readonly says: string}>>;
export type DeclineCode = keyof typeof declines;
export const declineCodes = Object.keys(declines) as readonly DeclineCode[];

/** Whether asking again with the same card is pointless. Unknown codes are soft. */
export const isHard = (code: string): boolean =>
  Object.hasOwn(declines, code) && declines[code as DeclineCode].hard;

/** Which requests a test card is declined for. */
type Occasion =
  /** Also the small amount that saving a card holds. */
  | 'always'
  /** Only where money is taken: the card can be saved. */
  | 'charges'
  /** Only where money is taken again and the shopper is not there: a subscription begins with it and fails later. */
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
