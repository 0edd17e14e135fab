/** Why a bank declines a charge. After a hard decline the same card is not retried (guarantees 4.6). */
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

/** Whether a retry with the same card is pointless. Unknown codes are soft. */
export const isHard = (code: string): boolean =>
  Object.hasOwn(declines, code) && declines[code as DeclineCode].hard;
