import {
  bodySignatureHeader,
  isBodySignature,
  webhookFault,
  webhookHeaders,
  type SignatureFault,
  type WebhookScheme,
} from '../../protocol/index.js';
import {readBytes, requireBytesAsSent, textIn} from '../body.js';
import {hexDigest} from '../digest.js';
import {recordIn} from './common.js';
import {readWebhookEvent, type WebhookEvent} from './event.js';
import type {ReplayStore} from './replay.js';

/** Why a message is not taken. */
export type WebhookRefusalReason =
  | SignatureFault
  /** No secret is configured. */
  | 'secret-missing'
  | 'too-large'
  /** Schemes `sfpy` and `sfpy-data`: its signed time lies further back than the service retries. */
  | 'too-old'
  /** Schemes `sfpy` and `sfpy-data`: no signed time, and no store that remembers the event after a restart. */
  | 'time-missing'
  /** Signed, but no JSON object. */
  | 'unreadable'
  /** Signed, but for the public key of another merchant. */
  | 'another-merchant';

const mostBytes = 256 * 1024;
/** Hours after which no genuine retry of an event comes any more: the service retries for 75.6. */
const mostHours = 76;

const sentences: Readonly<Record<WebhookRefusalReason, string>> = {
  'headers-missing':
    'the headers of its signature are missing. Does webhooks.scheme name what the service sends?',
  'id-invalid': 'webhook-id must be 1 to 256 visible characters without a full stop.',
  'timestamp-invalid': 'webhook-timestamp must be whole seconds since 1970.',
  'timestamp-out-of-tolerance':
    'webhook-timestamp is too far from the time of this server. Check its clock, or let the service send the event again.',
  'signature-invalid': 'webhook-signature must be one or more signatures such as "v1,<base64>".',
  'signature-mismatch':
    'its signature does not fit the body and webhooks.secrets. Compare secret and webhooks.scheme with the endpoint; nothing may parse the body first.',
  'secret-missing': 'webhooks.secrets is empty. Set the secret of the endpoint.',
  'too-large': `its body is larger than ${mostBytes} bytes.`,
  'too-old': `it is of an event more than ${mostHours} hours ago, which nothing sends again.`,
  'time-missing':
    'its signed part has no created_at, so only webhooks.store can tell whether it was handled before a restart. Set a store in your database.',
  unreadable: 'its body must be a JSON object.',
  'another-merchant': 'merchant_api_key in its body is not the publicKey of this shop. Check publicKey.',
};

/** A message that is not what it says it is. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  readonly reason: WebhookRefusalReason;

  constructor(reason: WebhookRefusalReason, options?: ErrorOptions) {
    super(`The webhook is refused (${reason}): ${sentences[reason]}`, options);
    this.reason = reason;
  }
}

export interface VerifyOptions {
  /** Secrets of the endpoint: the one in force, and the one before it while it is being replaced. */
  readonly secrets: readonly string[];
  /**
   * How the service signs, and the only way that is believed. `standard`: Standard Webhooks, with a `whsec_` secret, as
   * card-vault-service sends them. `sfpy`: `X-SFPY-SIGNATURE` over the body, with a plain (hexadecimal) secret. `sfpy-data`: the same
   * over `data` alone.
   */
  readonly scheme: WebhookScheme;
  /** Refuses events of other merchants. */
  readonly publicKey?: string;
  /**
   * Where the ids of handled events are kept. Default: this process's memory, with which `sfpy` and `sfpy-data` refuse an event
   * that has no signed time.
   */
  readonly store?: ReplayStore;
  /** Scheme `standard`: seconds that a message may be older or newer than this clock. Default 300. */
  readonly tolerance?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * Believes a message only after the signature of the configured scheme was checked over the raw bytes, and reads it then.
 *
 * `X-SFPY-SIGNATURE` has no time of its own, and the time in the body is that of the event, not of this attempt: a message is
 * recognised by its id, and refused once the service would no longer retry it.
 *
 * @throws WebhookRefused, or CardVaultError `configuration-missing` where a body parser was faster
 */
export async function verifyWebhook(request: Request, options: VerifyOptions): Promise<WebhookEvent> {
  if (options.secrets.length === 0) throw new WebhookRefused('secret-missing');
  const bytes = await readBytes(request, {most: mostBytes, tooLarge: () => new WebhookRefused('too-large')});
  const fault = await faultOf(request.headers, bytes, options);
  // JSON written anew may have other bytes: only then is it not known whose fault that is.
  if (fault === 'signature-mismatch') requireBytesAsSent(request);
  if (fault) throw new WebhookRefused(fault);
  const body = recordIn(parse(bytes));
  if (!body) throw new WebhookRefused('unreadable');
  const {merchant_api_key: key} = body;
  const {scheme, publicKey} = options;
  // Where only `data` is signed, the key beside it is anybody's and decides nothing.
  if (scheme !== 'sfpy-data' && publicKey !== undefined && key !== undefined && key !== publicKey) {
    throw new WebhookRefused('another-merchant');
  }
  if (scheme !== 'standard') refuseReplay(scheme === 'sfpy' ? body : recordIn(body['data']), options);
  return readWebhookEvent(body, {scheme, id: await idOf(body, bytes, scheme)});
}

async function faultOf(
  headers: Headers,
  bytes: Uint8Array,
  {scheme, secrets, tolerance, now = Date.now}: VerifyOptions,
): Promise<SignatureFault | 'unreadable' | undefined> {
  if (scheme === 'standard') {
    const standard = {
      id: headers.get(webhookHeaders.id),
      timestamp: headers.get(webhookHeaders.timestamp),
      signature: headers.get(webhookHeaders.signature),
    };
    return webhookFault(standard, bytes, {secrets, now: now(), ...(tolerance !== undefined && {tolerance})});
  }
  const signature = headers.get(bodySignatureHeader);
  if (signature === null) return 'headers-missing';
  const signed = scheme === 'sfpy' ? bytes : signedData(parse(bytes));
  return (await isBodySignature(signature, signed, secrets)) ? undefined : 'signature-mismatch';
}

/** Refuses a message without a timestamp of its own that may be a copy from long ago. */
function refuseReplay(
  signed: Readonly<Record<string, unknown>> | undefined,
  {store, now = Date.now}: VerifyOptions,
): void {
  const seconds = recordIn(signed?.['created_at'])?.['seconds'];
  if (typeof seconds === 'number') {
    if (now() / 1000 - seconds > mostHours * 3600) throw new WebhookRefused('too-old');
  } else if (store === undefined || store.durable === false) {
    throw new WebhookRefused('time-missing');
  }
}

/** Text that the scheme `sfpy-data` signs (wire 1.11). */
const signedData = (body: unknown): string => JSON.stringify(recordIn(body)?.['data'] ?? null);

/** The token of the event, where it was signed; otherwise a digest of what was. */
async function idOf(
  body: Readonly<Record<string, unknown>>,
  bytes: Uint8Array,
  scheme: WebhookScheme,
): Promise<string> {
  if (scheme === 'sfpy-data') return `data_${await hexDigest(signedData(body))}`;
  const {token} = body;
  return typeof token === 'string' && token !== '' ? token : `body_${await hexDigest(bytes)}`;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textIn(bytes));
  } catch (cause) {
    throw new WebhookRefused('unreadable', {cause});
  }
}
