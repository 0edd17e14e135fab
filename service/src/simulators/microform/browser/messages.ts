import {microformReasons} from './errors.js';
import type {ErrorData} from './errors.js';
import type {FieldOptions} from './options.js';

/** The only window message, from page to frame. It carries the port for all other messages. */
export interface ConnectMessage {
  readonly cardVault: 'microform';
  readonly type: 'connect';
  readonly channel: string;
}

/** A message from the page to a field. */
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
      /** The only card type that the page accepts, as a three-digit code. */
      readonly cardType?: string;
      /** Whether a security code field is loaded. */
      readonly withCode: boolean;
    };

/** A possible brand in a `change` event (wire 2.2). */
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

/** The detail of a `change` event. It contains no digits, nor how many there are. */
export interface ChangeData {
  readonly empty: boolean;
  readonly valid: boolean;
  readonly couldBeValid: boolean;
  /** The possible brands; only for the card number. */
  readonly card?: readonly CardData[];
}

/** What a browser has filled in besides the card number. */
export interface AutofillData {
  readonly name?: string;
  readonly expirationMonth?: string;
  readonly expirationYear?: string;
}

/** A message from a field to the page. */
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
  readonly required: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

const text: Check = (value) => typeof value === 'string' && value.length < 8192;
const flag: Check = (value) => typeof value === 'boolean';
const count: Check = (value) => Number.isSafeInteger(value);
const oneOf =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length < 32 && value.every(check);

/** Checks that a value has all required keys of a shape, and no unknown key (guarantees 2.6 rule 1). */
const record =
  ({required, optional = {}}: Shape): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const entries = value as Record<string, unknown>;
    const keys = Object.keys(entries);
    return (
      Object.keys(required).every((key) => Object.hasOwn(entries, key)) &&
      keys.every((key) => {
        const check = Object.hasOwn(required, key)
          ? required[key]
          : Object.hasOwn(optional, key)
            ? optional[key]
            : undefined;
        return check !== undefined && check(entries[key]);
      })
    );
  };

const error = record({
  required: {
    reason: oneOf(...microformReasons),
    message: text,
    details: list(record({required: {message: text, location: text}})),
    correlationId: text,
  },
});
const card = record({
  required: {
    name: text,
    brandedName: text,
    cybsCardType: text,
    spaces: list(count),
    lengths: list(count),
    securityCode: record({required: {name: text, length: oneOf(3, 4)}}),
    luhn: flag,
    valid: flag,
    couldBeValid: flag,
  },
});
const change = record({
  required: {empty: flag, valid: flag, couldBeValid: flag},
  optional: {card: list(card)},
});
const autofill = record({required: {}, optional: {name: text, expirationMonth: text, expirationYear: text}});
const anyRecord: Check = (value) => typeof value === 'object' && value !== null;

const reports: Readonly<Record<FieldReport['type'], Shape['required']>> = {
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
  start: {required: {jwt: text, options: anyRecord}},
  update: {required: {options: anyRecord}},
  clear: {required: {}},
  focus: {required: {}},
  scheme: {required: {scheme: oneOf('light', 'dark')}},
  token: {
    required: {id: count, expirationMonth: text, expirationYear: text, withCode: flag},
    optional: {cardType: text},
  },
};

function typeOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, 'type')) return undefined;
  const {type} = data as {type: unknown};
  return typeof type === 'string' ? type : undefined;
}

/** Reads a message of a field; undefined if it is not exactly a report. */
export function readReport(data: unknown): FieldReport | undefined {
  const type = typeOf(data);
  if (type === undefined || !Object.hasOwn(reports, type)) return undefined;
  const required = {type: oneOf(type), ...reports[type as FieldReport['type']]};
  return record({required})(data) ? (data as FieldReport) : undefined;
}

/**
 * Reads a message of the page; undefined if it is not a command. Options are validated where they are used.
 */
export function readCommand(data: unknown): FieldCommand | undefined {
  const type = typeOf(data);
  if (type === undefined || !Object.hasOwn(commands, type)) return undefined;
  const {required, optional} = commands[type as FieldCommand['type']];
  return record({required: {type: oneOf(type), ...required}, ...(optional && {optional})})(data)
    ? (data as FieldCommand)
    : undefined;
}

const connect = record({required: {cardVault: oneOf('microform'), type: oneOf('connect'), channel: text}});

/** Whether a message is the connect message for this channel. */
export function isConnect(data: unknown, channel: string): data is ConnectMessage {
  return connect(data) && (data as ConnectMessage).channel === channel;
}
