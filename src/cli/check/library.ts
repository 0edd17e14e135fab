import {corsFault} from './cors.js';
import {notTried, ok, wrong, type Finding} from './finding.js';
import {isAnswered, isSuccess, type Visit} from './http.js';
import type {Fields} from './capture-context.js';

/** The library that the capture context names, and the response at its address. */
export interface LibraryFacts {
  readonly fields: Fields;
  readonly visit: Visit;
  /** Origin of the page. */
  readonly origin: string;
  /** The shop takes a library without a hash. */
  readonly withoutHash: boolean;
}

/** Whether the script of the card fields is the one whose hash the capture context names, and loads in the page. */
export async function checkLibrary(facts: LibraryFacts | undefined): Promise<Finding> {
  if (facts === undefined) return notTried('library', 'the capture context does not read');
  const {fields, visit, origin, withoutHash} = facts;
  const {library, integrity} = fields;
  const next = 'Browsers refuse to run it. Do not switch the hash off: ask the operator of the service.';
  if (!isAnswered(visit)) return wrong('library', `${library} gives no response (${visit.failure}).`, next);
  if (!isSuccess(visit)) return wrong('library', `${library} answers ${visit.status}.`, next);
  const fault = corsFault({origin}, visit);
  if (fault !== undefined)
    return wrong('library', `Browsers cannot check the hash of ${library}: ${fault}.`, next);
  const [, bits] = /^sha(256|384|512)-/.exec(integrity) ?? [];
  if (integrity === '' && withoutHash)
    return ok('library', `${library} loads; its capture context names no hash, which this shop allows.`);
  if (bits === undefined) {
    return wrong(
      'library',
      `The capture context names no hash for ${library}.`,
      'Ask the operator for capture contexts of type mf-2.0.0. Until then, libraryWithoutHash: true in createCardVaultServer lets the page load the script unchecked.',
    );
  }
  const digest = await crypto.subtle.digest(`SHA-${bits}`, Uint8Array.from(visit.body));
  const actual = `sha${bits}-${Buffer.from(digest).toString('base64')}`;
  if (actual === integrity) return ok('library', `The hash of ${library} is the one in the capture context.`);
  return wrong(
    'library',
    `The hash of ${library} is ${actual}, and the capture context names ${integrity}.`,
    next,
  );
}
