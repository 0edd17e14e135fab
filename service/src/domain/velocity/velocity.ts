/** Counts how many cards are tried, and refuses more than the rules allow. */
import {velocityRules, type CardLimits} from '../../platform/card-limits.js';
import type {Clock} from '../../platform/clock/clock.js';
import {RetryError} from '../../platform/errors.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Vault} from '../../platform/sealing.js';
import type {ServiceSettings} from '../../platform/settings.js';
import type {Database, Migration, Queries} from '../../platform/storage/database.js';
import {failedGuard, type GuardedStatement} from '../../platform/storage/guard.js';
import type {Events} from '../events/events.js';
import {networkOfAddress} from './network-address.js';

export const velocityMigrations: readonly Migration[] = [
  {
    name: '0190_velocity',
    sql: `
CREATE TABLE velocity_counts (
  merchant text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  began_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  tries integer NOT NULL,
  allowed integer NOT NULL,
  PRIMARY KEY (merchant, kind, key)
);
CREATE INDEX velocity_counts_ends ON velocity_counts (ends_at);
`,
  },
];

/** A card that a shopper tries. */
export interface CardTry {
  readonly merchant: string;
  readonly customer: string;
  readonly tracker: string;
  /** Fingerprint of the card number. */
  readonly card: string;
  /** Whether the number is a published test card. In development those count for few limits, or none. */
  readonly isTestCard?: boolean | undefined;
  /** The shopper's IP address, if it is known. */
  readonly address?: string | undefined;
}

/** A row of the counts, as lists show it. It names customers, but neither cards nor addresses. */
export interface VelocityView {
  readonly merchant: string;
  readonly limit: keyof CardLimits;
  readonly customer: string | null;
  readonly tries: number;
  readonly allowed: number;
  readonly began_at: string;
  readonly ends_at: string;
}

export interface Velocity {
  /**
   * Counts a try with the unit's commit. Above a limit, the commit fails with 429 `velocity.too_many_cards`,
   * and the merchant is sent one event for each window. The merchant's own limit refuses nothing: see
   * `aboveMerchantLimit`.
   */
  count(unit: UnitOfWork, attempt: CardTry): void;
  /** Sends the merchant one event for each window in which its own limit was passed. */
  merchantPassed(attempt: Pick<CardTry, 'merchant' | 'customer' | 'tracker'>, since: Date): Promise<void>;
  /** Notes that a tracker has taken its last card: with the counts, until the tracker ends, and by one event. */
  trackerUsedUp(tracker: UsedUpTracker): Promise<void>;
  /** The counts of windows that have not ended, the fullest first. */
  views(request: {
    readonly merchant?: string | undefined;
    readonly limit: number;
  }): Promise<readonly VelocityView[]>;
  /** Forgets all counts, of one merchant if it is named. */
  reset(merchant?: string): Promise<void>;
}

/** A tracker that takes no more cards; it keeps its own count. */
interface UsedUpTracker {
  readonly merchant: string;
  readonly customer: string;
  readonly token: string;
  readonly card_submissions: number;
  readonly created_at: Date;
  readonly expires_at: Date;
}

interface Dependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'fingerprint'>;
  readonly settings: Pick<ServiceSettings, 'cardLimits' | 'testCardLimits'>;
  readonly events: Events;
}

/** A count that a try adds to. */
interface Counted {
  readonly kind: keyof CardLimits;
  readonly key: string;
  readonly allowed: number;
  readonly windowSeconds: number;
  /** Whether it refuses tries once it is used up. */
  readonly refuses: boolean;
}

/** A count that is used up. */
interface UsedUp extends Pick<Counted, 'kind' | 'key'> {
  readonly tries: number;
  readonly began_at: Date;
  readonly ends_at: Date;
}

const guard = 'velocity';

/**
 * Adds one to each count, or to none: a count that is used up is not returned by the insertion, and then the
 * statement fails. A window that has ended begins anew.
 */
