import {microformReasons} from './errors.js';
import type {ErrorData} from './errors.js';
import type {FieldOptions} from './options.js';

/** The first and only window message, page to frame; it brings the port on which all others go. */
export interface ConnectMessage {
  readonly cardVault: 'microform';
  readonly type: 'connect';
  readonly channel: string;
}

export type FieldCommand =
  | {readonly type: 'start'; readonly jwt: string; readonly options: FieldOptions}
  | {readonly type: 'update'; readonly options: FieldOptions}
  | {readonly type: 'clear'}
  | {readonly type: 'focus'}
  | {readonly type: 'scheme'; readonly scheme: 'light' | 'dark'}
  | {
      readonly type: 'token';
      readonly id: number;
      readonly expirationMonth: string;
      readonly expirationYear: string;
      /** Three-digit brand code the page insists on. */
      readonly cardType?: string;
      /** Whether a code field is loaded that must take part. */
      readonly withCode: boolean;
    };

/** A brand in `change` (wire 2.2). */
export interface CardData {
  readonly name: string;
  readonly brandedName: string;
  readonly cybsCardType: string;
  readonly spaces: readonly number[];
  readonly lengths: readonly number[];
  readonly securityCode: {readonly name: string; readonly length: number};
  readonly luhn: boolean;
  readonly valid: boolean;
  readonly couldBeValid: boolean;
}

/** The detail of `change`. `card` is there for the number only. No digit, no count of digits. */
export interface ChangeData {
  readonly empty: boolean;
  readonly valid: boolean;
  readonly couldBeValid: boolean;
  readonly card?: readonly CardData[];
}

/** What a browser filled into the helper inputs beside the field. */
export interface AutofillData {
  readonly name?: string;
  readonly expirationMonth?: string;
  readonly expirationYear?: string;
}

export type FieldReport =
  | {readonly type: 'ready'}
  | {readonly type: 'refused'; readonly error: ErrorData}
  | {readonly type: 'focus'}
  | {readonly type: 'blur'}
  | {readonly type: 'submit'}
  | {readonly type: 'updated'}
  | {readonly type: 'change'; readonly state: ChangeData}
  | {readonly type: 'autocomplete'; readonly data: AutofillData}
  | {readonly type: 'covered'; readonly covered: boolean}
  | {readonly type: 'token'; readonly id: number; readonly token: string}
  | {readonly type: 'token-refused'; readonly id: number; readonly error: ErrorData};

type Check = (value: unknown) => boolean;
interface Shape {
  readonly must: Readonly<Record<string, Check>>;
  readonly may?: Readonly<Record<string, Check>>;
}

const text: Check = (value) => typeof value === 'string' && value.length < 8192;
const flag: Check = (value) => typeof value === 'boolean';
const count: Check = (value) => Number.isSafeInteger(value);
const is =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length < 32 && value.every(check);

/** True for a plain record with exactly the keys of the shape (guarantees 2.6 rule 1). */
const record =
  ({must, may = {}}: Shape): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const entries = value as Record<string, unknown>;
    const keys = Object.keys(entries);
    return (
      Object.keys(must).every((key) => Object.hasOwn(entries, key)) &&
      keys.every((key) => {
        const check = Object.hasOwn(must, key) ? must[key] : Object.hasOwn(may, key) ? may[key] : undefined;
        return check !== undefined && check(entries[key]);
      })
    );
  };

const error = record({
  must: {
    reason: is(...microformReasons),
    message: text,
    details: list(record({must: {message: text, location: text}})),
    correlationId: text,
  },
});
const card = record({
  must: {
    name: text,
    brandedName: text,
    cybsCardType: text,
    spaces: list(count),
    lengths: list(count),
    securityCode: record({must: {name: text, length: is(3, 4)}}),
    luhn: flag,
    valid: flag,
    couldBeValid: flag,
  },
});
const change = record({must: {empty: flag, valid: flag, couldBeValid: flag}, may: {card: list(card)}});
const autofill = record({must: {}, may: {name: text, expirationMonth: text, expirationYear: text}});
const anyRecord: Check = (value) => typeof value === 'object' && value !== null;

const reports: Readonly<Record<FieldReport['type'], Shape['must']>> = {
  ready: {},
  refused: {error},
  focus: {},
  blur: {},
  submit: {},
  updated: {},
  change: {state: change},
  autocomplete: {data: autofill},
  covered: {covered: flag},
  token: {id: count, token: text},
  'token-refused': {id: count, error},
};

const commands: Readonly<Record<FieldCommand['type'], Shape>> = {
  start: {must: {jwt: text, options: anyRecord}},
  update: {must: {options: anyRecord}},
  clear: {must: {}},
  focus: {must: {}},
  scheme: {must: {scheme: is('light', 'dark')}},
  token: {
    must: {id: count, expirationMonth: text, expirationYear: text, withCode: flag},
    may: {cardType: text},
  },
};

function typeOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'type')) return undefined;
  const {type} = data as {type: unknown};
  return typeof type === 'string' ? type : undefined;
}

/** What a frame said, or undefined for anything that is no report to the letter. */
export function readReport(data: unknown): FieldReport | undefined {
  const type = typeOf(data);
  if (type === undefined || !Object.hasOwn(reports, type)) return undefined;
  const must = {type: is(type), ...reports[type as FieldReport['type']]};
  return record({must})(data) ? (data as FieldReport) : undefined;
}

/** Parses a message of the page; undefined if it is none. Options are validated where they are used. */
export function readCommand(data: unknown): FieldCommand | undefined {
  const type = typeOf(data);
  if (type === undefined || !Object.hasOwn(commands, type)) return undefined;
  const {must, may} = commands[type as FieldCommand['type']];
  return record({must: {type: is(type), ...must}, ...(may && {may})})(data)
    ? (data as FieldCommand)
    : undefined;
}

const connect = record({must: {cardVault: is('microform'), type: is('connect'), channel: text}});

/** The greeting for a given channel. */
export function isConnect(data: unknown, channel: string): data is ConnectMessage {
  return connect(data) && (data as ConnectMessage).channel === channel;
}
