import {
  bodySignatureHeader,
  isBodySignature,
  webhookFault,
  webhookHeaders,
  type SignatureFault,
} from '../../protocol/index.js';
import {readWebhookEvent, type WebhookEvent, type WebhookScheme} from './event.js';

/** Why a message is not taken. */
export type WebhookRefusalReason =
  | SignatureFault
  /** No secret is configured. */
  | 'secret-missing'
  | 'too-large'
  /** Signed, but not JSON of the shape of an event. */
  | 'unreadable'
  /** Signed, but for the public key of somebody else. */
  | 'another-merchant';

/** A message that is not what it says it is. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
  readonly reason: WebhookRefusalReason;

  constructor(reason: WebhookRefusalReason, options?: ErrorOptions) {
    super(`The webhook is refused: ${reason}.`, options);
    this.reason = reason;
  }
}

export interface VerifyOptions {
  /** Secrets of the endpoint: the one in force, and the one before it while it is being replaced. */
  readonly secrets: readonly string[];
  /** Refuses events of other merchants. */
  readonly publicKey?: string;
  /** Signatures that are believed. Default `standard` and `sfpy`; a shop whose service sends both may keep to `standard`. */
  readonly schemes?: readonly WebhookScheme[];
  /** Seconds that a message may be older or newer than this clock. Default 300. */
  readonly tolerance?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

const mostBytes = 256 * 1024;
const standardSchemes: readonly WebhookScheme[] = ['standard', 'sfpy'];

/**
 * Believes a message only after its signature over the raw bytes was checked, and reads it then.
 *
 * `X-SFPY-SIGNATURE` has no time of its own, and the time in the body is that of the event, not of this attempt: with it alone an old
 * message is only recognised by its id. Where both signatures came, Standard Webhooks decide.
 *
 * @throws WebhookRefused
 */
export async function verifyWebhook(request: Request, options: VerifyOptions): Promise<WebhookEvent> {
  const {secrets, publicKey, schemes = standardSchemes} = options;
  if (secrets.length === 0) throw new WebhookRefused('secret-missing');
  const bytes = await readBytes(request);
  const standard = {
    id: request.headers.get(webhookHeaders.id),
    timestamp: request.headers.get(webhookHeaders.timestamp),
    signature: request.headers.get(webhookHeaders.signature),
  };
  const sfpy = request.headers.get(bodySignatureHeader);
  const isStandard = schemes.includes('standard') && (standard.signature !== null || sfpy === null);
  if (isStandard) {
    const {tolerance, now = Date.now} = options;
    const judged = {secrets, now: now(), ...(tolerance !== undefined && {tolerance})};
    const fault = await webhookFault(standard, bytes, judged);
    if (fault) throw new WebhookRefused(fault);
    return ofMerchant(bytes, 'standard', publicKey);
  }
  if (sfpy === null) throw new WebhookRefused('headers-missing');
  if (schemes.includes('sfpy') && (await isBodySignature(sfpy, bytes, secrets))) {
    return ofMerchant(bytes, 'sfpy', publicKey);
  }
  if (schemes.includes('sfpy-data')) return verifyData(sfpy, bytes, secrets);
  throw new WebhookRefused('signature-mismatch');
}

/** The older way (wire 1.11): signed is the JSON of `data` alone. The id is made of it, because the one beside it is anybody's. */
async function verifyData(
  signature: string,
  bytes: Uint8Array,
  secrets: readonly string[],
): Promise<WebhookEvent> {
  const body = parse(bytes) as {readonly data?: unknown} | null;
  const data = JSON.stringify(body?.data ?? null);
  if (!(await isBodySignature(signature, data, secrets))) throw new WebhookRefused('signature-mismatch');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(data)));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return read(body, 'sfpy-data', `data_${hex}`);
}

function ofMerchant(bytes: Uint8Array, scheme: WebhookScheme, publicKey: string | undefined): WebhookEvent {
  const body = parse(bytes);
  const event = read(body, scheme);
  const {merchant_api_key: key} = body as {merchant_api_key?: unknown};
  if (publicKey !== undefined && key !== undefined && key !== publicKey) {
    throw new WebhookRefused('another-merchant');
  }
  return event;
}

function read(body: unknown, scheme: WebhookScheme, id?: string): WebhookEvent {
  try {
    return readWebhookEvent(body, scheme, id);
  } catch (cause) {
    throw new WebhookRefused('unreadable', {cause});
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes));
  } catch (cause) {
    throw new WebhookRefused('unreadable', {cause});
  }
}

/** The body as it was sent, and no more of it than an event can be. */
async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw new WebhookRefused('too-large');
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) {
    size += part.value.length;
    if (size > mostBytes) {
      await reader!.cancel();
      throw new WebhookRefused('too-large');
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
