/** Header of the signature over the raw body (wire 1.11). */
export const bodySignatureHeader = 'x-sfpy-signature';
/** Headers of Standard Webhooks 1.0.0. */
export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/**
 * Extent of a signature: `standard` (Standard Webhooks) body, id and time; `sfpy` the raw body; `sfpy-data`
 * only the JSON of its `data`, so that id and type are anybody's.
 */
export const webhookSchemes = ['standard', 'sfpy', 'sfpy-data'] as const;
export type WebhookScheme = (typeof webhookSchemes)[number];

/** How far a receiver's clock and ours may be apart, both ways, in seconds. */
export const webhookTolerance = 300;

const secretPrefix = 'whsec_';
const version = 'v1,';
/** Two secrets sign while one replaces the other; no honest sender has many more. */
const mostSignatures = 16;
const longestHeader = 4096;
const fewestKeyBytes = 24;
const mostKeyBytes = 64;

/** Text that a Standard Webhooks signature is made over. */
export interface SignedMessage {
  readonly id: string;
  /** Seconds since the epoch, of this attempt. */
  readonly timestamp: number;
  /** Exactly as it is sent: one blank more is another message. */
  readonly body: Uint8Array | string;
}

const utf8 = new TextEncoder();
const bytesOf = (body: Uint8Array | string) => (typeof body === 'string' ? utf8.encode(body) : body);

