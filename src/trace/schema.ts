import * as v from 'valibot';
import {cardVaultOptions, type OptionDeclaration} from '../element/options.js';
import {stateNames} from '../flow/state.js';
import {brandIds} from '../protocol/brand-ids.js';
import {cardVaultErrorCodes} from '../protocol/errors.js';
import {authenticationStatuses} from '../protocol/vocabulary.js';
import {failureReasons} from '../gateways/failure.js';
import {libraryReasons, unreachable} from '../gateways/microform-errors.js';
import {pathWords} from './paths.js';
import {
  traceFormat,
  traceVersion,
  type ErrorEntry,
  type EventEntry,
  type FrameEntry,
  type OutcomeEntry,
  type PageEntry,
  type RequestEntry,
  type StateEntry,
  type Trace,
  type TraceEntry,
  type TraceEnvironment,
} from './trace.js';

/**
 * No value is free text: each is a number, a flag, one of a list, or has a pattern too narrow for a name, an
 * address, a card number or a secret.
 */
const natural = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1e12));
const flag = v.optional(v.boolean());
const pattern = (regex: RegExp) => v.pipe(v.string(), v.regex(regex));
const brand = v.optional(v.picklist([...brandIds, 'unknown']));
const status = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(599)));

const at = v.pipe(natural, v.description('Milliseconds since the trace began'));
const tracker = v.optional(pattern(/^track_[\w-]{1,64}$/));
const fields = [
  ...['number', 'expiry', 'security-code', 'name', 'street1', 'street2'],
  ...['city', 'state', 'postal-code', 'country', 'consent'],
] as NonNullable<EventEntry['field']>[];

const state: v.GenericSchema<unknown, StateEntry> = v.strictObject({
  ...{kind: v.literal('state'), at},
  state: v.picklist(stateNames),
  previous: v.picklist(stateNames),
  run: natural,
  tracker,
});
const event: v.GenericSchema<unknown, EventEntry> = v.strictObject({
  ...{kind: v.literal('event'), at},
  event: v.picklist([
    ...(['ready', 'change', 'focus', 'blur', 'covered', 'before-save'] as const),
    ...(['step-up-open', 'step-up-close'] as const),
  ]),
  ...{renewed: flag, valid: flag, empty: flag, brand, covered: flag},
  field: v.optional(v.picklist(fields)),
  mode: v.optional(v.picklist(cardVaultOptions.stepUp.oneOf)),
  ended: v.optional(v.picklist(['returned', 'closed', 'leaving', 'timed-out', 'interrupted'])),
});
const path = pattern(new RegExp(`^(/(${pathWords.join('|')}|[a-z-]{1,40}\\.js|…)?){1,12}$`));
const call = v.strictObject({path, status: v.pipe(natural, v.maxValue(599)), duration: natural});
const request: v.GenericSchema<unknown, RequestEntry> = v.strictObject({
  ...{kind: v.literal('request'), at},
  to: v.picklist(['shop', 'service', 'library', 'script']),
  host: pattern(/^[A-Za-z0-9.[\]:-]{1,255}$/),
  path,
  duration: natural,
  status,
  size: v.optional(natural),
  id: v.optional(pattern(/^req_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)),
  calls: v.optional(v.pipe(v.array(call), v.maxLength(12))),
});
const frame: v.GenericSchema<unknown, FrameEntry> = v.strictObject({
  ...{kind: v.literal('frame'), at},
  frame: v.picklist(['number', 'security-code', 'hidden', 'shell', 'bank']),
});
const page: v.GenericSchema<unknown, PageEntry> = v.strictObject({
  ...{kind: v.literal('page'), at},
  page: v.picklist(['loaded', 'hidden', 'visible', 'left', 'offline', 'online']),
});
const outcome: v.GenericSchema<unknown, OutcomeEntry> = v.strictObject({
  ...{kind: v.literal('outcome'), at},
  outcome: v.picklist(['saved', 'paid', 'stopped']),
  reason: v.optional(
    v.picklist(['failed', 'rejected', 'unavailable', 'not-eligible', 'cancelled', 'timed-out']),
  ),
  cause: v.optional(
    v.picklist([
      ...(['issuer-declined', 'issuer-rejected', 'issuer-unavailable', 'card-not-eligible'] as const),
      ...(['cancelled-at-issuer', 'closed-by-shopper', 'step-up-limit', 'interrupted'] as const),
      'unknown-status',
    ]),
  ),
  status: v.optional(v.picklist([...authenticationStatuses, 'UNKNOWN'])),
  eci: v.optional(pattern(/^\d{1,2}$/)),
  ...{liabilityShift: flag, brand, singleUse: flag},
});
/** Reasons for which card fields do not become live, or make no token. */
export const whys: readonly string[] = [...failureReasons, ...libraryReasons.keys(), unreachable];
const error: v.GenericSchema<unknown, ErrorEntry> = v.strictObject({
  ...{kind: v.literal('error'), at},
  code: v.picklist(cardVaultErrorCodes),
  audience: v.picklist(['shopper', 'merchant', 'network']),
  retryable: v.boolean(),
  status,
  why: v.optional(v.picklist(whys)),
});

/** The entries of a trace, by their `kind`. */
export const entrySchemas = {state, event, request, frame, page, outcome, error};

export const entrySchema: v.GenericSchema<unknown, TraceEntry> = v.lazy((value) => {
  const kind = (value as {readonly kind?: unknown} | null)?.kind;
  return typeof kind === 'string' && Object.hasOwn(entrySchemas, kind)
    ? entrySchemas[kind as TraceEntry['kind']]
    : unknownKind;
});
const unknownKind = v.strictObject({
  kind: v.picklist(Object.keys(entrySchemas) as TraceEntry['kind'][]),
}) as unknown as v.GenericSchema<unknown, TraceEntry>;

export const environmentSchema: v.GenericSchema<unknown, TraceEnvironment> = v.strictObject({
  engine: v.picklist(['Chromium', 'Firefox', 'Safari', 'other']),
  engineVersion: v.optional(natural),
  ...{width: natural, height: natural},
  language: v.optional(pattern(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)),
  direction: v.picklist(['ltr', 'rtl']),
  colorScheme: v.picklist(['light', 'dark']),
});

/** The options whose values are known beforehand. */
const tracedOptions: Record<string, v.GenericSchema> = {};
for (const [name, {oneOf, type}] of Object.entries<OptionDeclaration>(cardVaultOptions)) {
  if (oneOf) tracedOptions[name] = v.optional(v.picklist(oneOf));
  else if (type === Boolean) tracedOptions[name] = v.optional(v.boolean());
}
export const optionsSchema = v.strictObject(tracedOptions) as v.GenericSchema as v.GenericSchema<
  unknown,
  Trace['options']
>;

/** A trace of this version. */
export const traceSchema: v.GenericSchema<unknown, Trace> = v.strictObject({
  format: v.literal(traceFormat),
  version: v.literal(traceVersion),
  cardVault: pattern(/^\d{1,4}\.\d{1,4}\.\d{1,4}(-[a-z0-9.]{1,20})?$/),
  started: v.pipe(v.string(), v.isoTimestamp()),
  environment: environmentSchema,
  options: optionsSchema,
  entries: v.pipe(v.array(entrySchema), v.maxLength(2000)),
  dropped: natural,
});
