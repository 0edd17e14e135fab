import {createHash} from 'node:crypto';
import type {Queries} from '../../platform/storage/database.js';
import type {ActionRecord} from '../../domain/trackers/tracker.js';
import {customerViews, ledgerViews, paymentMethodViews} from './views.js';
import type {ViewRequest} from './views.js';

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

export interface EventRequest extends ViewRequest {
  readonly tracker?: string | undefined;
  /** A full type, or the part before its dot. */
  readonly type?: string | undefined;
}

/**
 * A part of the service that lists its own events. It returns at least the newest `limit` of them, if it
 * has so many.
 */
export type EventSource = (request: EventRequest) => Promise<readonly SandboxEvent[]>;

/** Makes an event. Its id is derived from its type and its subject, which together must be unique. */
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
    const ofCustomers = customers.flatMap(({token, is_guest, created_at, deleted_at}) => {
      const common = {customer: token, data: {is_guest}};
      return [
        eventOf({...common, type: 'customer.created', at: created_at}, token),
        ...(deleted_at === null
          ? []
          : [eventOf({...common, type: 'customer.deleted', at: deleted_at}, token)]),
      ];
    });
    const ofMethods = methods.flatMap(
      ({token, customer, tracker, brand, last_four, created_at, deleted_at}) => {
        const common = {customer, tracker, data: {payment_method: token, brand, last_four}};
        return [
          eventOf({...common, type: 'payment_method.created', at: created_at}, token),
          ...(deleted_at === null
            ? []
            : [eventOf({...common, type: 'payment_method.removed', at: deleted_at}, token)]),
        ];
      },
    );
    return [...ofCustomers, ...ofMethods];
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
      const at = row.created_at.toISOString();
      return [
        eventOf({...common, type: 'tracker.created', at, data: {mode, entry_mode}}, row.token),
        ...row.actions.map(({token, kind, at: then = row.updated_at.toISOString()}) =>
          eventOf(
            {...common, type: 'tracker.action_performed', at: then, data: {action: kind, token}},
            `${token} ${kind}`,
          ),
        ),
      ];
    });
  };

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
    return all
      .filter((event) => tracker === undefined || event.tracker === tracker)
      .filter((event) => type === undefined || event.type === type || event.type.startsWith(`${type}.`))
      .map((event, index) => ({event, index}))
      .sort((a, b) => (a.event.at === b.event.at ? b.index - a.index : a.event.at < b.event.at ? 1 : -1))
      .slice(0, limit)
      .map(({event}) => event);
  };
}
