/** The limits on how many cards may be tried. `docs/guarantees.md` 3.1 shows this table. */
import {OptionError} from './errors.js';

/**
 * How many cards may be tried: on one tracker, and within an hour with one card number, by one customer, from
 * one network address, and at one merchant.
 */
export interface CardLimits {
  readonly tracker: number;
  readonly card: number;
  readonly customer: number;
  readonly address: number;
  readonly merchant: number;
}

export interface VelocityRule {
  /** Whose tries are counted together. */
  readonly kind: keyof CardLimits;
  /** Tries that are allowed in a window, unless the operator sets another number. */
  readonly number: number;
  /** Length of the window, which begins with its first try. Undefined for the whole life of the tracker. */
  readonly windowSeconds?: number;
  /** Further tries are not refused, but the bank has to ask the shopper. */
  readonly above?: 'step-up';
}

const hour = 3600;

/**
 * All counts are separate for each merchant. The narrowest rules come first: the merchant's row, which every
 * save changes, is then locked for the shortest time.
 *
 * An attacker with many addresses reaches the merchant's limit, so it must not refuse honest shoppers.
 */
export const velocityRules: readonly VelocityRule[] = [
  {kind: 'tracker', number: 10},
  {kind: 'card', number: 40, windowSeconds: hour},
  {kind: 'customer', number: 30, windowSeconds: hour},
  {kind: 'address', number: 120, windowSeconds: hour},
  {kind: 'merchant', number: 20_000, windowSeconds: hour, above: 'step-up'},
];

/** The numbers of the table above. */
export const defaultCardLimits = Object.fromEntries(
  velocityRules.map(({kind, number}) => [kind, number]),
) as unknown as CardLimits;

/**
 * Reads limits such as `customer=50`.
 *
 * @throws {OptionError} for an unknown name or a number that is no whole number above 0.
 */
export function readCardLimits(texts: readonly string[]): Partial<CardLimits> {
  return Object.fromEntries(texts.map(readCardLimit));
}

function readCardLimit(text: string): readonly [keyof CardLimits, number] {
  const [name, number = '', ...rest] = text.split('=');
  const rule = velocityRules.find(({kind}) => kind === name);
  if (rule && rest.length === 0 && /^[1-9]\d{0,8}$/.test(number)) return [rule.kind, Number(number)];
  const names = velocityRules.map(({kind}) => kind).join(', ');
  throw new OptionError(`${text} is not a limit. Use one of ${names} and a whole number, as in customer=50.`);
}
