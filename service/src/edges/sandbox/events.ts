import {createHash} from 'node:crypto';
import type {Queries} from '../../platform/storage/database.js';
import type {ActionRecord} from '../../domain/trackers/tracker.js';
import {customerViews, ledgerViews, paymentMethodViews, type ViewRequest} from './views.js';

/** An entry of the dashboard's activity list. */
export interface SandboxEvent {
  /** Derived from the content, so that every read gives the same event the same id. */
  readonly id: string;
  /** `part.what_happened`, such as `tracker.action_performed` or `network.reversal`. */
  readonly type: string;
  /** ISO instant of the service's clock. */
  readonly at: string;
  readonly tracker: string | null;
  readonly customer: string | null;
  /** More details, which depend on the type. Amounts are in minor units. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Which events to list: all, or those of one tracker or one type. */
export interface EventRequest extends ViewRequest {
  readonly tracker?: string | undefined;
  /** A full type, or the part before its dot. */
  readonly type?: string | undefined;
}

/**
 * Lists the events of one part of the service: at least its newest `limit` ones. Events of the same instant
 * are in the order in which they happened.
 */
export type EventSource = (request: EventRequest) => Promise<readonly SandboxEvent[]>;

/** Creates an event. Its id is derived from its type and its subject, which together must be unique. */
export function eventOf(
  event: Omit<SandboxEvent, 'id' | 'tracker' | 'customer'> &
    Partial<Pick<SandboxEvent, 'tracker' | 'customer'>>,
  subject: string,
): SandboxEvent {
  const id = createHash('sha256').update(`${event.type} ${subject}`).digest('hex').slice(0, 24);
  return {tracker: null, customer: null, ...event, id: `evt_${id}`};
}

/** Created and deleted customers and payment methods. */
const customerEvents =
  (queries: Queries): EventSource =>
  async (request) => {
    const [customers, methods] = await Promise.all([
      customerViews(queries, request),
      paymentMethodViews(queries, request),
    ]);
    const events: SandboxEvent[] = [];
    for (const {token, is_guest, created_at, deleted_at} of customers) {
      const common = {customer: token, data: {is_guest}};
      events.push(eventOf({...common, type: 'customer.created', at: created_at}, token));
      if (deleted_at !== null) {
        events.push(eventOf({...common, type: 'customer.deleted', at: deleted_at}, token));
      }
    }
    for (const {token, customer, tracker, brand, last_four, created_at, deleted_at} of methods) {
      const common = {customer, tracker, data: {payment_method: token, brand, last_four}};
      events.push(eventOf({...common, type: 'payment_method.created', at: created_at}, token));
      if (deleted_at !== null) {
        events.push(eventOf({...common, type: 'payment_method.removed', at: deleted_at}, token));
      }
    }
    return events;
  };

interface TrackerEventRow {
  readonly token: string;
  readonly customer: string;
  readonly mode: string;
  readonly entry_mode: string;
  readonly actions: readonly ActionRecord[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * Trackers and their actions. A tracker's actions are never later than its last change, so the latest
 * changed trackers include the newest actions.
 */
const trackerEvents =
  (queries: Queries): EventSource =>
  async ({merchant, tracker, limit}) => {
    const rows = await queries.query<TrackerEventRow>(
      `SELECT token, customer, mode, entry_mode, actions, created_at, updated_at FROM trackers
       WHERE ($1::text IS NULL OR merchant = $1) AND ($2::text IS NULL OR token = $2)
       ORDER BY updated_at DESC, token LIMIT $3`,
      [merchant ?? null, tracker ?? null, limit],
    );
    return rows.flatMap((row) => {
      const common = {tracker: row.token, customer: row.customer};
      const {mode, entry_mode} = row;
      const createdAt = row.created_at.toISOString();
      const lastChangeAt = row.updated_at.toISOString();
      return [
        eventOf({...common, type: 'tracker.created', at: createdAt, data: {mode, entry_mode}}, row.token),
        // Old records of actions have no time.
        ...row.actions.map(({token, kind, at = lastChangeAt}) =>
          eventOf(
            {...common, type: 'tracker.action_performed', at, data: {action: kind, token}},
            `${token} ${kind}`,
          ),
        ),
      ];
    });
  };

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Entries of the network's ledger. */
const networkEvents =
  (queries: Queries): EventSource =>
  async (request) =>
    (await ledgerViews(queries, request)).map(({id, tracker, kind, at, ...data}) =>
      eventOf({type: `network.${kind}`, at, tracker, data: {id, ...data}}, id),
    );

/**
 * The activity list, newest first. `otherSources` are parts that keep their events in their own tables or
 * in memory.
 */
export function createEvents(queries: Queries, otherSources: readonly EventSource[] = []): EventSource {
  const sources = [customerEvents(queries), trackerEvents(queries), networkEvents(queries), ...otherSources];
  return async (request) => {
    const all = (await Promise.all(sources.map((source) => source(request)))).flat();
    const {tracker, type, limit} = request;
    const matches = (event: SandboxEvent) =>
      (tracker === undefined || event.tracker === tracker) &&
      (type === undefined || event.type === type || event.type.startsWith(`${type}.`));
    // The sort keeps the order of events of the same instant, so the list is reversed only afterwards.
    return all
      .filter(matches)
      .sort((a, b) => compareText(a.at, b.at))
      .reverse()
      .slice(0, limit);
  };
}
