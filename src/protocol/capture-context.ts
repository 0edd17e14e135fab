import {Answer} from './answer.js';
import {claimsIn} from './claims.js';
import {CardVaultError} from './errors.js';
import {integrityForm, isSecure} from './trust.js';
import type {CaptureContext} from './types.js';

/**
 * Reads the claims inside the token of a capture context (wire 2.1). The signature is not checked here: the library named by
 * the context checks it with its own keys, and the integrity hash binds that library.
 *
 * @param origin Origin of the page, which the context must be meant for.
 * @param withoutHash The shop takes a library that the context names no integrity hash for.
 * @throws CardVaultError `capture-context-invalid`
 */
export function readCaptureContextToken(jwt: string, origin: string, withoutHash = false): CaptureContext {
  try {
    const claims = claimsOf(jwt);
    const contexts = claims.at('ctx').items();
    const data = (
      contexts.find((item) => item.at('type').display().startsWith('mf-')) ?? claims.at('ctx', '0')
    ).at('data');
    const targetOrigins = textsOf(data.at('targetOrigins'));
    if (!targetOrigins.includes(origin)) {
      throw invalid(`is meant for ${targetOrigins.join(', ') || 'no origin'}, not for ${origin}`);
    }
    const networks = data.at('allowedCardNetworks');
    const hash = data.at('clientLibraryIntegrity');
    const library = libraryOf(data.at('clientLibrary'));
    const earlyFrame = data.at('earlyFrame').optionalText();
    return {
      jwt,
      clientLibrary: library.href,
      ...((hash.present || !withoutHash) && {clientLibraryIntegrity: integrityOf(hash)}),
      targetOrigins,
      allowedCardNetworks: networks.present ? textsOf(networks) : [],
      merchant: data.at('merchant').optionalText(),
      ...(earlyFrame?.startsWith(`${library.origin}/`) && {earlyFrame}),
      issuedAt: claims.at('iat').number() * 1000,
      expiresAt: claims.at('exp').number() * 1000,
    };
  } catch (error) {
    if (!(error instanceof CardVaultError) || error.code === 'capture-context-invalid') throw error;
    throw invalid(`does not read: ${error.message}`, error.field);
  }
}

function claimsOf(jwt: string): Answer {
  try {
    return new Answer(claimsIn(jwt));
  } catch {
    // The parser's own message would quote the token.
    throw invalid('is no signed token');
  }
}

function libraryOf(place: Answer): URL {
  const url = place.url();
  if (isSecure(url)) return url;
  throw invalid(`names a library at ${url.origin}, which is not https`, place.pointer);
}

function integrityOf(place: Answer): string {
  const hash = place.display();
  if (integrityForm.test(hash)) return hash;
  throw invalid('names no integrity hash for its library', place.pointer);
}

function textsOf(place: Answer): readonly string[] {
  return place.items().map((item) => item.text());
}

function invalid(what: string, field?: string): CardVaultError {
  return new CardVaultError('capture-context-invalid', `The capture context ${what}.`, {field});
}
