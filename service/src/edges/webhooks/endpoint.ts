import type {EventType} from '../../domain/events/events.js';

/** A sealed secret of an endpoint, as its row keeps it. */
export interface SealedSecret {
  /** Names it within the endpoint; part of what it is sealed to. */
  readonly id: string;
  readonly sealed: string;
  /** ISO instant at which it stops signing; missing for the one in force. */
  readonly ends_at?: string;
}

/** Why an endpoint hears nothing: it said 410, it failed for days, or its merchant switched it off. */
export type DisabledReason = 'gone' | 'failing' | 'requested';

/** A row of `webhook_endpoints`. */
export interface Endpoint {
  readonly token: string;
  readonly merchant: string;
  readonly url: string;
  readonly description: string | null;
  /** The kinds it wants to hear of; all when null. */
  readonly events: readonly EventType[] | null;
  /** The one in force first. */
  readonly secrets: readonly SealedSecret[];
  readonly state: 'enabled' | 'disabled';
  readonly disabled_reason: DisabledReason | null;
  /** Tries that failed since the last that did not. */
  readonly failures: number;
  readonly failing_since: Date | null;
  readonly last_failure: string | null;
  readonly last_failure_at: Date | null;
  readonly last_success_at: Date | null;
  /** How often in a row it said that it is called too often. */
  readonly slowdowns: number;
  /** Before that it is not called. */
  readonly resume_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Deliveries of an endpoint that wait for a try, and that were given up. */
export interface Backlog {
  readonly pending: number;
  readonly dead: number;
}

function healthOf({state, failures, slowdowns, last_success_at}: Endpoint): string {
  if (state === 'disabled') return 'disabled';
  if (slowdowns > 0) return 'slowed';
  if (failures > 0) return 'failing';
  return last_success_at === null ? 'unknown' : 'healthy';
}

const instant = (date: Date | null) => date?.toISOString() ?? null;

/** The endpoint as the wire shows it: everything but its secrets. */
export function endpointJson(endpoint: Endpoint, {pending, dead}: Backlog, now: Date) {
  const old = endpoint.secrets.flatMap(({ends_at}) => (ends_at === undefined ? [] : [ends_at])).sort();
  const last = old.at(-1);
  return {
    token: endpoint.token,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    state: endpoint.state,
    disabled_reason: endpoint.disabled_reason,
    /** Until then a replaced secret signs too. */
    old_secret_ends_at: last !== undefined && Date.parse(last) > now.getTime() ? last : null,
    health: {
      state: healthOf(endpoint),
      failures: endpoint.failures,
      failing_since: instant(endpoint.failing_since),
      last_failure: endpoint.last_failure,
      last_failure_at: instant(endpoint.last_failure_at),
      last_success_at: instant(endpoint.last_success_at),
      resume_at: instant(endpoint.resume_at),
      pending,
      dead,
    },
    created_at: endpoint.created_at.toISOString(),
    updated_at: endpoint.updated_at.toISOString(),
  };
}
