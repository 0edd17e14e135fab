import {MicroformError} from './errors.js';

export const fieldTypes = ['number', 'securityCode'] as const;
export type FieldType = (typeof fieldTypes)[number];

/**
 * What the library reads from a capture context. It is not verified here: the frame and the server check the
 * signature.
 */
export interface UnverifiedContext {
  readonly jwt: string;
  readonly kid: string;
  readonly origin: string;
  /** URL of the field's document. */
  readonly page: string;
  /** URL of a field's document that the page may have loaded before it had the context (decision 0053). */
  readonly earlyFrame: string | undefined;
  /** The fields that the context asks for. */
  readonly fields: readonly FieldType[];
}

function decodeClaims(jwt: string): unknown {
  const part = jwt.split('.')[1];
  if (part === undefined) return undefined;
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
}

interface ContextClaims {
  readonly exp: number;
  readonly flx: {readonly jwk: {readonly kid: string}};
  readonly ctx: readonly {
    readonly data: {
      readonly mfOrigin: string;
      readonly clientLibrary: string;
      readonly allowedFields?: readonly string[];
      readonly earlyFrame?: string;
    };
  }[];
}

/**
 * Reads a capture context (wire 2.1). Whether it has expired is for the server to say: the clock of the shopper's
 * device may be wrong by any time.
 *
 * @throws {MicroformError} CAPTURE_CONTEXT_INVALID
 */
export function readContext(jwt: unknown): UnverifiedContext {
  try {
    if (typeof jwt !== 'string') throw new TypeError('not a string');
    const {flx, ctx, exp} = decodeClaims(jwt) as ContextClaims;
    const {mfOrigin, clientLibrary, allowedFields = fieldTypes, earlyFrame} = ctx[0]!.data;
    const page = new URL('iframe.html', clientLibrary);
    const origin = new URL(mfOrigin).origin;
    if (page.origin !== origin || typeof flx.jwk.kid !== 'string' || typeof exp !== 'number') {
      throw new TypeError('inconsistent');
    }
    const fields = fieldTypes.filter((type) => allowedFields.includes(type));
    return {jwt, kid: flx.jwk.kid, origin, page: page.href, earlyFrame, fields};
  } catch {
    throw new MicroformError(
      'CAPTURE_CONTEXT_INVALID',
      'The capture context cannot be read. Request a new one.',
    );
  }
}
