/** Reads and validates the bodies of plan requests. */
import {intervalUnits, type IntervalUnit} from '../../../../src/protocol/billing-words.js';
import * as v from 'valibot';
import {isDecimal} from '../../../../src/protocol/price.js';
import {
  currencyDigits,
  isCurrency,
  toDecimalText,
  toMinorUnits,
} from '../../../../src/protocol/currencies.js';
import {ServiceError, invalidRequest, misfit} from '../../platform/errors.js';
import {
  flag,
  oneOf,
  optional,
  record,
  shortText,
  clearText,
  textUpTo,
  wholeNumber,
  wordOf,
} from '../../platform/http/body.js';
import {name} from '../../platform/http/person.js';
import type {Plan} from './plan.js';
import type {PlanChanges, PlanDetails} from './plans.js';

/** The longest interval in each unit: three years (guarantees 4.5). */
const longestInterval: Readonly<Record<IntervalUnit, number>> = {DAY: 1095, WEEK: 156, MONTH: 36, YEAR: 3};

/** Whether a name is an IANA time zone. An offset such as +05:00 is not: it has no daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', {timeZone: name}).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const currencyExpected = 'an ISO 4217 currency code in capitals, such as PKR';
/** The currency field of plan, tracker and refund bodies. */
export const currency = v.pipe(clearText(currencyExpected), v.check(isCurrency, currencyExpected));
const amountExpected = 'a decimal amount as a string of at most 20 characters, such as "500.00"';
const amount = textUpTo(20, amountExpected);
const productExpected = 'the name of what is sold, of 1 to 256 characters';
const product = v.pipe(
  textUpTo(256, productExpected),
  v.check((name) => name.trim() !== '', productExpected),
);
const timeZoneExpected = 'an IANA time zone, such as Asia/Karachi';
const timeZone = v.pipe(shortText, v.check(isTimeZone, timeZoneExpected));
const intervalExpected = oneOf(intervalUnits);
const interval = v.picklist(intervalUnits, intervalExpected);
const intervalCount = v.number('a whole number of units, such as 1');
const type = wordOf(['RECURRING']);
const optionalFields = {
  name: optional(name),
  description: optional(textUpTo(1024)),
  trial_period_days: optional(wholeNumber(0, 1095)),
  number_of_billing_cycles: optional(wholeNumber(1, 9999)),
  time_zone: optional(timeZone),
};

/** What a subscriber pays, and when. */
const decisive = [
  'amount',
  'currency',
  'interval',
  'interval_count',
  'active',
  'trial_period_days',
  'number_of_billing_cycles',
  'time_zone',
] as const;

const requiredFields = {
  amount,
  currency,
  interval,
  type,
  interval_count: intervalCount,
  product,
  active: flag,
};

/** Body of a new plan: the seven required fields of spec 2.6, and the optional ones of wire 1.9. */
export const planBody = record({...requiredFields, ...optionalFields}, decisive);

/**
 * Body of a plan's update: an omitted field is kept, null clears a field. A null `time_zone` counts as
 * omitted, because a plan always has one.
 */
export const planChangesBody = record(
  {
    ...v.partial(v.object(requiredFields)).entries,
    ...optionalFields,
    apply_amount_change_on_existing_subscriptions: v.optional(flag),
  },
  [...decisive, 'apply_amount_change_on_existing_subscriptions'],
);

/** Converts the field `amount` to minor units. @throws {ServiceError} 400 `request.invalid`. */
export function readAmount(amountText: string, currencyCode: string): number {
  const minor = toMinorUnits(amountText, currencyCode);
  if (minor !== undefined) return minor;
  const digits = currencyDigits(currencyCode);
  const places = digits === 0 ? 'no decimals' : `at most ${digits} decimals`;
  const [, decimals = ''] = amountText.split('.');
  const isTooLarge = isDecimal(amountText) && decimals.length <= digits && /[1-9]/.test(amountText);
  const expected = isTooLarge
    ? `at most ${toDecimalText(Number.MAX_SAFE_INTEGER, currencyCode)}`
    : `an amount above zero in digits with ${places}, such as ${toDecimalText(500 * 10 ** digits, currencyCode)}`;
  throw invalidRequest([misfit('/amount', expected)]);
}

/** @throws {ServiceError} 400 `request.invalid` for an interval of more than three years. */
function refuseIfTooLong(unit: IntervalUnit, count: number): void {
  if (Number.isInteger(count) && count >= 1 && count <= longestInterval[unit]) return;
  const expected = `a whole number from 1 to ${longestInterval[unit]}, so that the interval is at most three years`;
  throw invalidRequest([misfit('/interval_count', expected, 'a number')]);
}

/**
 * Reads a new plan.
 *
 * @throws {ServiceError} 400 `request.invalid`, naming the wrong field.
 */
export function readPlan(body: v.InferOutput<typeof planBody>): PlanDetails {
  refuseIfTooLong(body.interval, body.interval_count);
  return {
    interval_unit: body.interval,
    interval_count: body.interval_count,
    amount: body.amount,
    amount_minor: readAmount(body.amount, body.currency),
    currency: body.currency,
    type: body.type,
    product: body.product,
    active: body.active,
    name: body.name ?? null,
    description: body.description ?? null,
    trial_period_days: body.trial_period_days ?? 0,
    number_of_billing_cycles: body.number_of_billing_cycles ?? null,
    time_zone: body.time_zone ?? 'UTC',
  };
}

type GivenChanges = v.InferOutput<typeof planChangesBody>;

/** Refuses to change a plan's schedule or currency, because subscribers have agreed to them. */
function refuseIfFixedFieldsChange(body: GivenChanges, plan: Plan): void {
  const fixedFields = [
    ['currency', body.currency, plan.currency],
    ['interval', body.interval, plan.interval_unit],
    ['interval_count', body.interval_count, plan.interval_count],
    ['time_zone', body.time_zone ?? undefined, plan.time_zone],
  ] as const;
  const changed = fixedFields
    .filter(([, requested, current]) => requested !== undefined && requested !== current)
    .map(([name]) => name);
  if (changed.length === 0) return;
  const message = `These fields of a plan cannot be changed: ${changed.join(', ')}. Make a new plan instead.`;
  throw new ServiceError(409, 'plan.field_fixed', message);
}

/**
 * Reads the changes that an update makes to a plan, except two fields:
 * `apply_amount_change_on_existing_subscriptions`, which the caller reads, and `type`, which has only one
 * value.
 *
 * @throws {ServiceError} 400 `request.invalid` for the amount; 409 `plan.field_fixed`.
 */
export function readPlanChanges(body: GivenChanges, plan: Plan): PlanChanges {
  refuseIfFixedFieldsChange(body, plan);
  const {name, description, active} = body;
  return {
    ...(body.amount !== undefined && {
      amount: body.amount,
      amount_minor: readAmount(body.amount, plan.currency),
    }),
    ...(name !== undefined && {name}),
    ...(description !== undefined && {description}),
    ...(body.product !== undefined && {product: body.product}),
    ...(active !== undefined && {active}),
    ...(body.trial_period_days !== undefined && {trial_period_days: body.trial_period_days ?? 0}),
    ...(body.number_of_billing_cycles !== undefined && {
      number_of_billing_cycles: body.number_of_billing_cycles,
    }),
  };
}
