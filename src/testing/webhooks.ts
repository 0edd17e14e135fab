import {
  bodySignatureHeader,
  signBody,
  signWebhook,
  webhookHeaders,
  type WebhookScheme,
} from '../protocol/index.js';

/** Content of a sample event; anything may be changed. */
export interface SampleEvent {
  /** Id of the event. Default: a fresh one. */
  readonly id?: string;
  /** Default `subscription.payment_succeeded`. */
  readonly type?: string;
  /** Number of the event among those of its subscription. Default 1. */
  readonly sequence?: number;
  /**
   * Facts of the event, as the service spells them (`period_end`): they replace those of the sample, which is one of a subscription.
   * An event of another kind names all of its own.
   */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly publicKey?: string;
}

export interface SignedEventOptions {
  /** As the shop's receiver knows it: `whsec_…`, or a plain one for the schemes `sfpy` and `sfpy-data`. */
  readonly secret: string;
  /** Default `standard`, which carries `X-SFPY-SIGNATURE` over the body too, as card-vault-service does. */
  readonly scheme?: WebhookScheme;
  /** When it is sent. Default: now. */
  readonly at?: Date;
}

const sampleData = {
  subscription: 'sub_00000000-0000-4000-8000-000000000001',
  plan: 'plan_00000000-0000-4000-8000-000000000001',
  customer: 'cus_00000000-0000-4000-8000-000000000001',
  state: 'active',
  product: 'Tea club',
  reference: null,
  period: 0,
  period_start: '2027-01-31T00:00:00.000Z',
  period_end: '2027-02-28T00:00:00.000Z',
  amount: '12.50',
  currency: 'USD',
  charge: 'ch_00000000-0000-4000-8000-000000000001',
  attempt: 1,
  payment_method: {token: 'pm_00000000-0000-4000-8000-000000000001', brand: 'visa', last_four: '1111'},
};

const members: readonly string[] = [
  'id',
  'type',
  'sequence',
  'data',
  'publicKey',
] satisfies readonly (keyof SampleEvent)[];

/** Names a fact that no receiver would find, rather than send the sample's in its place. */
function refuseLostFacts({data = {}, ...event}: SampleEvent): void {
  const lost = [
    ...Object.keys(event).filter((name) => !members.includes(name)),
    ...Object.keys(data).filter((name) => /[A-Z]/.test(name)),
  ];
  if (lost.length === 0) return;
  const right = lost.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  throw new TypeError(
    `webhookRequest: no receiver finds ${lost.join(', ')} there. Write {data: {${right.join(', ')}}}, as the service spells it.`,
  );
}

/**
 * An event as the service would post it to the shop, signed: hand it to the shop's own receiver in a test.
 *
 * @example
 * const response = await vault.handle(await webhookRequest('http://shop.test/card-vault/webhooks', {type: 'subscription.cancelled'}, {secret}));
 * @throws TypeError for a fact that stands beside `data`, or in it in another spelling than the service's
 */
export async function webhookRequest(
  url: string,
  event: SampleEvent,
  {secret, scheme = 'standard', at = new Date()}: SignedEventOptions,
): Promise<Request> {
  refuseLostFacts(event);
  const {type = 'subscription.payment_succeeded', sequence = 1} = event;
  const id = event.id ?? `evt_${crypto.randomUUID()}`;
  const created = {seconds: Math.floor(at.getTime() / 1000), nanos: 0};
  const data = {...sampleData, sequence, ...event.data};
  const body = JSON.stringify({
    token: id,
    version: '2.0.0',
    merchant_api_key: event.publicKey,
    type,
    endpoint: url,
    sequence,
    data,
    created_at: created,
  });
  const timestamp = created.seconds;
  return new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(scheme === 'standard' && {
        [webhookHeaders.id]: id,
        [webhookHeaders.timestamp]: String(timestamp),
        [webhookHeaders.signature]: await signWebhook(secret, {id, timestamp, body}),
      }),
      [bodySignatureHeader]: await signBody(secret, scheme === 'sfpy-data' ? JSON.stringify(data) : body),
    },
    body,
  });
}