const countStatement = ({merchant}: CardTry, counts: readonly Counted[], now: Date): GuardedStatement => ({
  guard,
  sql: `WITH counted AS (
      INSERT INTO velocity_counts AS v (merchant, kind, key, began_at, ends_at, tries, allowed)
      SELECT $1, kind, key, $2::timestamptz, $2::timestamptz + make_interval(secs => seconds::integer), 1, allowed::integer
      FROM unnest($3::text[], $4::text[], $5::text[], $6::text[])
        WITH ORDINALITY AS g (kind, key, seconds, allowed, place) ORDER BY place
      ON CONFLICT (merchant, kind, key) DO UPDATE SET
        began_at = CASE WHEN v.ends_at <= excluded.began_at THEN excluded.began_at ELSE v.began_at END,
        ends_at = CASE WHEN v.ends_at <= excluded.began_at THEN excluded.ends_at ELSE v.ends_at END,
        tries = CASE WHEN v.ends_at <= excluded.began_at THEN 1 ELSE v.tries + 1 END,
        allowed = excluded.allowed
      WHERE v.ends_at <= excluded.began_at OR v.tries < excluded.allowed OR v.kind = ANY($7::text[])
      RETURNING 1)
    SELECT require_row((CASE WHEN count(*) = cardinality($3::text[]) THEN 1 ELSE 0 END)::bigint, '${guard}') FROM counted`,
  parameters: [
    merchant,
    now,
    counts.map(({kind}) => kind),
    counts.map(({key}) => key),
    counts.map(({windowSeconds}) => String(windowSeconds)),
    counts.map(({allowed}) => String(allowed)),
    counts.filter(({refuses}) => !refuses).map(({kind}) => kind),
  ],
});

/**
 * SQL query for the window of a merchant that is above its own limit; no row below it. In the transaction that
 * counts a try it tells whether that try is above.
 *
 * @param merchant SQL of the merchant's id.
 */
export const aboveMerchantLimit = (merchant: string) =>
  `SELECT began_at FROM velocity_counts
   WHERE merchant = ${merchant} AND kind = 'merchant' AND key = merchant AND tries > allowed`;

export function createVelocity(deps: Dependencies): Velocity {
  const {database, clock} = deps;
  return {
    count(unit, attempt) {
      const counts = countsOf(deps, attempt);
      if (counts.length === 0) return;
      let refusal = tooManyCards(60);
      unit.require(countStatement(attempt, counts, clock.now()), () => refusal);
      unit.onRollBack(async (error) => {
        if (failedGuard(error) !== guard) return;
        const usedUp = await findUsedUp(database, attempt, {counts, now: clock.now()});
        if (!usedUp) return;
        refusal = tooManyCards(Math.ceil((usedUp.ends_at.getTime() - clock.now().getTime()) / 1000));
        await announce(deps, attempt, usedUp);
      });
    },

    async merchantPassed(attempt, since) {
      const {windowSeconds = 0} = velocityRules.find(({kind}) => kind === 'merchant')!;
      await announce(deps, attempt, {
        ...{kind: 'merchant', key: attempt.merchant, tries: deps.settings.cardLimits.merchant},
        began_at: since,
        ends_at: new Date(since.getTime() + windowSeconds * 1000),
      });
    },

    async trackerUsedUp({merchant, customer, token, card_submissions: tries, ...life}) {
      const {created_at: began, expires_at: ends} = life;
      await database.query(
        `INSERT INTO velocity_counts (merchant, kind, key, began_at, ends_at, tries, allowed)
         VALUES ($1, 'tracker', $2, $3, $4, $5, $5) ON CONFLICT DO NOTHING`,
        [merchant, token, began, ends, tries],
      );
      const usedUp = {kind: 'tracker', key: token, tries, began_at: began, ends_at: ends} as const;
      await announce(deps, {merchant, customer, tracker: token}, usedUp);
    },

    async views({merchant, limit}) {
      const rows = await database.query<UsedUp & {merchant: string; allowed: number}>(
        `SELECT merchant, kind, key, tries, allowed, began_at, ends_at FROM velocity_counts
         WHERE ends_at > $1 AND ($2::text IS NULL OR merchant = $2)
         ORDER BY tries::float / allowed DESC, ends_at DESC, kind, key LIMIT $3`,
        [clock.now(), merchant ?? null, limit],
      );
      return rows.map(({kind, key, began_at, ends_at, ...row}) => ({
        ...row,
        limit: kind,
        customer: kind === 'customer' ? key : null,
        began_at: began_at.toISOString(),
        ends_at: ends_at.toISOString(),
      }));
    },

    async reset(merchant) {
      await database.query('DELETE FROM velocity_counts WHERE $1::text IS NULL OR merchant = $1', [
        merchant ?? null,
      ]);
    },
  };
}

