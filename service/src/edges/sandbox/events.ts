import {createHash} from 'node:crypto';
import type {Queries} from '../../platform/storage/database.js';
import type {ActionRecord} from '../../domain/trackers/tracker.js';
import {customerViews, ledgerViews, paymentMethodViews} from './views.js';
import type {ViewRequest} from './views.js';

/** An entry of the dashboard's activity list. */
export interface SandboxEvent {
  /** The same for the same happening, whenever it is asked for. */
  readonly id: string;
  /** `part.what_happened`, such as `tracker.action_performed` or `network.reversal`. */
  readonly type: string;
  /** ISO instant of the service's clock. */
  readonly at: string;
  readonly tracker: string | null;
  readonly customer: string | null;
  /** What else there is to say; amounts are minor units. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventRequest extends ViewRequest {
  readonly tracker?: string | undefined;
  /** A whole type, or the part before the dot. */
  readonly type?: string | undefined;
}

/**
 * One place that knows of happenings. Each answers its newest, at least as many as asked for if it has them.
 */
export type EventSource = (request: EventRequest) => Promise<readonly SandboxEvent[]>;

/** An event with an id derived from its content, so that a repeated read gives the same id. */
export function eventOf(
  event: Omit<SandboxEvent, 'id' | 'tracker' | 'customer'> &
    Partial<Pick<SandboxEvent, 'tracker' | 'customer'>>,
  subject: string,
): SandboxEvent {
  const id = createHash('sha256').update(`${event.type} ${subject}`).digest('hex').slice(0, 24);
  return {tracker: null, customer: null, ...event, id: `evt_${id}`};
}

/** Customers and payment methods that came and went. */
const peopleEvents =
  (queries: Queries): EventSource =>
  async (request) => {
    const [customers, methods] = await Promise.all([
      customerViews(queries, request),
      paymentMethodViews(queries, request),
    ]);
    const ofCustomers = customers.flatMap(({token, is_guest, created_at, deleted_at}) => {
      const about = {customer: token, data: {is_guest}};
      return [
        eventOf({...about, type: 'customer.created', at: created_at}, token),
        ...(deleted_at === null
          ? []
          : [eventOf({...about, type: 'customer.deleted', at: deleted_at}, token)]),
      ];
    });
    const ofMethods = methods.flatMap(
      ({token, customer, tracker, brand, last_four, created_at, deleted_at}) => {
        const about = {customer, tracker, data: {payment_method: token, brand, last_four}};
        return [
          eventOf({...about, type: 'payment_method.created', at: created_at}, token),
          ...(deleted_at === null
            ? []
            : [eventOf({...about, type: 'payment_method.removed', at: deleted_at}, token)]),
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
 * Trackers and their actions. An action is never later than its tracker's last change: the last ones hold the
 * newest.
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
      const about = {tracker: row.token, customer: row.customer};
      const {mode, entry_mode} = row;
      const at = row.created_at.toISOString();
      return [
        eventOf({...about, type: 'tracker.created', at, data: {mode, entry_mode}}, row.token),
        ...row.actions.map(({token, kind, at: then = row.updated_at.toISOString()}) =>
          eventOf(
            {...about, type: 'tracker.action_performed', at: then, data: {action: kind, token}},
            `${token} ${kind}`,
          ),
        ),
      ];
    });
  };

/** What the network did, by its own books. */
const networkEvents =
  (queries: Queries): EventSource =>
  async (request) =>
    (await ledgerViews(queries, request)).map(({id, tracker, kind, at, ...data}) =>
      eventOf({type: `network.${kind}`, at, tracker, data: {id, ...data}}, id),
    );

/** The activity list, newest first. `more` are sources of parts with their own tables. */
export function createEvents(queries: Queries, more: readonly EventSource[] = []): EventSource {
  const sources = [peopleEvents(queries), trackerEvents(queries), networkEvents(queries), ...more];
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
