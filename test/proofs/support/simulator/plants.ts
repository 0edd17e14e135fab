import type {Clock} from '../../../../service/src/platform/clock/clock.js';
import type {Events} from '../../../../service/src/domain/events/events.js';
import type {IdempotencyStore} from '../../../../service/src/platform/idempotency/store.js';
import type {Origins} from '../../../../service/src/platform/identity/merchant.js';
import type {CardNetwork} from '../../../../service/src/domain/ports/network.js';
import type {Issuer} from '../../../../service/src/domain/ports/issuer.js';
import type {PaymentMethods} from '../../../../service/src/domain/payment-methods/payment-methods.js';
import type {Database} from '../../../../service/src/platform/storage/database.js';
import type {Subscriptions} from '../../../../service/src/domain/subscriptions/subscriptions.js';
import type {Engine} from '../../../../service/src/domain/trackers/engine.js';
import {shop} from './ground.js';
import type {Random} from './random.js';

/** A way to break the service on purpose, by putting something else in the place of one of its parts. The simulator must notice. */
export interface Plant {
  /** The promise that it breaks. */
  readonly breaks: string;
  readonly billingClock?: (clock: Clock) => Clock;
  readonly network?: (network: CardNetwork, random: Random) => CardNetwork;
  readonly events?: (events: Events, random: Random) => Events;
  readonly database?: (database: Database, random: Random) => Database;
  readonly issuer?: (issuer: Issuer) => Issuer;
  readonly methods?: (methods: PaymentMethods) => PaymentMethods;
  readonly engine?: (engine: Engine) => Engine;
  readonly store?: (store: IdempotencyStore) => IdempotencyStore;
  readonly origins?: (origins: Origins) => Origins;
  readonly subscriptions?: (subscriptions: Subscriptions) => Subscriptions;
}

const dayMs = 24 * 3_600_000;

type Charge = Parameters<CardNetwork['authorize']>[0];
const asking = (change: (request: Charge, random: Random) => Charge) => ({
  network: (network: CardNetwork, random: Random): CardNetwork => ({
    ...network,
    authorize: (request) => network.authorize(change(request, random)),
  }),
});

type NewEvents = Parameters<Events['append']>;
const telling = (append: (events: Events, random: Random, ...args: NewEvents) => void) => ({
  events: (events: Events, random: Random): Events => ({
    append: (...args) => append(events, random, ...args),
  }),
});

/** Statements in other words, or none in their place. */
const rewriting = (change: (sql: string, random: Random) => string | undefined) => ({
  database: (database: Database, random: Random): Database => ({
    ...database,
    async query(sql, parameters) {
      const taken = change(sql, random);
      return taken === undefined ? [] : database.query(taken, parameters);
    },
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          async query(sql, parameters) {
            const taken = change(sql, random);
            return taken === undefined ? [] : tx.query(taken, parameters);
          },
          atEnd<Row>(sql: string, parameters?: readonly unknown[]) {
            const taken = change(sql, random);
            return taken === undefined
              ? {rows: Promise.resolve<Row[]>([])}
              : tx.atEnd<Row>(taken, parameters);
          },
        }),
      ),
  }),
});

/** Statements that fall under the table, some of the time. */
const losing = (words: string, share: number) =>
  rewriting((sql, random) => (sql.includes(words) && random.chance(share) ? undefined : sql));

class Undone extends Error {}

/** A transaction that says it was committed and was not. */
async function pretend<Result>(
  database: Database,
  work: Parameters<Database['transaction']>[0],
): Promise<Result> {
  let result: unknown;
  const ended = database.transaction(async (tx) => {
    result = await work(tx);
    throw new Undone();
  });
  await ended.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return result as Result;
}

const everyOrigin = {allows: () => Promise.resolve(true), require: () => Promise.resolve()};

