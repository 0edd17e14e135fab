/**
 * The codes with which banks decline a charge. True: the decline is hard, which means that the same card is
 * not retried (guarantees 4.6).
 */
const hardByCode = {
  card_declined: false,
  insufficient_funds: false,
  incorrect_cvc: false,
  lost_card: true,
  stolen_card: true,
  fraudulent: true,
  account_closed: true,
} as const satisfies Readonly<Record<string, boolean>>;
export type DeclineCode = keyof typeof hardByCode;
export const declineCodes = Object.keys(hardByCode) as readonly DeclineCode[];

/** Whether a decline is hard. Codes that the service does not know are soft. */
export const isHard = (code: string): boolean =>
  Object.hasOwn(hardByCode, code) && hardByCode[code as DeclineCode];