/** The counts that a try adds to. The count of a tracker is in its own row (`card_submissions`). */
function countsOf({vault, settings}: Dependencies, attempt: CardTry): readonly Counted[] {
  const {merchant, customer, card} = attempt;
  const network = networkOfAddress(attempt.address);
  const limits: Partial<CardLimits> = attempt.isTestCard ? settings.testCardLimits : settings.cardLimits;
  const keys: Readonly<Record<keyof CardLimits, string | undefined>> = {
    tracker: undefined,
    card,
    customer,
    // Addresses are personal data, and comparing them needs no clear text.
    address: network && vault.fingerprint(network, merchant),
    merchant,
  };
  return velocityRules.flatMap(({kind, windowSeconds, above}) => {
    const key = keys[kind];
    const allowed = limits[kind];
    if (key === undefined || windowSeconds === undefined || allowed === undefined) return [];
    return [{kind, key, windowSeconds, allowed, refuses: above === undefined}];
  });
}

const tooManyCards = (seconds: number) =>
  new RetryError(
    429,
    'velocity.too_many_cards',
    'Too many cards were tried. Retry after the time in Retry-After.',
    Math.max(1, seconds),
  );

/** The used-up count that refuses, and ends last. */
async function findUsedUp(
  queries: Queries,
  {merchant}: CardTry,
  {counts: all, now}: {readonly counts: readonly Counted[]; readonly now: Date},
): Promise<UsedUp | undefined> {
  const counts = all.filter(({refuses}) => refuses);
  const rows = await queries.query<UsedUp>(
    `SELECT v.kind, v.key, v.tries, v.began_at, v.ends_at FROM velocity_counts v
     JOIN unnest($2::text[], $3::text[], $4::text[]) AS g (kind, key, allowed) ON g.kind = v.kind AND g.key = v.key
     WHERE v.merchant = $1 AND v.ends_at > $5 AND v.tries >= g.allowed::integer ORDER BY v.ends_at DESC LIMIT 1`,
    [
      merchant,
      counts.map(({kind}) => kind),
      counts.map(({key}) => key),
      counts.map(({allowed}) => String(allowed)),
      now,
    ],
  );
  return rows[0];
}

const uniqueViolation = '23505';

/** Sends the merchant an event, once for each window of a count. */
async function announce(
  {database, events}: Dependencies,
  attempt: Pick<CardTry, 'merchant' | 'customer' | 'tracker'>,
  usedUp: UsedUp,
): Promise<void> {
  const {merchant, customer, tracker} = attempt;
  const {kind, key, tries, began_at: began, ends_at: ends} = usedUp;
  const sent = database.transaction((tx) =>
    events.append(tx, {
      merchant,
      type: 'velocity.limit_reached',
      subject: customer,
      occurrence: `velocity:${merchant}:${kind}:${key}:${began.toISOString()}`,
      customer,
      tracker,
      data: {limit: kind, tries, since: began.toISOString(), until: ends.toISOString(), customer, tracker},
    }),
  );
  await sent.catch((error: unknown) => {
    // Another request sends the same event at this moment.
    if ((error as {code?: unknown}).code !== uniqueViolation) throw error;
  });
}
