import type {Answer} from '../../protocol/answer.js';
import {brandIn, expiryIn} from '../../protocol/authentication.js';
import {brandsOf} from '../../protocol/brand-match.js';
import {cardBrands, type BrandId, type CardSummary, type Payment} from '../../protocol/index.js';

const attemptsIn = (data: Answer): readonly Answer[] =>
  data.at('attempts').present ? data.at('attempts').items() : [];

/** The card of the last attempt (wire 1.7); nothing when no attempt shows one. */
export function cardIn(data: Answer): CardSummary | undefined {
  const card = attemptsIn(data)
    .map((attempt) => attempt.at('payment_method'))
    .findLast((method) => method.at('last_four').display() !== '');
  if (!card) return undefined;
  const brand = brandIn(card);
  const bin = card.at('bin').display() || card.at('bin_number').display();
  return {
    brand: brand === 'unknown' ? (brandOfBin(bin) ?? 'unknown') : brand,
    lastFour: card.at('last_four').display(),
    ...expiryIn(card.at('expiration_month'), card.at('expiration_year')),
  };
}

/** The brand whose numbers begin so; of a local brand and the one it shares its cards with, the latter. */
function brandOfBin(bin: string): BrandId | undefined {
  const brands = /^\d{6,}$/.test(bin) ? brandsOf(bin) : [];
  return brands.find((id) => !cardBrands[id].local) ?? brands[0];
}

/**
 * The signs by which a recorded reporter shows that the bank accepted the card (wire 9.2). `NOOP`, an ended tracker and silence are
 * none: a challenge that failed may end so too. Stricter than `confirmed`, by which a page decides whether to ask here: only the
 * tracker's own processor counts, and a pending AUTHORIZATION only after a challenge, because without one it is still to be made.
 */
export function showsSuccess(
  data: Answer,
  {authorized, reversed, nextAction, enrollment, validation}: Payment,
): boolean {
  if (validation) return validation.result === 'succeeded';
  if (authorized || reversed || nextAction === 'CAPTURE' || nextAction === 'REVERSAL') return true;
  if (nextAction === 'AUTHORIZATION' && enrollment?.status === 'REQUIRED') return true;
  const events = data.at('events');
  const types = Array.isArray(events.value) ? events.items().map((event) => event.at('type').display()) : [];
  if (types.includes('VALIDATION') || types.includes('AUTHORIZATION')) return true;
  return attemptsIn(data).some(isSuccess);
}

function isSuccess(attempt: Answer): boolean {
  const performed = attempt.at('actions_performed');
  const actions = Array.isArray(performed.value) ? performed.items() : [];
  return (
    attempt.at('is_success').value === true ||
    actions.some((action) => action.at('kind').display() === 'PAYER_AUTH_VALIDATION')
  );
}
