import {randomBytes, randomUUID, timingSafeEqual} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import type {Vault} from '../../platform/sealing.js';
import type {Database, Queries} from '../../platform/storage/database.js';

/** The purpose of a page: subscribe to a plan, save a card with a tracker, pay with a tracker, or manage subscriptions. */
export type SessionKind = 'subscribe' | 'embedded' | 'payment' | 'portal';

/** A row of `checkout_sessions`. */
export interface CheckoutSession {
  readonly token: string;
  readonly merchant: string;
  readonly kind: SessionKind;
  /** Null until the shopper has entered their name and e-mail address. */
  readonly customer: string | null;
  readonly plan: string | null;
  /** The tracker that the link of an embedded page or of a payment named. */
  readonly tracker: string | null;
  /** The subscription that this page created; in a portal, the only one it shows. */
  readonly subscription: string | null;
  readonly payment_method: string | null;
  readonly reference: string | null;
  /** Whether the link's token named the reference; null for a session of an earlier version. */
  readonly reference_signed: boolean | null;
  /** Validated when the page was opened (`return-urls.ts`), and again before a redirect. */
  readonly redirect_url: string | null;
  readonly cancel_url: string | null;
  readonly locale: string | null;
  /** Fingerprint of the cookie of the one browser that may use the page; null until a shopper pressed. */
  readonly browser: string | null;
  /** Id of the token that opened the page. When that is revoked, the page ends. */
  readonly opened_by: string | null;
  /** `left`: the shopper left by the page's own link. */
  readonly state: 'open' | 'done' | 'left';
  /** How many trackers this page has opened for cards. */
  readonly trackers: number;
  /** How many charges were attempted. A request with a lower number repeats an earlier one. */
  readonly tries: number;
  /** Until when the attempt under way blocks the next one, in real time; null if none is under way. */
  readonly trying_until: Date | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** The fields of a new session; omitted ones are null. */
export type NewSession = Pick<CheckoutSession, 'merchant' | 'kind'> &
  Partial<
    Pick<
      CheckoutSession,
      | 'customer'
      | 'plan'
      | 'tracker'
      | 'subscription'
      | 'reference'
      | 'reference_signed'
      | 'redirect_url'
      | 'cancel_url'
      | 'locale'
      | 'opened_by'
    >
  > & {
    /** When the page ends, if that is before its hour is over. */
    readonly endsBy?: Date | undefined;
    /**
     * Identifies the link: following it again opens the same session. Null for a link that several shoppers
     * may share.
     */
    readonly opening: string | null;
  };

type Changes = Partial<
  Pick<CheckoutSession, 'customer' | 'subscription' | 'payment_method' | 'state' | 'tries' | 'trying_until'>
>;

/** How long a page may be used after it was opened. */
export const lifetimeMs = 60 * 60 * 1000;

const newSessionColumns = [
  'merchant',
  'kind',
  'opening',
  'customer',
  'plan',
  'tracker',
  'subscription',
  'reference',
  'reference_signed',
  'redirect_url',
  'cancel_url',
  'locale',
  'opened_by',
] as const satisfies readonly (keyof NewSession)[];

/** The sessions of all hosted pages. */
export interface CheckoutSessions {
  /** Creates a session, or returns the earlier one of the same link. */
  open(session: NewSession): Promise<CheckoutSession>;
  find(token: string): Promise<CheckoutSession | undefined>;
  /** Reads a session and locks it until the transaction ends. */
  lock(tx: Queries, token: string): Promise<CheckoutSession>;
  change(queries: Queries, token: string, changes: Changes): Promise<CheckoutSession>;
  /** Counts one more tracker; returns false if the page has used up its trackers. */
  countTracker(token: string): Promise<boolean>;
  /**
   * Gives the page to one browser (decision 0076). Returns the value of its cookie; undefined if another browser has
   * the page.
   */
  giveToBrowser(session: CheckoutSession): Promise<string | undefined>;
  /** Whether the browser that sent this cookie has the page. */
  acceptsCookie(session: CheckoutSession, cookie: string | undefined): boolean;
}

/** Trackers for one page. The limit keeps the page from being used to test stolen card numbers. */
const trackerLimit = 20;

function endOf(now: Date, endsBy: Date | undefined): Date {
  const end = new Date(now.getTime() + lifetimeMs);
  return endsBy && endsBy < end ? endsBy : end;
}

export function createCheckoutSessions(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
}): CheckoutSessions {
  const {database, clock} = deps;
  return {
    ...createCookies(deps),
    async open(session) {
      const now = clock.now();
      const values = newSessionColumns.map((name) => session[name] ?? null);
      const names = newSessionColumns.join(', ');
      const places = newSessionColumns.map((_, index) => `$${index + 4}`).join(', ');
      const [row] = await database.query<CheckoutSession>(
        `INSERT INTO checkout_sessions (token, created_at, expires_at, state, ${names})
         VALUES ($1, $2, $3, 'open', ${places})
         -- Changes nothing, but makes RETURNING give the earlier row.
         ON CONFLICT (opening) DO UPDATE SET opening = excluded.opening RETURNING *`,
        [`chk_${randomUUID()}`, now, endOf(now, session.endsBy), ...values],
      );
      return row!;
    },
    async find(token) {
      const [row] = await database.query<CheckoutSession>(
        'SELECT * FROM checkout_sessions WHERE token = $1',
        [token],
      );
      return row;
    },
    async lock(tx, token) {
      const [row] = await tx.query<CheckoutSession>(
        'SELECT * FROM checkout_sessions WHERE token = $1 FOR UPDATE',
        [token],
      );
      return row!;
    },
    async change(queries, token, changes) {
      const entries = Object.entries(changes);
      const assignments = entries.map(([name], index) => `${name} = $${index + 2}`).join(', ');
      const [row] = await queries.query<CheckoutSession>(
        `UPDATE checkout_sessions SET ${assignments} WHERE token = $1 RETURNING *`,
        [token, ...entries.map(([, value]) => value)],
      );
      return row!;
    },
    async countTracker(token) {
      const rows = await database.query(
        'UPDATE checkout_sessions SET trackers = trackers + 1 WHERE token = $1 AND trackers < $2 RETURNING 1',
        [token, trackerLimit],
      );
      return rows.length > 0;
    },
  };
}

/** Which browser has a page. The database keeps no cookie, only its fingerprint. */
function createCookies({
  database,
  vault,
}: {
  readonly database: Database;
  readonly vault: Vault;
}): Pick<CheckoutSessions, 'giveToBrowser' | 'acceptsCookie'> {
  const fingerprintOf = ({token, merchant}: CheckoutSession, cookie: string) =>
    vault.fingerprint(`checkout ${token} ${cookie}`, merchant);
  return {
    async giveToBrowser(session) {
      const cookie = randomBytes(32).toString('hex');
      const rows = await database.query(
        'UPDATE checkout_sessions SET browser = $2 WHERE token = $1 AND browser IS NULL RETURNING 1',
        [session.token, fingerprintOf(session, cookie)],
      );
      return rows.length > 0 ? cookie : undefined;
    },
    acceptsCookie(session, cookie) {
      if (session.browser === null || cookie === undefined) return false;
      const expected = Buffer.from(session.browser);
      const received = Buffer.from(fingerprintOf(session, cookie));
      return received.length === expected.length && timingSafeEqual(received, expected);
    },
  };
}
