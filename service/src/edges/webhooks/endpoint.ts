/** The row of a webhook endpoint, and its JSON. */
import {isoOrNull} from '../../platform/openapi/answers.js';
import type {EventType} from '../../domain/events/events.js';

/** An encrypted secret of an endpoint, as stored in its row. */
export interface SealedSecret {
  /** Unique within the endpoint. The secret can be decrypted only together with this id. */
  readonly id: string;
  readonly sealed: string;
  /** When it stops signing, as an ISO instant; undefined for the current secret. */
  readonly ends_at?: string;
}

/**
 * Why no events are sent to an endpoint: it answered 410, it failed for days, or its merchant switched it
 * off.
 */
export type DisabledReason = 'gone' | 'failing' | 'requested';

/** A row of `webhook_endpoints`. */
export interface Endpoint {
  readonly token: string;
  readonly merchant: string;
  readonly url: string;
  readonly description: string | null;
  /** Event types that are sent to it; null for all. */
  readonly events: readonly EventType[] | null;
  /** The current secret first. */
  readonly secrets: readonly SealedSecret[];
  readonly state: 'enabled' | 'disabled';
  readonly disabled_reason: DisabledReason | null;
  /** Failed tries since the last success. */
  readonly failures: number;
  readonly failing_since: Date | null;
  readonly last_failure: string | null;
  readonly last_failure_at: Date | null;
  readonly last_success_at: Date | null;
  /** How often in a row it answered that it is overloaded or called too often. */
  readonly slowdowns: number;
  /** No events are sent before this instant. */
  readonly resume_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Numbers of deliveries that are pending, and that were given up. */
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

/** An endpoint in an API response, without its secrets. */
export function endpointJson(endpoint: Endpoint, {pending, dead}: Backlog, now: Date) {
  const oldSecretEnds = endpoint.secrets.flatMap(({ends_at}) => ends_at ?? []).sort();
  const latestEnd = oldSecretEnds.at(-1);
  return {
    token: endpoint.token,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    state: endpoint.state,
    disabled_reason: endpoint.disabled_reason,
    /** Until then, events are also signed with replaced secrets; null if there are none. */
    old_secret_ends_at: latestEnd !== undefined && Date.parse(latestEnd) > now.getTime() ? latestEnd : null,
    health: {
      state: healthOf(endpoint),
      failures: endpoint.failures,
      failing_since: isoOrNull(endpoint.failing_since),
      last_failure: endpoint.last_failure,
      last_failure_at: isoOrNull(endpoint.last_failure_at),
      last_success_at: isoOrNull(endpoint.last_success_at),
      resume_at: isoOrNull(endpoint.resume_at),
      pending,
      dead,
    },
    created_at: endpoint.created_at.toISOString(),
    updated_at: endpoint.updated_at.toISOString(),
  };
}
