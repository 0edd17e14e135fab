import {CardVaultError, readCaptureContextToken} from '../../protocol/index.js';
import {notTried, ok, wrong, type Finding} from './finding.js';
import {isAnswered, isSuccess, jsonOf, type Visit} from './http.js';

/** The capture context in hand, and the page it is for. */
export interface ContextFacts {
  readonly jwt: string;
  readonly origin: string;
  /** The shop takes a library without a hash. */
  readonly withoutHash: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The time that the machine of the service says, if it says one. */
  readonly machineTime?: number | undefined;
}

/** Facts that the page needs to load the card fields. */
export interface Fields {
  readonly library: string;
  readonly integrity: string;
  readonly origin: string;
}

/** How far the clocks of this machine and the service may be apart, in milliseconds. */
const clockSkew = 120_000;

/** Shape, target origins and life of a capture context. */
export function checkCaptureContext({jwt, origin, withoutHash, now, machineTime}: ContextFacts): Finding {
  try {
    const {expiresAt, issuedAt, targetOrigins} = readCaptureContextToken(jwt, origin, withoutHash);
    const isMachineRight = machineTime !== undefined && Math.abs(machineTime - now) <= clockSkew;
    if (issuedAt > now + clockSkew && isMachineRight) {
      const moved = `The clock of the service has been moved to ${instant(issuedAt)}, as one for development can be`;
      return ok('capture-context', `${moved}: its capture context is for ${targetOrigins.join(', ')}.`);
    }
    if (expiresAt <= now || issuedAt > now + clockSkew) {
      return wrong(
        'capture-context',
        `The capture context is not valid now: it lives from ${instant(issuedAt)} to ${instant(expiresAt)}, and here it is ${instant(now)}.`,
        'Set the clock of this machine and of the service. A proxy must not cache the session route.',
      );
    }
    const minutes = Math.round((expiresAt - now) / 60_000);
    return ok(
      'capture-context',
      `The capture context is for ${targetOrigins.join(', ')} and lives for ${minutes} more minutes.`,
    );
  } catch (error) {
    const why = error instanceof CardVaultError ? error.message : 'The capture context does not read.';
    return wrong('capture-context', why, adviceFor(why, origin));
  }
}

function adviceFor(why: string, origin: string): string {
  if (/is meant for/.test(why))
    return `The service made it for another origin: set publicUrl and origins of createCardVaultServer to the origins of your pages, and add ${origin} to the merchant's list at the service.`;
  if (/integrity hash/.test(why))
    return 'Ask the operator for capture contexts of type mf-2.0.0. Until then, libraryWithoutHash: true in createCardVaultServer lets the page load the library unchecked.';
  return 'Ask the operator of the service: the element refuses such a capture context.';
}

const instant = (time: number) => new Date(time).toISOString();

/** Addresses in a capture context, also in one that is meant for another origin; nothing when it does not read. */
export function fieldsOf(jwt: string): Fields | undefined {
  const {claims} = partsOf(jwt);
  const contexts = at(claims, 'ctx');
  const list: readonly unknown[] = Array.isArray(contexts) ? contexts : [];
  const data = at(list.find((one) => /^mf-/.test(String(at(one, 'type')))) ?? list[0], 'data');
  const library = at(data, 'clientLibrary');
  const integrity = at(data, 'clientLibraryIntegrity');
  const frames = at(data, 'mfOrigin');
  if (typeof library !== 'string' || !URL.canParse(library)) return undefined;
  return {
    library,
    integrity: typeof integrity === 'string' ? integrity : '',
    origin: new URL(typeof frames === 'string' && URL.canParse(frames) ? frames : library).origin,
  };
}

/** Where the key that signed a capture context is published (wire 2.1); the processor's API hosts differ from its fields' hosts. */
export function keyAddress(jwt: string): string | undefined {
  const {header, claims} = partsOf(jwt);
  const kid = at(header, 'kid');
  const named = at(at(claims, 'flx'), 'origin');
  const from = typeof named === 'string' && URL.canParse(named) ? named : fieldsOf(jwt)?.origin;
  if (typeof kid !== 'string' || from === undefined) return undefined;
  const host = new URL(from).hostname;
  const api = {'flex.cybersource.com': 'api', 'testflex.cybersource.com': 'apitest'}[host];
  const origin = api === undefined ? new URL(from).origin : `https://${api}.cybersource.com`;
  return `${origin}/flex/v2/public-keys/${encodeURIComponent(kid)}`;
}

/** Whether a capture context is signed with the published key. The page leaves this to the library (decision 0026). */
export async function checkSignature(jwt: string, visit: Visit | undefined): Promise<Finding> {
  if (visit === undefined) return notTried('signature', 'the capture context names no key');
  const key = isAnswered(visit) && isSuccess(visit) ? await publicKey(jsonOf(visit)) : undefined;
  if (key === undefined) return notTried('signature', `there is no public key at ${visit.url}`);
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const bytes = new TextEncoder().encode(`${head}.${body}`);
  const isGood = await crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, fromBase64Url(signature), bytes);
  if (isGood) return ok('signature', `The capture context is signed with the key at ${visit.url}.`);
  return wrong(
    'signature',
    `The signature of the capture context does not fit the key at ${visit.url}.`,
    'Something between the service and the page changes the capture context, or it comes from elsewhere. Do not go live with it.',
  );
}

async function publicKey(jwk: unknown): Promise<CryptoKey | undefined> {
  const [kty, n, e] = ['kty', 'n', 'e'].map((name) => at(jwk, name));
  if (kty !== 'RSA' || typeof n !== 'string' || typeof e !== 'string') return undefined;
  const algorithm = {name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256'};
  return crypto.subtle.importKey('jwk', {kty, n, e}, algorithm, false, ['verify']).catch(() => undefined);
}

function partsOf(jwt: string): {readonly header: unknown; readonly claims: unknown} {
  const [header = '', claims = ''] = jwt.split('.');
  const read = (part: string): unknown => {
    try {
      return JSON.parse(new TextDecoder().decode(fromBase64Url(part)));
    } catch {
      return undefined;
    }
  };
  return {header: read(header), claims: read(claims)};
}

const fromBase64Url = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));

function at(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
