import type {StateName} from '../flow/index.js';
import type {CardVaultErrorCode} from '../protocol/index.js';

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

/** Faults in plain words, by the code of the error. */
export const errors: Readonly<Record<CardVaultErrorCode, string>> = {
  'shop-server-unreachable': 'the page got no answer from the shop’s server',
  'session-refused': 'the shop’s server opened no session',
  'login-required': 'the shopper is not signed in at the shop',
  'service-unreachable': 'the page got no answer from the service',
  'service-unavailable': 'the service broke down, or asked to come back later',
  'credentials-refused': 'the service refused the shop’s key, or the page’s token',
  'session-expired': 'the session’s token expired and could not be renewed',
  'request-refused': 'the service refused the request as wrong in itself',
  'answer-unreadable': 'an answer did not have the shape that the specification gives it',
  'request-timed-out': 'an answer took too long',
  'capture-context-invalid': 'the capture context is for another origin or merchant, or is none',
  'capture-context-expired': 'the capture context expired before the card was sent',
  'framed-elsewhere': 'the page stands in a frame of another origin, where card fields are not shown',
  'fields-blocked': 'the script of the card fields was blocked or changed',
  'fields-timed-out': 'the card fields took too long to load',
  'card-incomplete': 'the entries were not complete or not right',
  'brand-not-accepted': 'the shop does not take this brand',
  'too-many-cards': 'too many cards were tried',
  'tokenization-failed': 'the card fields made no transient token',
  'transient-token-expired': 'the transient token of the card expired before the service opened it',
  'device-data-url-refused': 'the address for device data may not be opened',
  'step-up-url-refused': 'the address of the bank’s page may not be opened',
  'shell-unreachable': 'the frame around the bank’s page did not load',
  'entry-mode-refused': 'the shop’s server and the page disagree on who has the card fields',
  'completion-failed': 'the card went through, but the shop’s server did not finish the last step',
  'order-paid': 'another payment has the money of this order',
  'order-changed': 'the order is another one than the page has shown',
  'not-ready': 'the page called the element when it could not',
  'configuration-missing': 'the element was not set up',
  unexpected: 'something broke that has no code',
};

/** Reasons for which card fields stay away; the library's own words are shown as they are. */
export const whys: Readonly<Record<string, string>> = {
  'other-merchant': 'the context is for another merchant than the attribute names',
  'other-page': 'the context is for another origin than this page’s',
  'framed-elsewhere': 'a page of another origin stands around this one',
  address: 'the context names no fit address of the library',
  hash: 'the context names no readable hash of the library',
  'not-a-library': 'a script came, and it is no card field library',
  'not-loaded': 'the browser did not take the script: network, blocker, or another hash',
  'script-policy': 'the page’s policy refuses the script',
  'trusted-types': 'the page’s Trusted Types refuse the policy “card-vault”',
  'frame-policy': 'the page’s policy refuses the frames',
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
  shell: 'The frame for the bank’s page has loaded',
  bank: 'The bank’s page has loaded',
  hidden: 'A hidden frame has loaded',
} as const;

export const duration = (ms: number): string =>
  ms < 1000
    ? `${Math.round(ms)} ms`
    : ms < 60_000
      ? `${(ms / 1000).toFixed(1)} s`
      : `${(ms / 60_000).toFixed(1)} min`;
