import {encryptCard, type CardToEncrypt, type CodeToEncrypt, type EncryptionKey} from './encrypt.js';
import {MicroformError, readReason, type MicroformErrorDetail} from './errors.js';

/** How long the field waits for a token, in milliseconds (wire 2.3). */
const requestTimeoutMs = 30_000;

/** The public key that verifies capture contexts. The server writes it into the field's document. */
export interface SigningKey {
  readonly kty: string;
  readonly e: string;
  readonly n: string;
  readonly kid: string;
}

function decodeBase64url(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
}

const ownAddress = () => location.href.replace(/#.*/, '');

interface Claims {
  readonly flx: {readonly path: string; readonly jwk: EncryptionKey};
  readonly ctx: readonly [{readonly data: {readonly earlyFrame?: string; readonly shopper?: unknown}}];
}

/**
 * Verifies the signature of a capture context, and that the context belongs to this document.
 *
 * @param kid Id of the one-time key that this document was opened for. A document that was loaded before its context has none:
 *   it takes a context that names its own address.
 * @returns the context's one-time key, and whose card it becomes, masked; services of others do not say it.
 * @throws {MicroformError} IFRAME_JWT_VALIDATION_FAILED; BROWSER_ENCRYPTION_FAILED if the browser has no
 *   WebCrypto.
 */
export async function verifyContext(
  jwt: string,
  {kty, e, n}: SigningKey,
  kid: string | undefined,
): Promise<{readonly key: EncryptionKey; readonly shopper: string | undefined}> {
  // WebCrypto is missing on pages that are loaded by http, except from this machine.
  if (!('subtle' in crypto)) {
    throw new MicroformError(
      'BROWSER_ENCRYPTION_FAILED',
      'Card fields need a page that was loaded by https.',
    );
  }
  const [header = '', payload = '', signature = '', ...rest] = jwt.split('.');
  try {
    const algorithm = {name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256'};
    const signer = await crypto.subtle.importKey('jwk', {kty, e, n}, algorithm, false, ['verify']);
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    const isSigned = await crypto.subtle.verify(algorithm.name, signer, decodeBase64url(signature), signed);
    const {flx, ctx} = JSON.parse(new TextDecoder().decode(decodeBase64url(payload))) as Claims;
    const isOurs = kid === undefined ? ctx[0].data.earlyFrame === ownAddress() : flx.jwk.kid === kid;
    const {shopper} = ctx[0].data;
    if (isSigned && rest.length === 0 && isOurs)
      return {key: flx.jwk, shopper: typeof shopper === 'string' ? shopper : undefined};
  } catch {
    // A malformed context gets the same error as one with a wrong signature.
  }
  throw new MicroformError(
    'IFRAME_JWT_VALIDATION_FAILED',
    'The capture context does not belong to this field.',
  );
}

function readDetails(value: unknown): MicroformErrorDetail[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 8).map((detail: Partial<MicroformErrorDetail> | null) => ({
    message: String(detail?.message ?? ''),
    location: String(detail?.location ?? ''),
  }));
}

/** The reason of an answer that names none: then it comes from what stands before the endpoint (wire 2.3). */
const reasonOfStatus = (status: number): unknown =>
  status >= 500 ? (status === 500 ? 'API_INTERNAL_ERROR' : 'API_GATEWAY_ERROR') : undefined;

async function readRefusal(response: Response): Promise<MicroformError> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const message =
    typeof body.message === 'string' ? body.message : `The service answered ${response.status}.`;
  return new MicroformError(readReason(body.reason ?? reasonOfStatus(response.status)), message, {
    details: readDetails(body.details),
    correlationId: typeof body.correlationId === 'string' ? body.correlationId : '',
  });
}

/**
 * Encrypts a card and exchanges it for a transient token.
 *
 * @throws {MicroformError} with a reason of wire 2.3.
 */
export async function submitCard(
  card: CardToEncrypt | CodeToEncrypt,
  context: {jwt: string; key: EncryptionKey},
): Promise<string> {
  const encrypted = await encryptCard(card, context.key).catch(() => {
    throw new MicroformError('BROWSER_ENCRYPTION_FAILED', 'The card could not be encrypted.');
  });
  const response = await fetch('/flex/v2/tokens', {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({captureContext: context.jwt, card: encrypted}),
    credentials: 'omit',
    signal: AbortSignal.timeout(requestTimeoutMs),
  }).catch(() => {
    throw new MicroformError('CREATE_TOKEN_XHR_ERROR', 'The service could not be reached. Try again.');
  });
  if (!response.ok) throw await readRefusal(response);
  const token = await response.text();
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) {
    throw new MicroformError('MALFORMED_TOKENS_RESPONSE', 'The service answered without a token. Try again.');
  }
  return token;
}
