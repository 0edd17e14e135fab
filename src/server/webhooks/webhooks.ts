import {CardVaultError, webhookSchemes, webhookSecretFault} from '../../protocol/index.js';
import {json, refuse, Refusal, refusalOf as refusalOfError} from '../answers.js';
import {
  isSubscriptionEvent,
  type AuthorizationReversedEvent,
  type ErrorOccurredEvent,
  type OtherEvent,
  type PaymentMethodExpiringEvent,
  type PaymentMethodSavedEvent,
  type SubscriptionEvent,
  type SubscriptionEventType,
  type WebhookEvent,
} from './event.js';
import type {PaymentEvent, PaymentEventType} from './payment-event.js';
import type {CardLimitReachedEvent, OriginEvent} from './watch-event.js';
import {eventLease, memoryReplayStore, type ReplayStore} from './replay.js';
import {verifyWebhook, WebhookRefused, type VerifyOptions, type WebhookRefusalReason} from './verify.js';

/** A handler of one kind of event. Once it has ended, the event is answered with 200; when it throws, the event comes again. */
export type WebhookHandler<Event> = (event: Event) => void | Promise<void>;

/** Handlers of a shop, by kind of event. A kind without a handler is accepted and skipped. */
export type WebhookHandlers = Readonly<
  Partial<Record<SubscriptionEventType, WebhookHandler<SubscriptionEvent>>> &
    Partial<Record<PaymentEventType, WebhookHandler<PaymentEvent>>> & {
      'payment_method.saved'?: WebhookHandler<PaymentMethodSavedEvent>;
      'payment_method.expiring'?: WebhookHandler<PaymentMethodExpiringEvent>;
      'authorization.reversed'?: WebhookHandler<AuthorizationReversedEvent>;
      'velocity.limit_reached'?: WebhookHandler<CardLimitReachedEvent>;
      'origin.added'?: WebhookHandler<OriginEvent>;
      'origin.removed'?: WebhookHandler<OriginEvent>;
      'error.occurred'?: WebhookHandler<ErrorOccurredEvent>;
      /** Types that this version does not know, and bodies that it cannot read. */
      other?: WebhookHandler<OtherEvent>;
    }
>;

/** Facts of a subscription in the shop's own records. Each named one must equal that of the event. */
export interface ExpectedSubscription {
  /** Decimal text in major units; `500` and `500.00` are the same. */
  readonly amount?: string;
  readonly currency?: string;
  readonly customer?: string;
  readonly plan?: string;
  readonly reference?: string;
}

/** How a message ended, for the shop's log (spec 6.1). Holds no payload and no secret. */
export interface WebhookLogEntry {
  readonly outcome: 'handled' | 'ignored' | 'duplicate' | 'under-way' | 'refused' | 'mismatch' | 'failed';
  /** Why it was refused, or which field is not as the shop's records say. */
  readonly reason?: WebhookRefusalReason | keyof ExpectedSubscription | 'subscription-unknown';
  readonly id?: string;
  readonly type?: string;
  readonly subscription?: string;
  readonly attempt?: number;
  readonly failure?: string;
  /** Error that the handler threw. */
  readonly error?: unknown;
}

export interface WebhookOptions extends VerifyOptions {
  readonly on?: WebhookHandlers;
  /**
   * Compares each event of a subscription with the shop's own records: a genuine notice of one dollar is no payment of something
   * else (CVE-2026-9189). Nothing for a subscription that the shop does not know: the event is refused and comes again.
   */
  readonly expect?: (
    event: SubscriptionEvent,
  ) => ExpectedSubscription | undefined | Promise<ExpectedSubscription | undefined>;
  /** Hears of every message. `createCardVaultServer` tells its `onError` of those that went wrong when none is given. */
  readonly log?: (entry: WebhookLogEntry) => void;
}

export interface Webhooks {
  /** The event in a request, if its signature is good. @throws WebhookRefused */
  verify(request: Request): Promise<WebhookEvent>;
  /** Verifies, validates, passes over what was handled before, and calls the handler. Never rejects. */
  handle(request: Request): Promise<Response>;
}

/**
 * A receiver of the service's events. Answers 200 for what is handled or need not be, 401 for what is not believed, 422 for what
 * does not fit the shop's records, 409 while the same event is being handled, 500 when the handler fails: everything but the
 * first comes again.
 *
 * @throws CardVaultError `configuration-missing` when `scheme` is missing, or a secret is none of that scheme
 * @example
 * const webhooks = createWebhooks({
 *   scheme: 'standard', secrets: [process.env.WEBHOOK_SECRET],
 *   expect: async ({subscription}) => orders.bySubscription(subscription),
 *   on: {'subscription.payment_succeeded': ({subscription, periodEnd}) => access.until(subscription, periodEnd)},
 * });
 */