/** One at least for each group of promises. */
export const plants: Readonly<Record<string, Plant>> = {
  'another attempt key for every try': {
    breaks: 'V1',
    ...asking((request, random) => ({...request, attempt: `${request.attempt}:${random.whole(1, 1e9)}`})),
  },
  'a period that is passed over': {breaks: 'V2', ...losing('INSERT INTO charges', 0.05)},
  'a cent too much': {
    breaks: 'V3',
    ...asking((request, random) =>
      random.chance(0.02) && request.capture ? {...request, amount: request.amount + 1} : request,
    ),
  },
  'an event that is forgotten': {
    breaks: 'V4',
    ...telling((events, random, tx, ...sent) =>
      events.append(tx, ...sent.filter(() => !random.chance(0.02))),
    ),
  },
  'an event of nothing': {
    breaks: 'V5',
    ...telling((events, random, tx, ...sent) => {
      const made = sent
        .filter(({type}) => type.includes('payment_') && random.chance(0.05))
        .map((event) => ({...event, occurrence: `${event.occurrence}:again`}));
      return events.append(tx, ...sent, ...made);
    }),
  },
  'no duty on record': {breaks: 'V6', ...losing('INSERT INTO owed_reversals', 1)},
  'an amount for account verification': {
    breaks: 'V7',
    ...asking((request) => ({...request, amount: request.amount || 500})),
  },
  'a stop that is overheard': {
    breaks: 'V8',
    issuer: (issuer) => ({
      ...issuer,
      async enroll(...question) {
        const answer = await issuer.enroll(...question);
        if (answer.stepUp) return answer;
        const {lookup: _lookup, ...rest} = answer;
        return {...rest, enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL', veres: 'Y', pares: 'Y', eci: '05'};
      },
    }),
  },
  'a browser that is believed': {
    breaks: 'V9',
    issuer: (issuer) => ({...issuer, result: () => Promise.resolve({state: 'succeeded', eci: '05'})}),
  },
  'two methods of one card': {
    breaks: 'V10',
    methods: (methods) => ({
      ...methods,
      create(tx, request) {
        methods.create(tx, {...request, tracker: `${request.tracker}-again`});
        return methods.create(tx, request);
      },
    }),
  },
  'a use that is not counted': {
    breaks: 'V11',
    ...losing('UPDATE payment_methods SET usage_count = usage_count + 1', 1),
  },
  'answers that are not kept': {
    breaks: 'V16',
    store: (store) => ({
      ...store,
      once: (_request, work) => store.once(undefined, work),
      onceDatabaseOnly: (_request, work) => store.onceDatabaseOnly(undefined, work),
      onceStaged: (_request, work) => store.onceStaged(undefined, work),
    }),
  },
  'an answer before the commit': {
    breaks: 'V17',
    database: (database, random) => ({
      ...database,
      transaction: (work) => (random.chance(0.05) ? pretend(database, work) : database.transaction(work)),
    }),
  },
  'a cancellation that is only said': {
    breaks: 'V18',
    subscriptions: (subscriptions) => ({...subscriptions, cancel: (name) => subscriptions.read(name)}),
  },
  'a day early': {
    breaks: 'V19',
    billingClock: (clock) => ({now: () => new Date(clock.now().getTime() + dayMs)}),
  },
  'a clock that takes back for on': {
    breaks: 'V20',
    billingClock: (clock) => {
      let latest = 0;
      return {
        now() {
          const time = clock.now().getTime();
          if (time >= latest) latest = time;
          return new Date(time >= latest - 1000 ? time : time + 40 * dayMs);
        },
      };
    },
  },
  'two charges on one day': {
    breaks: 'V20',
    ...rewriting((sql) => sql.replace('next_charge_at = g.next_charge_at', "$& - interval '20 hours'")),
  },
  'a number left out': {
    breaks: 'V21',
    ...telling((events, random, tx, ...sent) => {
      const one = sent.find(({subscription}) => subscription !== undefined);
      if (one && random.chance(0.02))
        tx.atEnd('UPDATE subscriptions SET sequence = sequence + 1 WHERE token = $1', [one.subscription]);
      events.append(tx, ...sent);
    }),
  },
  'every address is welcome': {
    breaks: 'V23',
    origins: (origins) => ({...origins, ofMerchant: () => everyOrigin}),
  },
  'one house for all merchants': {
    breaks: 'V24',
    engine: (engine) => ({
      ...engine,
      read: async (_merchant, token) => engine.read(await engine.ownerOf(token), token),
    }),
  },
  'another currency': {
    breaks: 'V3',
    ...asking((request, random) =>
      random.chance(0.02) && request.capture ? {...request, currency: 'EUR'} : request,
    ),
  },
  'a hold that is said to be given back': {
    breaks: 'V6',
    network: (network, random) => ({
      ...network,
      reverse: (request) =>
        random.chance(0.3)
          ? Promise.resolve({id: `rev_${request.attempt}`, approved: true})
          : network.reverse(request),
    }),
  },
  'duties that no worker does': {breaks: 'V6', ...losing('UPDATE owed_reversals SET claim', 1)},
  'a challenge that is passed over': {
    breaks: 'V9',
    issuer: (issuer) => ({
      ...issuer,
      async enroll(...question) {
        const answer = await issuer.enroll(...question);
        if (!answer.stepUp) return answer;
        const passed = {
          enrollmentStatus: 'AUTHENTICATION_SUCCESSFUL',
          veres: 'Y',
          pares: 'Y',
          eci: '05',
        } as const;
        return {...answer, ...passed, stepUp: undefined};
      },
    }),
  },
  'a guest who is taken for a regular': {
    breaks: 'V11',
    methods: (methods) => ({
      ...methods,
      create: (tx, request) => methods.create(tx, {...request, singleUse: false}),
    }),
  },
  'another body under the same key': {
    breaks: 'V16',
    store: (store) => ({
      ...store,
      once: (request, work) => store.once(request && {...request, body: 'the same'}, work),
      onceDatabaseOnly: (request, work) =>
        store.onceDatabaseOnly(request && {...request, body: 'the same'}, work),
      onceStaged: (request, work, options) =>
        store.onceStaged(request && {...request, body: 'the same'}, work, options),
    }),
  },
  'a refusal that is taken for a success': {
    breaks: 'V16',
    subscriptions: (subscriptions) => ({
      ...subscriptions,
      pause: (name, behavior) => subscriptions.pause(name, behavior).catch(() => subscriptions.read(name)),
      resume: (name) => subscriptions.resume(name).catch(() => subscriptions.read(name)),
    }),
  },
  'a method that is not kept': {breaks: 'V17', ...losing('INSERT INTO payment_methods', 0.2)},
  'a pause that is only said': {
    breaks: 'V17',
    subscriptions: (subscriptions) => ({...subscriptions, pause: (name) => subscriptions.read(name)}),
  },
  'an origin that is compared by its beginning': {
    breaks: 'V23',
    origins: (origins) => ({
      ...origins,
      ofMerchant: (merchant) => ({
        ...origins.ofMerchant(merchant),
        allows: (origin) => Promise.resolve(origin.startsWith(shop)),
      }),
    }),
  },
  'an approval that is heard as a decline': {
    breaks: 'V5',
    network: (network, random) => ({
      ...network,
      async authorize(request) {
        const answer = await network.authorize(request);
        if (!request.capture || !random.chance(0.05)) return answer;
        return {id: answer.id, approved: false, decline: 'insufficient_funds'};
      },
    }),
  },
};
