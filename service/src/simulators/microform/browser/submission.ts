import {encryptCard} from './encrypt.js';
import type {CardToEncrypt, EncryptionKey} from './encrypt.js';
import {MicroformError, readReason} from './errors.js';
import type {MicroformErrorDetail} from './errors.js';

/** Longest wait for a token, in milliseconds (wire 2.3). */
const requestLimit = 30_000;

/** Key of this service that signs capture contexts, as the field's own page gives it. */
export interface SigningKey {
  readonly kty: string;
  readonly e: string;
  readonly n: string;
  readonly kid: string;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
}

interface Claims {
  readonly flx: {readonly path: string; readonly jwk: EncryptionKey};
}

/**
 * Checks a capture context against the service's key and the key this document was made for; answers its
 * one-time key. Throws `MicroformError` IFRAME_JWT_VALIDATION_FAILED, or BROWSER_ENCRYPTION_FAILED where
 * there is no cryptography.
 */
export async function verifyContext(
  jwt: string,
  {kty, e, n}: SigningKey,
  kid: string,
): Promise<EncryptionKey> {
  // Missing on pages that are neither https nor on this machine.
  if (!('subtle' in crypto)) {
    throw new MicroformError('BROWSER_ENCRYPTION_FAILED', 'Card fields need a page that was loaded securely');
  }
  const [header = '', payload = '', signature = '', ...rest] = jwt.split('.');
  try {
    const algorithm = {name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256'};
    const key = await crypto.subtle.importKey('jwk', {kty, e, n}, algorithm, false, ['verify']);
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    const genuine = await crypto.subtle.verify(algorithm.name, key, bytesOf(signature), signed);
    const {flx} = JSON.parse(new TextDecoder().decode(bytesOf(payload))) as Claims;
    if (genuine && rest.length === 0 && flx.jwk.kid === kid) return flx.jwk;
  } catch {
    // Every fault is reported below in the same words: it is no context for this field.
  }
  throw new MicroformError(
    'IFRAME_JWT_VALIDATION_FAILED',
    'The capture context does not belong to this field',
  );
}

function readDetails(value: unknown): MicroformErrorDetail[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 8).map((detail: Partial<MicroformErrorDetail> | null) => ({
    message: String(detail?.message ?? ''),
    location: String(detail?.location ?? ''),
  }));
}

async function refusalOf(response: Response): Promise<MicroformError> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const message = typeof body.message === 'string' ? body.message : `The service answered ${response.status}`;
  return new MicroformError(readReason(body.reason), message, {
    details: readDetails(body.details),
    correlationId: typeof body.correlationId === 'string' ? body.correlationId : '',
  });
}

/** Encrypts a card and has a transient token made of it. Throws `MicroformError`. */
export async function submitCard(
  card: CardToEncrypt,
  context: {jwt: string; key: EncryptionKey},
): Promise<string> {
  const encrypted = await encryptCard(card, context.key).catch(() => {
    throw new MicroformError('BROWSER_ENCRYPTION_FAILED', 'The card could not be encrypted');
  });
  const response = await fetch('/flex/v2/tokens', {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({captureContext: context.jwt, card: encrypted}),
    credentials: 'omit',
    signal: AbortSignal.timeout(requestLimit),
  }).catch(() => {
    throw new MicroformError('CREATE_TOKEN_XHR_ERROR', 'The service could not be reached');
  });
  if (!response.ok) throw await refusalOf(response);
  const token = await response.text();
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) {
    throw new MicroformError(
      'MALFORMED_TOKENS_RESPONSE',
      'The service answered with something that is no token',
    );
  }
  return token;
}
