import {microformReasons, type ErrorData} from './errors.js';
import type {FieldOptions} from './options.js';

/** The only window message, from page to frame. It carries the port for all other messages. */
export interface ConnectMessage {
  readonly cardVault: 'microform';
  readonly type: 'connect';
  readonly channel: string;
  /** Of the fields of one card. A document that was loaded before its context has it from nowhere else. */
  readonly microformId?: string;
}

/** Text that a page types into a field of a service in development, for tests. It reaches no field in production. */
export interface TypeMessage {
  readonly cardVault: 'sandbox';
  readonly type: 'type';
  readonly text: string;
}

/** A message from the page to a field. */
export type FieldCommand =
  | {readonly type: 'start'; readonly jwt: string; readonly options: FieldOptions}
  | {readonly type: 'update'; readonly options: FieldOptions}
  | {readonly type: 'clear'}
  | {readonly type: 'focus'}
  /** Answered with whether something lies over the field now. */
  | {readonly type: 'look'}
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
    }
  /** For a token of the security code alone. */
  | {readonly type: 'code-token'; readonly id: number};

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
  /** The number is as long as numbers of its brand usually are. An extension of this service. */
  readonly usualLength?: boolean;
  /** The possible brands; only for the card number. */
  readonly card?: readonly CardData[];
}

/** What a browser has filled in, or the shopper has pasted, besides the card number. */
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

const isText: Check = (value) => typeof value === 'string' && value.length < 8192;
const isFlag: Check = (value) => typeof value === 'boolean';
const isInteger: Check = (value) => Number.isSafeInteger(value);
const isOneOf =
  (...words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length < 32 && value.every(check);

/** Checks that a value has all required keys of a shape, and no unknown key (guarantees 2.6 rule 1). */
const isRecordOf =
  ({required, optional = {}}: Shape): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const checks = {...optional, ...required};
    return (
      Object.keys(required).every((key) => Object.hasOwn(value, key)) &&
      Object.entries(value).every(([key, field]) => Object.hasOwn(checks, key) && checks[key]!(field))
    );
  };

const isError = isRecordOf({
  required: {
    reason: isOneOf(...microformReasons),
    message: isText,
    details: isListOf(isRecordOf({required: {message: isText, location: isText}})),
    correlationId: isText,
  },
});
const isCard = isRecordOf({
  required: {
    name: isText,
    brandedName: isText,
    cybsCardType: isText,
    spaces: isListOf(isInteger),
    lengths: isListOf(isInteger),
    securityCode: isRecordOf({required: {name: isText, length: isOneOf(3, 4)}}),
    luhn: isFlag,
    valid: isFlag,
    couldBeValid: isFlag,
  },
});
const isChange = isRecordOf({
  required: {empty: isFlag, valid: isFlag, couldBeValid: isFlag},
  optional: {card: isListOf(isCard), usualLength: isFlag},
});
const isAutofill = isRecordOf({
  required: {},
  optional: {name: isText, expirationMonth: isText, expirationYear: isText},
});
const isObject: Check = (value) => typeof value === 'object' && value !== null;

const reports: Readonly<Record<FieldReport['type'], Shape['required']>> = {
  ready: {},
  refused: {error: isError},
  focus: {},
  blur: {},
  submit: {},
  updated: {},
  change: {state: isChange},
  autocomplete: {data: isAutofill},
  covered: {covered: isFlag},
  token: {id: isInteger, token: isText},
  'token-refused': {id: isInteger, error: isError},
};

const commands: Readonly<Record<FieldCommand['type'], Shape>> = {
  start: {required: {jwt: isText, options: isObject}},
  update: {required: {options: isObject}},
  clear: {required: {}},
  focus: {required: {}},
  look: {required: {}},
  scheme: {required: {scheme: isOneOf('light', 'dark')}},
  token: {
    required: {id: isInteger, expirationMonth: isText, expirationYear: isText, withCode: isFlag},
    optional: {cardType: isText},
  },
  'code-token': {required: {id: isInteger}},
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
  const required = {type: isOneOf(type), ...reports[type as FieldReport['type']]};
  return isRecordOf({required})(data) ? (data as FieldReport) : undefined;
}

/**
 * Reads a message of the page; undefined if it is not a command. Options are validated where they are used.
 */
export function readCommand(data: unknown): FieldCommand | undefined {
  const type = typeOf(data);
  if (type === undefined || !Object.hasOwn(commands, type)) return undefined;
  const {required, optional} = commands[type as FieldCommand['type']];
  return isRecordOf({required: {type: isOneOf(type), ...required}, ...(optional && {optional})})(data)
    ? (data as FieldCommand)
    : undefined;
}

const isConnectMessage = isRecordOf({
  required: {cardVault: isOneOf('microform'), type: isOneOf('connect'), channel: isText},
  optional: {microformId: isText},
});

/** Whether a message is the connect message: for this channel, or for any where the document has none. */
export function isConnect(data: unknown, channel: string | undefined): data is ConnectMessage {
  if (!isConnectMessage(data)) return false;
  return channel === undefined || (data as ConnectMessage).channel === channel;
}

const isTypeMessage = isRecordOf({
  required: {cardVault: isOneOf('sandbox'), type: isOneOf('type'), text: isText},
});

/** The text that a page types for a test; undefined if the message is another. */
export const typedText = (data: unknown): string | undefined =>
  isTypeMessage(data) ? (data as TypeMessage).text : undefined;
