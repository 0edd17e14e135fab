import * as v from 'valibot';
import {ServiceError, fieldSentence, invalidRequest} from '../../platform/errors.js';
import {
  check,
  flag,
  oneOf,
  optional,
  record,
  shortText,
  text,
  wholeNumber,
} from '../../platform/http/body.js';
import {isCurrency, minorDigits, minorUnits} from './currencies.js';
import {intervalUnits} from './plan.js';
import type {IntervalUnit, Plan} from './plan.js';
import type {PlanChanges, PlanDetails} from './plans.js';

/** Three years in each unit: the longest interval (guarantees 4.5). */
const longest: Readonly<Record<IntervalUnit, number>> = {DAY: 1095, WEEK: 156, MONTH: 36, YEAR: 3};

/** An IANA name; offsets such as +05:00 have no calendar of their own. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', {timeZone: name}).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const currencyIs = 'an ISO 4217 currency code in capitals, such as PKR';
const currency = v.pipe(v.string(currencyIs), v.check(isCurrency, currencyIs));
const amountIs = 'a decimal amount as a string of at most 20 characters, such as "500.00"';
const amount = v.pipe(v.string(amountIs), v.maxLength(20, amountIs));
const productIs = 'the name of what is sold, of 1 to 256 characters';
const product = v.pipe(
  v.string(productIs),
  v.maxLength(256, productIs),
  v.check((name) => name.trim() !== '', productIs),
);
const timeZoneIs = 'an IANA time zone, such as Asia/Karachi';
const timeZone = v.pipe(shortText, v.check(isTimeZone, timeZoneIs));
const intervalIs = oneOf(intervalUnits);
const interval = v.string(intervalIs);
const intervalCount = v.number('a whole number of intervals, such as 1');
const type = v.picklist(['RECURRING'], 'RECURRING');
const described = {
  name: optional(shortText),
  description: optional(v.pipe(text, v.maxLength(1024, 'a string of at most 1024 characters'))),
  trial_period_days: optional(wholeNumber(0, 1095)),
  number_of_billing_cycles: optional(wholeNumber(1, 9999)),
};

/** Body of a new plan: the seven fields of spec 2.6, and what else a plan may say (wire 1.9). */
export const planBody = record({
  amount,
  currency,
  interval,
  type,
  interval_count: intervalCount,
  product,
  active: flag,
  ...described,
  time_zone: optional(timeZone),
});

/** Body of a plan's update. Omitted fields stay, null empties a field. */
export const planChangesBody = record({
  amount: v.optional(amount),
  currency: v.optional(currency),
  interval: v.optional(interval),
  type: v.optional(type),
  interval_count: v.optional(intervalCount),
  product: v.optional(product),
  active: v.optional(flag),
  ...described,
  time_zone: optional(timeZone),
  apply_amount_change_on_existing_subscriptions: v.optional(flag),
});

/** Minor units of the field `amount`. @throws {ServiceError} 400 `request.invalid`. */
export function readAmount(amountText: string, code: string): number {
  const minor = minorUnits(amountText, code);
  if (minor !== undefined) return minor;
  const digits = minorDigits(code);
  const places = digits === 0 ? 'no decimals' : `at most ${digits} decimals`;
  const expected = `an amount above zero in digits with ${places}, such as ${(500).toFixed(digits)}`;
  throw invalidRequest([{pointer: '/amount', expected, got: 'another string'}]);
}

/** @throws {ServiceError} 422 `plan.interval_invalid`. */
function intervalOf(interval: string, count: number): Pick<PlanDetails, 'interval_unit' | 'interval_count'> {
  const fail = (pointer: string, expected: string, got: string) => {
    const field = {pointer, expected, got};
    return new ServiceError(422, 'plan.interval_invalid', fieldSentence(field), [field]);
  };
  const unit = intervalUnits.find((known) => known === interval);
  if (unit === undefined) throw fail('/interval', intervalIs, 'another string');
  if (!Number.isInteger(count) || count < 1 || count > longest[unit]) {
    const expected = `a whole number from 1 to ${longest[unit]}, so that the interval is at most three years`;
    throw fail('/interval_count', expected, 'another number');
  }
  return {interval_unit: unit, interval_count: count};
}

/**
 * Reads a new plan.
 *
 * @throws {ServiceError} 400 `request.invalid`, naming each wrong field; 422 `plan.interval_invalid`.
 */
export function readPlan(body: unknown): PlanDetails {
  const given = check(planBody, body);
  return {
    ...intervalOf(given.interval, given.interval_count),
    amount: given.amount,
    amount_minor: readAmount(given.amount, given.currency),
    currency: given.currency,
    type: given.type,
    product: given.product,
    active: given.active,
    name: given.name ?? null,
    description: given.description ?? null,
    trial_period_days: given.trial_period_days ?? 0,
    number_of_billing_cycles: given.number_of_billing_cycles ?? null,
    time_zone: given.time_zone ?? 'UTC',
  };
}

type GivenChanges = v.InferOutput<typeof planChangesBody>;

/** Subscribers agreed to a plan's schedule and currency, so they are fixed. */
function refuseFixed(given: GivenChanges, plan: Plan): void {
  const fixed = [
    ['currency', given.currency, plan.currency],
    ['interval', given.interval, plan.interval_unit],
    ['interval_count', given.interval_count, plan.interval_count],
    ['time_zone', given.time_zone ?? undefined, plan.time_zone],
  ] as const;
  const wrong = fixed.filter(([, wanted, is]) => wanted !== undefined && wanted !== is).map(([name]) => name);
  if (wrong.length === 0) return;
  const why = `A plan keeps its ${wrong.join(', ')}. Make a new plan instead.`;
  throw new ServiceError(409, 'plan.field_fixed', why);
}

/** Changes of a plan by a request. @throws {ServiceError} as `readPlan`; 409 `plan.field_fixed`. */
export function readPlanChanges(given: GivenChanges, plan: Plan): PlanChanges {
  refuseFixed(given, plan);
  const {amount: sum, name, description, product: sold, active} = given;
  return {
    ...(sum !== undefined && {amount: sum, amount_minor: readAmount(sum, plan.currency)}),
    ...(name !== undefined && {name}),
    ...(description !== undefined && {description}),
    ...(sold !== undefined && {product: sold}),
    ...(active !== undefined && {active}),
    ...(given.trial_period_days !== undefined && {trial_period_days: given.trial_period_days ?? 0}),
    ...(given.number_of_billing_cycles !== undefined && {
      number_of_billing_cycles: given.number_of_billing_cycles,
    }),
  };
}