/** Padded base64 and nothing else: what `atob` would forgive is refused. */
const strictBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function fromBase64(text: string): Uint8Array | undefined {
  // Texts that differ in bits without a meaning are the same bytes: only the one that encoding gives is taken.
  if (!strictBase64.test(text) || btoa(atob(text)) !== text) return undefined;
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** The key in a secret `whsec_` + base64 of 24 to 64 bytes; nothing for any other text. */
export function webhookKey(secret: string): Uint8Array | undefined {
  if (!secret.startsWith(secretPrefix)) return undefined;
  const key = fromBase64(secret.slice(secretPrefix.length));
  return key && key.length >= fewestKeyBytes && key.length <= mostKeyBytes ? key : undefined;
}

/**
 * Why a secret cannot verify messages of a scheme, as the end of a sentence about it; nothing when it can. A `whsec_` secret belongs
 * to `standard` alone, a plain one (the service's are hexadecimal) to the other two.
 */
export function webhookSecretFault(secret: unknown, scheme: WebhookScheme): string | undefined {
  if (typeof secret !== 'string' || secret.trim() === '') return 'is missing';
  if (/\s/.test(secret)) return 'contains white space: copy the secret without blanks and line ends';
  const isStandard = secret.startsWith(secretPrefix);
  if (scheme !== 'standard') {
    if (!isStandard) return undefined;
    return `begins with ${secretPrefix}, which the scheme "${scheme}" does not use: set scheme to "standard", or use the plain secret`;
  }
  if (!isStandard) {
    return `does not begin with ${secretPrefix}, as the scheme "standard" requires: set scheme to "sfpy" or "sfpy-data" for a plain secret`;
  }
  if (webhookKey(secret)) return undefined;
  return `is not ${secretPrefix} and ${fewestKeyBytes} to ${mostKeyBytes} bytes in base64: copy the whole secret`;
}

const importKey = (key: Uint8Array, hash: 'SHA-256' | 'SHA-512', use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', key as BufferSource, {name: 'HMAC', hash}, false, [use]);

/** `id.timestamp.body` in bytes. */
function signedBytes(id: string, timestamp: string, body: Uint8Array | string): Uint8Array {
  const head = utf8.encode(`${id}.${timestamp}.`);
  const tail = bytesOf(body);
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

/**
 * One Standard Webhooks signature: `v1,` and the base64 HMAC-SHA256.
 *
 * @throws {RangeError} for a secret that is none, an id with a full stop, or a timestamp that is no whole number.
 */
export async function signWebhook(secret: string, {id, timestamp, body}: SignedMessage): Promise<string> {
  const key = webhookKey(secret);
  if (!key) throw new RangeError('A webhook secret is whsec_ and 24 to 64 bytes in base64.');
  // A full stop in the id would let two messages share one signature.
  if (id === '' || id.includes('.')) throw new RangeError('A webhook id holds no full stop.');
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    throw new RangeError('A timestamp is whole seconds.');
  const signed = signedBytes(id, String(timestamp), body);
  const mac = await crypto.subtle.sign(
    'HMAC',
    await importKey(key, 'SHA-256', 'sign'),
    signed as BufferSource,
  );
  return version + btoa(String.fromCharCode(...new Uint8Array(mac)));
}

/** The signature of `X-SFPY-SIGNATURE`: lower-case hex HMAC-SHA512, keyed with the secret's own text. */
export async function signBody(secret: string, body: Uint8Array | string): Promise<string> {
  const key = await importKey(utf8.encode(secret), 'SHA-512', 'sign');
  const mac = await crypto.subtle.sign('HMAC', key, bytesOf(body) as BufferSource);
  return [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Why a message is not believed. */
export type SignatureFault =
  | 'headers-missing'
  | 'id-invalid'
  | 'timestamp-invalid'
  | 'timestamp-out-of-tolerance'
  | 'signature-invalid'
  | 'signature-mismatch';

export interface StandardHeaders {
  readonly id: string | null;
  readonly timestamp: string | null;
  readonly signature: string | null;
}

/**
 * Judges the three headers of Standard Webhooks over a raw body. Stricter than the reference library: the timestamp is digits and
 * nothing else, there are at most 16 signatures, an id holds no full stop. Comparison is constant in time.
 *
 * @param options.secrets Every secret that may have signed: two during a rotation.
 * @param options.now Milliseconds since the epoch.
 * @param options.tolerance Seconds, both ways; 300 when missing.
 * @returns nothing for a good signature, otherwise why it is none.
 */
export async function webhookFault(
  {id, timestamp, signature}: StandardHeaders,
  body: Uint8Array | string,
  options: {readonly secrets: readonly string[]; readonly now: number; readonly tolerance?: number},
): Promise<SignatureFault | undefined> {
  if (id === null || timestamp === null || signature === null) return 'headers-missing';
  if (!/^[\x21-\x2d\x2f-\x7e]{1,256}$/.test(id)) return 'id-invalid';
  if (!/^\d{1,12}$/.test(timestamp)) return 'timestamp-invalid';
  const given = readSignatures(signature);
  if (given === undefined) return 'signature-invalid';
  const tolerance = options.tolerance ?? webhookTolerance;
  if (Math.abs(options.now / 1000 - Number(timestamp)) > tolerance) return 'timestamp-out-of-tolerance';
  const signed = signedBytes(id, timestamp, body) as BufferSource;
  for (const secret of options.secrets) {
    const bytes = webhookKey(secret);
    if (!bytes) continue;
    const key = await importKey(bytes, 'SHA-256', 'verify');
    for (const mac of given) {
      if (await crypto.subtle.verify('HMAC', key, mac as BufferSource, signed)) return undefined;
    }
  }
  return 'signature-mismatch';
}

/** The `v1` signatures of a header, several separated by one blank; nothing when the header is not made of signatures. */
function readSignatures(header: string): readonly Uint8Array[] | undefined {
  if (header.length > longestHeader) return undefined;
  const parts = header.split(' ');
  if (parts.length > mostSignatures || !parts.every((part) => /^v\d[\w]*,\S+$/.test(part))) return undefined;
  // Signatures of other versions may stand beside ours (the standard's asymmetric `v1a`); they are passed over.
  const macs = parts
    .filter((part) => part.startsWith(version))
    .map((part) => fromBase64(part.slice(version.length)));
  const whole = macs.filter((mac) => mac?.length === 32) as Uint8Array[];
  return whole.length === macs.length && whole.length > 0 ? whole : undefined;
}

/** Whether `X-SFPY-SIGNATURE` fits the bytes under one of the secrets. Comparison is constant in time. */
export async function isBodySignature(
  signature: string,
  body: Uint8Array | string,
  secrets: readonly string[],
): Promise<boolean> {
  if (!/^[0-9a-f]{128}$/.test(signature)) return false;
  const mac = Uint8Array.from(signature.match(/../g)!, (pair) => parseInt(pair, 16));
  for (const secret of secrets) {
    const key = await importKey(utf8.encode(secret), 'SHA-512', 'verify');
    if (await crypto.subtle.verify('HMAC', key, mac as BufferSource, bytesOf(body) as BufferSource))
      return true;
  }
  return false;
}
