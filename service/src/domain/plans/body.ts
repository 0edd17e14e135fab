import * as v from 'valibot';
import {ServiceError} from '../../platform/errors.js';
import type {FieldError} from '../../platform/errors.js';
import {check, flag, optional, record, shortText, text, wholeNumber} from '../../platform/http/body.js';
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

const currency = v.pipe(text, v.check(isCurrency, 'an ISO 4217 currency code, such as PKR'));
const amount = v.pipe(text, v.maxLength(20, 'a decimal amount of at most 20 characters'));
const product = v.pipe(
  shortText,
  v.check((name) => name.trim() !== '', 'a text that is not blank'),
);
const timeZone = v.pipe(shortText, v.check(isTimeZone, 'an IANA time zone, such as Asia/Karachi'));
const type = v.picklist(['RECURRING'], 'RECURRING');
const described = {
  name: optional(shortText),
  description: optional(v.pipe(text, v.maxLength(1024, 'a text of at most 1024 characters'))),
  trial_period_days: optional(wholeNumber(0, 1095)),
  number_of_billing_cycles: optional(wholeNumber(1, 9999)),
};

/** Body of a new plan: the seven fields of spec 2.6, and what else a plan may say (wire 1.9). */
export const planBody = record({
  amount,
  currency,
  interval: text,
  type,
  interval_count: v.number('a number'),
  product,
  active: flag,
  ...described,
  time_zone: optional(timeZone),
});

/** Body of a changed plan. What is named is changed, null empties it, the rest stays. */
export const planChangesBody = record({
  amount: v.optional(amount),
  currency: v.optional(currency),
  interval: v.optional(text),
  type: v.optional(type),
  interval_count: v.optional(v.number('a number')),
  product: v.optional(product),
  active: v.optional(flag),
  ...described,
  time_zone: optional(timeZone),
  apply_amount_change_on_existing_subscriptions: v.optional(flag),
});

const refuse = (status: number, code: string, message: string, field: FieldError) =>
  new ServiceError(status, code, message, [field]);

/** Minor units of the field `amount`. @throws {ServiceError} 400 `request.invalid`. */
export function readAmount(amountText: string, code: string): number {
  const minor = minorUnits(amountText, code);
  if (minor !== undefined) return minor;
  const digits = minorDigits(code);
  const places = digits === 0 ? 'no digits' : `at most ${digits} digits`;
  const expected = `a decimal amount above zero with ${places} after the point, and nothing else around it`;
  throw refuse(400, 'request.invalid', 'The request is wrong at /amount.', {
    ...{pointer: '/amount', expected, got: 'another text'},
  });
}

/** @throws {ServiceError} 422 `plan.interval_invalid`. */
function intervalOf(interval: string, count: number): Pick<PlanDetails, 'interval_unit' | 'interval_count'> {
  const fail = (pointer: string, expected: string, got: string) =>
    refuse(422, 'plan.interval_invalid', `${pointer.slice(1)} must be ${expected}.`, {
      pointer,
      expected,
      got,
    });
  const unit = intervalUnits.find((known) => known === interval);
  if (unit === undefined) throw fail('/interval', 'DAY, WEEK, MONTH or YEAR', 'another text');
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

/** A plan's schedule and currency are what its subscribers agreed to: another one is another plan. */
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

/** What a request changes of a plan. @throws {ServiceError} as `readPlan`; 409 `plan.field_fixed`. */
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
