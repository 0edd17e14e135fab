import {randomUUID} from 'node:crypto';
import {changed, recordedBehaviour, type Behaviour, type BehaviourChange} from './behaviour.js';
import {brandOf, type TestCase} from './cards.js';
import {createFlex, type Flex, type HeldCard} from './flex.js';
import type {Json, RecordedRequest} from './http.js';
import {newToken} from './keys.js';

export type Kind =
  | 'GENERATE_CAPTURE_CONTEXT'
  | 'PROCESS_TRANSIENT_TOKEN'
  | 'PAYER_AUTH_SETUP'
  | 'PAYER_AUTH_ENROLLMENT'
  | 'PAYER_AUTH_VALIDATION'
  | 'AUTHORIZATION'
  | 'CAPTURE'
  | 'REVERSAL'
  | 'VOID'
  | 'REFUND'
  | 'NOOP';

export interface Customer {
  readonly token: string;
  fields: Json;
  readonly wallet: SavedMethod[];
}

export interface SavedMethod {
  readonly token: string;
  readonly number: string;
  readonly month: string;
  readonly year: string;
  readonly singleUse: boolean;
}

/** A challenge at the issuer. */
export interface Challenge {
  readonly jwt: string;
  readonly transaction: string;
  readonly dueBy: number;
  md: string | undefined;
  tries: number;
  /** Y: authenticated, N: not, U: it could not be tried, E: an error. */
  result: 'Y' | 'N' | 'U' | 'E' | undefined;
}

export interface Tracker {
  readonly token: string;
  readonly customer: Customer;
  readonly mode: string;
  readonly entryMode: string;
  readonly currency: string;
  readonly amount: number;
  readonly isVerification: boolean;
  readonly requestId: string;
  readonly createdAt: number;
  metadata: Json;
  state: string;
  next: Kind;
  card: (HeldCard & {readonly token: string}) | undefined;
  test: TestCase | undefined;
  setup: {readonly jwt: string; readonly sessionId: string} | undefined;
  enrollment: Json | undefined;
  challenge: Challenge | undefined;
  urls: {readonly success: string; readonly failure: string} | undefined;
  authorization: Json | undefined;
  isSuccess: boolean;
  isValidated: boolean;
  saved: string | undefined;
  /** Minor units taken, and of them given back. */
  captured: number;
  refunded: number;
  /** Actions that a request asked for, in order, performed or refused. */
  readonly received: Kind[];
  /** Actions that were performed, by a request or by the service itself. */
  readonly performed: Kind[];
}

/** Everything the double knows. */
export interface World {
  readonly behaviour: () => Behaviour;
  setBehaviour(change: BehaviourChange): void;
  readonly secretKey: string;
  readonly publicKey: string;
  readonly webhookSecret: string;
  readonly requests: RecordedRequest[];
  readonly customers: Map<string, Customer>;
  readonly trackers: Map<string, Tracker>;
  readonly passports: Set<string>;
  readonly flex: Flex;
  readonly addresses: {service: string; fields: string; collector: string; issuer: string};
}

export function createWorld(change: BehaviourChange = {}): World {
  let current = changed(recordedBehaviour, change);
  const behaviour = () => current;
  const hexadecimal = () => `${randomUUID()}${randomUUID()}`.replaceAll('-', '');
  return {
    behaviour,
    setBehaviour: (next) => (current = changed(current, next)),
    secretKey: hexadecimal(),
    publicKey: newToken('sec'),
    webhookSecret: hexadecimal(),
    requests: [],
    customers: new Map(),
    trackers: new Map(),
    passports: new Set(),
    flex: createFlex(behaviour),
    addresses: {service: '', fields: '', collector: '', issuer: ''},
  };
}

/** Puts the card into the shopper's wallet. A guest's works once. */
export function save({behaviour}: World, tracker: Tracker): void {
  const {card, customer} = tracker;
  if (!card) throw new Error('There is no card to save.');
  const {number, month, year} = card;
  const known = customer.wallet.find(
    (one) => one.number === number && one.month === month && one.year === year,
  );
  if (known && behaviour().wallet.sameCardKeepsToken) {
    tracker.saved = known.token;
    return;
  }
  const singleUse = customer.fields['is_guest'] === true;
  tracker.saved = newToken('pm');
  customer.wallet.push({token: tracker.saved, number, month, year, singleUse});
}

/** The card as actions answer it. Its token is of the attempt, not of the wallet. */
export function cardView({card}: Tracker): Json {
  if (!card) return {};
  const {number, month, year, token} = card;
  const {code, type} = brandOf(number);
  return {
    token,
    expiration_month: month,
    expiration_year: year,
    card_type_code: code,
    card_type: type,
    bin_number: number.slice(0, 6),
    last_four: number.slice(-4),
  };
}
