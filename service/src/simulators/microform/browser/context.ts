import {MicroformError} from './errors.js';

export const fieldTypes = ['number', 'securityCode'] as const;
export type FieldType = (typeof fieldTypes)[number];

/**
 * What the library reads from a capture context. It trusts none of it: the frame and the server check the
 * signature.
 */
export interface ReadContext {
  readonly jwt: string;
  readonly kid: string;
  readonly origin: string;
  /** Address of the field page. */
  readonly page: string;
}

function claimsOf(jwt: string): unknown {
  const part = jwt.split('.')[1];
  if (part === undefined) return undefined;
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Leeway for the shopper's clock, in milliseconds. Server and frame check the time exactly. */
const longOver = 15 * 60_000;

interface ContextClaims {
  readonly exp: number;
  readonly flx: {readonly jwk: {readonly kid: string}};
  readonly ctx: readonly {readonly data: {readonly mfOrigin: string; readonly clientLibrary: string}}[];
}

/**
 * Reads a capture context (wire 2.1). Throws `MicroformError` CAPTURE_CONTEXT_INVALID or
 * CAPTURE_CONTEXT_EXPIRED.
 */
export function readContext(jwt: unknown): ReadContext {
  const {exp, ...context} = parse(jwt);
  if (exp * 1000 + longOver < Date.now()) {
    throw new MicroformError('CAPTURE_CONTEXT_EXPIRED', 'The capture context has expired');
  }
  return context;
}

function parse(jwt: unknown): ReadContext & {readonly exp: number} {
  try {
    if (typeof jwt !== 'string') throw new TypeError('not a string');
    const {flx, ctx, exp} = claimsOf(jwt) as ContextClaims;
    const {mfOrigin, clientLibrary} = ctx[0]!.data;
    const page = new URL('iframe.html', clientLibrary);
    const origin = new URL(mfOrigin).origin;
    if (page.origin !== origin || typeof flx.jwk.kid !== 'string' || typeof exp !== 'number') {
      throw new TypeError('inconsistent');
    }
    return {jwt, kid: flx.jwk.kid, origin, page: page.href, exp};
  } catch {
    throw new MicroformError('CAPTURE_CONTEXT_INVALID', 'The capture context is not one');
  }
}
