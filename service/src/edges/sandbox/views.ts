import type {LedgerEntry} from '../../domain/ports/network.js';
import type {Queries} from '../../platform/storage/database.js';
import type {
  ActionRecord,
  EnrollmentRecord,
  HoldRecord,
  ReversalRecord,
  ValidationRecord,
} from '../../domain/trackers/tracker.js';

/** Which rows of a list to read: the newest `limit` of one merchant, or of all. */
export interface ViewRequest {
  /** Undefined for the dashboard, which sees all merchants. */
  readonly merchant: string | undefined;
  readonly limit: number;
}

/** A customer as the sandbox API shows it. Times are ISO instants. */
export interface CustomerView {
  readonly token: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly country: string | null;
  readonly is_guest: boolean;
  readonly payment_methods: number;
  readonly created_at: string;
  readonly deleted_at: string | null;
}

/** A saved card as the sandbox API shows it. */
export interface PaymentMethodView {
  readonly token: string;
  readonly customer: string;
  readonly tracker: string;
  readonly brand: string;
  readonly last_four: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
  readonly max_usage: number | null;
  readonly usage_count: number;
  readonly created_at: string;
  readonly deleted_at: string | null;
}

/** A tracker with its records, as the sandbox API shows it. Amounts are in minor units. */
export interface TrackerView {
  readonly token: string;
  readonly customer: string;
  readonly customer_name: string | null;
  readonly mode: string;
  readonly entry_mode: string;
  readonly state: string;
  readonly next_action: string;
  readonly currency: string;
  readonly amount: number;
  readonly is_account_verification: boolean;
  /** `test_card` is only set if the number is no published test card. */
  readonly card: {
    readonly brand: string;
    readonly last_four: string;
    readonly test_card?: 'unpublished';
  } | null;
  readonly authentication_status: string | null;
  readonly eci: string | null;
  readonly validation: string | null;
  readonly hold: HoldRecord | null;
  readonly reversal: ReversalRecord | null;
  readonly payment_method: string | null;
  readonly actions: readonly ActionRecord[];
  readonly created_at: string;
  readonly updated_at: string;
}

/** SQL for the name of customer `c`; null if there is none. */
const fullName = "NULLIF(TRIM(CONCAT_WS(' ', c.first_name, c.last_name)), '')";

interface RowDates {
  readonly created_at: Date;
  readonly deleted_at: Date | null;
}

const isoDates = ({created_at, deleted_at}: RowDates) => ({
  created_at: created_at.toISOString(),
  deleted_at: deleted_at?.toISOString() ?? null,
});

/** Customers including deleted ones, newest first. */
export async function customerViews(
  queries: Queries,
  request: ViewRequest,
): Promise<readonly CustomerView[]> {
  const rows = await queries.query<
    Omit<CustomerView, keyof RowDates | 'payment_methods'> & RowDates & {methods: number}
  >(
    `SELECT c.token, ${fullName} AS name, c.email, c.country, c.is_guest, c.created_at, c.deleted_at,
       (SELECT COUNT(*)::integer FROM payment_methods m WHERE m.customer = c.token AND m.deleted_at IS NULL) AS methods
     FROM customers c WHERE $1::text IS NULL OR c.merchant = $1 ORDER BY c.created_at DESC, c.token LIMIT $2`,
    [request.merchant ?? null, request.limit],
  );
  return rows.map(({methods, ...row}) => ({...row, payment_methods: methods, ...isoDates(row)}));
}

/** Payment methods including removed ones, newest first. */
export async function paymentMethodViews(
  queries: Queries,
  request: ViewRequest,
): Promise<readonly PaymentMethodView[]> {
  const rows = await queries.query<Omit<PaymentMethodView, keyof RowDates> & RowDates>(
    `SELECT token, customer, tracker, brand, last_four, expiration_month, expiration_year, max_usage, usage_count,
       created_at, deleted_at
     FROM payment_methods WHERE $1::text IS NULL OR merchant = $1 ORDER BY created_at DESC, token LIMIT $2`,
    [request.merchant ?? null, request.limit],
  );
  return rows.map((row) => ({...row, ...isoDates(row)}));
}

/** What `trackerViews` selects. */
interface TrackerRow {
  readonly token: string;
  readonly customer: string;
  readonly customer_name: string | null;
  readonly mode: string;
  readonly entry_mode: string;
  readonly state: string;
  readonly next_kind: string;
  readonly currency: string;
  readonly amount: number | string;
  readonly is_account_verification: boolean;
  readonly card_summary: TrackerView['card'];
  readonly enrollment: EnrollmentRecord | null;
  readonly validation: ValidationRecord | null;
  readonly hold: HoldRecord | null;
  readonly reversal: ReversalRecord | null;
  readonly payment_method: string | null;
  readonly actions: readonly ActionRecord[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Trackers, the latest change first. */
export async function trackerViews(queries: Queries, request: ViewRequest): Promise<readonly TrackerView[]> {
  const rows = await queries.query<TrackerRow>(
    `SELECT t.token, t.customer, ${fullName} AS customer_name, t.mode, t.entry_mode, t.state, t.next_kind, t.currency,
       t.amount, t.is_account_verification, t.card_summary, t.enrollment, t.validation, t.hold, t.reversal, t.actions,
       t.created_at, t.updated_at,
       COALESCE((SELECT m.token FROM payment_methods m WHERE m.tracker = t.token),
         (SELECT d.method FROM payment_method_duplicates d WHERE d.tracker = t.token)) AS payment_method
     FROM trackers t JOIN customers c ON c.token = t.customer
     WHERE $1::text IS NULL OR t.merchant = $1 ORDER BY t.updated_at DESC, t.token LIMIT $2`,
    [request.merchant ?? null, request.limit],
  );
  return rows.map(trackerView);
}

function trackerView(row: TrackerRow): TrackerView {
  const {next_kind, card_summary: card, enrollment, validation, ...shownAsStored} = row;
  return {
    ...shownAsStored,
    next_action: next_kind,
    amount: Number(row.amount),
    card: card && {
      brand: card.brand,
      last_four: card.last_four,
      ...(card.test_card && {test_card: card.test_card}),
    },
    authentication_status: enrollment?.authentication_status ?? null,
    eci: validation?.eci ?? enrollment?.eci ?? null,
    validation: validation?.result ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Entries of the network's ledger, newest first. */
export async function ledgerViews(queries: Queries, request: ViewRequest): Promise<readonly LedgerEntry[]> {
  const rows = await queries.query<Omit<LedgerEntry, 'at' | 'amount'> & {at: Date; amount: number | string}>(
    `SELECT l.id, l.tracker, l.kind, l.amount, l.currency, l.authorization_id AS authorization, l.approved, l.decline, l.at
     -- The column tracker has the token of a tracker or of a charge.
     FROM network_ledger l LEFT JOIN trackers t ON t.token = l.tracker LEFT JOIN charges c ON c.token = l.tracker
     WHERE $1::text IS NULL OR t.merchant = $1 OR c.merchant = $1 ORDER BY l.position DESC LIMIT $2`,
    [request.merchant ?? null, request.limit],
  );
  return rows.map((row) => ({...row, amount: Number(row.amount), at: row.at.toISOString()}));
}
