import type {FaultReport} from '../../faults/faults.js';
import type {LedgerEntry} from '../../../domain/ports/network.js';
import type {PlanView, SubscriptionView} from '../../sandbox/billing-views.js';
import type {SandboxEvent} from '../../sandbox/events.js';
import type {LogLine} from '../../sandbox/log-ring.js';
import type {AnsweredRequest} from '../../sandbox/request-ring.js';
import type {deliveryJson} from '../../webhooks/deliveries.js';
import type {CustomerView, PaymentMethodView, TrackerView} from '../../sandbox/views.js';

/** The planned faults, and a description of each kind that can be added. */
export type FaultsView = FaultReport & {
  readonly kinds: readonly {readonly kind: string; readonly says: string}[];
};

/** The data of each view. The key is also the path of its request below `/sandbox/v1/`. */
export interface ViewData {
  readonly trackers: readonly TrackerView[];
  readonly customers: readonly CustomerView[];
  readonly 'payment-methods': readonly PaymentMethodView[];
  readonly plans: readonly PlanView[];
  readonly subscriptions: readonly SubscriptionView[];
  readonly deliveries: readonly (ReturnType<typeof deliveryJson> & {readonly data: unknown})[];
  /** The network's ledger. */
  readonly moves: readonly LedgerEntry[];
  readonly events: readonly SandboxEvent[];
  readonly requests: readonly AnsweredRequest[];
  readonly logs: readonly LogLine[];
  readonly faults: FaultsView;
}
export type ViewName = keyof ViewData;

/**
 * Sends a request to a path below `/sandbox/v1/`.
 *
 * @returns the `data` of the answer as JSON text, so that the caller can tell cheaply whether it has changed.
 * @throws {Error} with the service's message if the request is refused.
 */
export async function request(
  path: string,
  options: {method?: string; body?: unknown} = {},
): Promise<string> {
  const {method = 'GET', body} = options;
  const response = await fetch(`/sandbox/v1/${path}`, {
    method,
    ...(body !== undefined && {body: JSON.stringify(body), headers: {'content-type': 'application/json'}}),
  });
  const text = await response.text();
  const answer = JSON.parse(text) as {data: unknown; message?: string};
  if (!response.ok) throw new Error(answer.message ?? `The service answered ${response.status}.`);
  return JSON.stringify(answer.data);
}
