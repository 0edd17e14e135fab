import {nextStepByStatus, type CardSummary, type PaymentMethod} from '../protocol/index.js';
import {Refusal} from './answers.js';
import type {PaymentRecord} from './client/readers.js';

export interface WalletSearch {
  /** The payment as it stands after its reversal. */
  readonly payment: PaymentRecord;
  /** Tokens that were in the wallet when the session was opened; missing where the store forgot. */
  readonly before: readonly string[] | undefined;
  readonly readPayment: () => Promise<PaymentRecord>;
  readonly readWallet: () => Promise<readonly PaymentMethod[]>;
  /** Milliseconds between readings: the wallet may lag behind the payment. */
  readonly pauses: readonly number[];
}

/**
 * The payment method that a tracker saved: the one that the record names, or else, at a service without `names-method`, the one card
 * of the wallet that fits the card of the attempt. A card that is new since the session was opened decides at once, and proves by
 * itself that a challenge succeeded. A card that was known before counts only once no new one has come, and only where the record
 * itself shows success. It is never a guess (decision 0006).
 *
 * @returns `undefined` when nothing shows that the card was saved
 * @throws Refusal 409 `completion.failed` when the card may be saved and the wallet does not say which card it is
 */
export async function savedMethod(search: WalletSearch): Promise<PaymentMethod | undefined> {
  let {payment} = search;
  if (payment.paymentMethod) return payment.paymentMethod;
  if (payment.features.includes('names-method') || !mayBeSaved(payment)) return undefined;
  for (const pause of [...search.pauses, undefined]) {
    const {fresh, known} = matching(payment.card, await search.readWallet(), search.before);
    const candidates = fresh.length > 0 || pause !== undefined ? fresh : known;
    if (candidates.length === 1 && (candidates === fresh || payment.succeeded)) return candidates[0]!;
    if (candidates.length > 1 && (candidates === fresh || payment.succeeded))
      throw unclear(payment, candidates.length);
    if (pause === undefined) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (payment.succeeded) continue;
    payment = await search.readPayment();
    if (payment.paymentMethod) return payment.paymentMethod;
    if (!mayBeSaved(payment)) break;
  }
  if (payment.succeeded) throw unclear(payment, 0);
  return undefined;
}

/** False when the bank has said no, or was not asked yet. */
function mayBeSaved({enrollment, validation, succeeded}: PaymentRecord): boolean {
  if (validation && validation.result !== 'succeeded') return false;
  if (!enrollment || enrollment.status === 'UNKNOWN') return succeeded;
  return nextStepByStatus[enrollment.status] !== 'stop';
}

/** Cards of the wallet that may be the card of the attempt: those that came since the session was opened, and the others. */
function matching(
  card: CardSummary | undefined,
  wallet: readonly PaymentMethod[],
  before: readonly string[] | undefined,
): {readonly fresh: readonly PaymentMethod[]; readonly known: readonly PaymentMethod[]} {
  const fitting = card ? wallet.filter((method) => fitsCard(card, method)) : [];
  const isFresh = ({token}: PaymentMethod) => before !== undefined && !before.includes(token);
  return {fresh: fitting.filter(isFresh), known: fitting.filter((method) => !isFresh(method))};
}

/** The last four digits agree, and neither expiry nor brand contradicts; what is unknown contradicts nothing. */
export function fitsCard(card: CardSummary, method: CardSummary): boolean {
  const expiry = ({expirationMonth, expirationYear}: CardSummary) =>
    expirationMonth && expirationYear && `${expirationYear}-${expirationMonth}`;
  const brand = (one: CardSummary) => (one.brand === 'unknown' ? undefined : one.brand);
  const agrees = (one: string | undefined, other: string | undefined) => !one || !other || one === other;
  return (
    card.lastFour === method.lastFour &&
    agrees(expiry(card), expiry(method)) &&
    agrees(brand(card), brand(method))
  );
}

function unclear({card}: PaymentRecord, count: number): Refusal {
  const which = card
    ? `that ends in ${card.lastFour}`
    : 'of the attempt, which the payment does not describe';
  const found = count === 0 ? 'no payment method fits it' : `${count} payment methods fit it`;
  return new Refusal(
    409,
    'completion.failed',
    `The bank accepted the card ${which}, but in the customer's wallet ${found}. ` +
      'The card may be saved: look at the saved cards before it is entered again.',
  );
}