export function createWebhooks(options: WebhookOptions): Webhooks {
  checkSecrets(options);
  const {on = {}, store = memoryReplayStore()} = options;
  const log = (entry: WebhookLogEntry) => {
    try {
      options.log?.(entry);
    } catch {
      // A log that is full is no reason to have an event sent again.
    }
  };
  const verify = (request: Request) => verifyWebhook(request, options);
  return {
    verify,
    async handle(request) {
      try {
        const event = await verify(request);
        const entry = await take(event, {...options, on, store, log});
        log({...about(event), ...entry});
        return answer(entry);
      } catch (error) {
        const refused = error instanceof WebhookRefused;
        log(refused ? {outcome: 'refused', reason: error.reason} : {outcome: 'failed', error});
        if (refused) return refuse(refusalOf(error));
        return error instanceof CardVaultError ? refuse(refusalOfError(error)) : answer({outcome: 'failed'});
      }
    },
  };
}

/** Where scheme and secret do not fit, every message would be refused, and nothing would say why. */
function checkSecrets({scheme, secrets}: WebhookOptions): void {
  const fail = (message: string): never => {
    throw new CardVaultError('configuration-missing', `card-vault/server: webhooks.${message}.`);
  };
  if (!webhookSchemes.includes(scheme)) {
    fail(
      'scheme must be "standard", "sfpy" or "sfpy-data": "standard" for a secret that begins with whsec_ (card-vault-service), ' +
        'one of the others for a plain hexadecimal secret',
    );
  }
  if (!Array.isArray(secrets))
    fail('secrets must be a list: the secret of the endpoint, and the one before it');
  for (const [index, secret] of secrets.entries()) {
    const fault = webhookSecretFault(secret, scheme);
    if (fault !== undefined) fail(`secrets[${index}] ${fault}`);
  }
}

type Taking = WebhookOptions & {
  readonly on: WebhookHandlers;
  readonly store: ReplayStore;
  readonly log: (entry: WebhookLogEntry) => void;
};

async function take(
  event: WebhookEvent,
  {expect, on, store, log, now = Date.now}: Taking,
): Promise<WebhookLogEntry> {
  const until = now() + eventLease;
  const known = await store.claim(event.id, eventLease);
  if (known !== 'new') return {outcome: known === 'done' ? 'duplicate' : 'under-way'};
  /** A claim whose time is over may be another process's. A store that does not answer lets it end by itself. */
  const release = async (): Promise<void> => {
    try {
      if (now() < until) await store.release(event.id);
    } catch (error) {
      log({...about(event), outcome: 'failed', error});
    }
  };
  try {
    const wrong = expect && isSubscriptionEvent(event) ? mismatch(event, await expect(event)) : undefined;
    if (wrong) {
      await release();
      return {outcome: 'mismatch', reason: wrong};
    }
    const handler = on[event.type] as WebhookHandler<WebhookEvent> | undefined;
    await handler?.(event);
    await store.done(event.id);
    return {outcome: handler ? 'handled' : 'ignored'};
  } catch (error) {
    await release();
    return {outcome: 'failed', error};
  }
}

function mismatch(
  event: SubscriptionEvent,
  expected: ExpectedSubscription | undefined,
): WebhookLogEntry['reason'] {
  if (!expected) return 'subscription-unknown';
  const fields = ['amount', 'currency', 'customer', 'plan', 'reference'] as const;
  return fields.find(
    (field) => expected[field] !== undefined && plain(expected[field]) !== plain(event[field]),
  );
}

/** Decimal texts of the same amount are the same text. */
const plain = (text: string | undefined) =>
  text !== undefined && /^\d+\.\d*$/.test(text) ? text.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : text;

const about = (event: WebhookEvent): Partial<WebhookLogEntry> => ({
  id: event.id,
  type: event.type === 'other' ? event.name : event.type,
  ...(isSubscriptionEvent(event) && {
    subscription: event.subscription,
    ...(event.attempt !== undefined && {attempt: event.attempt}),
    ...(event.failure !== undefined && {failure: event.failure}),
  }),
});

function refusalOf({reason, message}: WebhookRefused): Refusal {
  const status = {'too-large': 413, unreadable: 400, 'secret-missing': 503}[reason as string] ?? 401;
  return new Refusal(status, `webhook.${reason.replaceAll('-', '_')}`, message);
}

function answer({outcome, reason}: WebhookLogEntry): Response {
  if (outcome === 'mismatch') {
    const text = `The event does not fit the shop's own records: ${reason}.`;
    return refuse(new Refusal(422, 'webhook.mismatch', text));
  }
  if (outcome === 'under-way') {
    const text = 'The same event is being handled.';
    return refuse(new Refusal(409, 'webhook.under_way', text, {'Retry-After': '30'}));
  }
  if (outcome === 'failed') {
    return refuse(new Refusal(500, 'webhook.handler_failed', 'The shop could not handle the event.'));
  }
  return json({received: true});
}

/** A log that tells `onError` of what was refused, does not fit or failed. */
export const logToErrors =
  (onError: (error: unknown) => void) =>
  ({outcome, reason, id = '', error}: WebhookLogEntry): void => {
    if (!['refused', 'mismatch', 'failed'].includes(outcome)) return;
    onError(error ?? new Error(`card-vault webhook ${id} ${outcome}: ${reason}`));
  };
