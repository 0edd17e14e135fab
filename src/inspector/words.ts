import type {StateName} from '../flow/index.js';

/** The states in a developer's words, and who is waited for in each. */
export const states: Readonly<Record<StateName, readonly [text: string, waitsFor?: string]>> = {
  idle: ['At rest'],
  opening: ['The shop’s server opens a session', 'shop’s server'],
  capturing: ['A capture context, then the card fields', 'card fields'],
  collecting: ['Fields are live', 'shopper'],
  tokenizing: ['The card becomes a transient token', 'card fields'],
  'setting-up': ['Payer authentication is set up', 'service'],
  'collecting-device-data': ['Device data for the bank', 'bank'],
  enrolling: ['Enrollment: does the bank ask?', 'service'],
  'stepping-up': ['Step-up: the bank asks the shopper', 'shopper at the bank'],
  confirming: ['The truth is read from the service', 'service'],
  authorizing: ['Authorization', 'service'],
  completing: ['The last step', 'shop’s server'],
  saved: ['Saved'],
  stopped: ['Stopped'],
  failed: ['Failed'],
};

/** Causes of a stop. */
export const causes: Readonly<Record<string, string>> = {
  'issuer-declined': 'the bank said no',
  'issuer-rejected': 'the bank refused the card',
  'issuer-unavailable': 'the bank could not answer',
  'card-not-eligible': 'the card takes no part in 3-D Secure',
  'cancelled-at-issuer': 'the shopper cancelled on the bank’s page',
  'closed-by-shopper': 'the shopper closed the bank’s page, or the page called cancel',
  'step-up-limit': 'the bank got no answer in time',
  interrupted: 'the page was left before the bank had answered',
  'unknown-status': 'the service answered a status that this version does not know',
};

/** Parties that can mend an error. */
export const fixers = {
  merchant: 'the shop has to put it right',
  shopper: 'the shopper can put it right',
  network: 'the network did not hold',
} as const;

export const pageChanges = {
  loaded: 'The page is loaded',
  hidden: 'The page is out of sight',
  visible: 'The page is in sight again',
  left: 'The page is left',
  offline: 'The browser is offline',
  online: 'The browser is online again',
} as const;

export const frames = {
  number: 'The frame of the number has loaded',
  'security-code': 'The frame of the security code has loaded',
  bank: 'The frame of the bank’s page has loaded',
  hidden: 'A hidden frame has loaded',
} as const;

export const duration = (ms: number): string =>
  ms < 1000
    ? `${Math.round(ms)} ms`
    : ms < 60_000
      ? `${(ms / 1000).toFixed(1)} s`
      : `${(ms / 60_000).toFixed(1)} min`;
