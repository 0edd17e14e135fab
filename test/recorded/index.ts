import type {Behaviour, BehaviourChange} from './behaviour.js';
import {collector} from './collector.js';
import {listen, type RecordedRequest} from './http.js';
import {approve, issuer} from './issuer.js';
import {service} from './service.js';
import {createWorld, type Kind, type Tracker} from './state.js';
import {deliver, type Delivery} from './webhooks.js';

export type {Behaviour, BehaviourChange, Sign} from './behaviour.js';
export type {Place, RecordedRequest} from './http.js';
export type {Kind} from './state.js';
export {rightCode} from './issuer.js';
export {eventTypes, signatureOf, type Delivery} from './webhooks.js';

/** What became of a tracker: the actions that requests asked for, and the ones that were performed. */
export interface TrackerRecord {
  readonly state: string;
  readonly next: Kind;
  readonly received: readonly Kind[];
  readonly performed: readonly Kind[];
  readonly saved: string | undefined;
}

export interface Recorded {
  readonly serviceUrl: string;
  readonly fieldsOrigin: string;
  readonly collectorOrigin: string;
  readonly acsOrigin: string;
  readonly secretKey: string;
  readonly publicKey: string;
  /** Plain hexadecimal. */
  readonly webhookSecret: string;
  /** Every request to any of the four origins, in the order of arrival. */
  readonly requests: readonly RecordedRequest[];
  readonly behaviour: Behaviour;
  setBehaviour(change: BehaviourChange): void;
  tracker(token: string): TrackerRecord;
  /** Minor units taken less those given back, of one tracker or of all. */
  taken(token?: string): number;
  /** The shopper approves in the bank's app. */
  approveInApp(token: string): void;
  /** From now on the service refuses every time-based token that it has given. */
  revokeTokens(): void;
  deliver(delivery: Delivery): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the double. A shop on `localhost` is on another site than the service with its fields, the collector, the issuer. */
export async function startRecorded(change: BehaviourChange = {}): Promise<Recorded> {
  const world = createWorld(change);
  const {requests, addresses} = world;
  const origins = await Promise.all([
    listen('service', '127.0.0.1', requests, (request) => service(request, world)),
    listen('fields', '127.0.0.1', requests, (request) => world.flex.answer(request)),
    listen('collector', 'collector.localhost', requests, (request) => collector(request, world)),
    listen('issuer', 'issuer.localhost', requests, (request) => issuer(request, world)),
  ]);
  const [serviceUrl, fieldsOrigin, collectorOrigin, acsOrigin] = origins.map(({origin}) => origin);
  Object.assign(addresses, {
    ...{service: serviceUrl, fields: fieldsOrigin},
    ...{collector: collectorOrigin, issuer: acsOrigin},
  });
  world.flex.started(addresses.fields);
  const find = (token: string): Tracker => {
    const tracker = world.trackers.get(token);
    if (!tracker) throw new Error(`The service made no tracker ${token}.`);
    return tracker;
  };
  return {
    serviceUrl: addresses.service,
    fieldsOrigin: addresses.fields,
    collectorOrigin: addresses.collector,
    acsOrigin: addresses.issuer,
    secretKey: world.secretKey,
    publicKey: world.publicKey,
    webhookSecret: world.webhookSecret,
    requests,
    get behaviour() {
      return world.behaviour();
    },
    setBehaviour: (next) => world.setBehaviour(next),
    tracker(token) {
      const {state, next, received, performed, saved} = find(token);
      return {state, next, received: [...received], performed: [...performed], saved};
    },
    taken: (token) =>
      (token === undefined ? [...world.trackers.values()] : [find(token)]).reduce(
        (sum, {captured, refunded}) => sum + captured - refunded,
        0,
      ),
    approveInApp: (token) => approve(find(token)),
    revokeTokens: () => world.passports.clear(),
    deliver: (delivery) => deliver(world, delivery),
    stop: async () => {
      await Promise.all(origins.map((one) => one.close()));
    },
  };
}
