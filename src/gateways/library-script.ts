import type {CaptureContext} from '../protocol/index.js';
import {integrityForm, isSecure} from '../protocol/trust.js';
import {Failure, type FailureReason} from './failure.js';
import {onPolicyViolation} from './policy-violation.js';
import type {MicroformLibrary} from './microform-library.js';

/** The part of a capture context that names a library. */
export type LibraryContext = Pick<CaptureContext, 'clientLibrary' | 'clientLibraryIntegrity'>;

/** A library that is loaded or on its way. */
interface Loading {
  readonly library: Promise<MicroformLibrary>;
  /** Removes the script and answers true, unless the script has loaded or failed. */
  readonly giveUp: () => boolean;
  /** Callers that have not given up. */
  callers: number;
}

/** By document, then by address and hash: one script for all elements. */
const loaded = new WeakMap<Document, Map<string, Loading>>();
/** How many scripts have stalled in this page. */
let stalls = 0;

/**
 * The card field library that a capture context names, loaded once per page from that address with exactly
 * that hash (wire 2.1). What another script later does to the global `Flex` changes nothing for us.
 * @param signal aborts when the caller gives up. When all have, a script that is still on its way is removed.
 * @throws Failure `capture-context-invalid` when the context names no hash or no fit address;
 *   `fields-blocked` when the script does not load. The next call tries again after a failure, and after all
 *   callers have given up.
 */
export function loadLibrary(
  document: Document,
  context: LibraryContext,
  signal: AbortSignal,
): Promise<MicroformLibrary> {
  const {clientLibrary, clientLibraryIntegrity: integrity} = context;
  const url = URL.canParse(clientLibrary) && new URL(clientLibrary);
  if (!url || !isSecure(url) || url.username + url.password !== '')
    throw new Failure('capture-context-invalid', 'address');
  // A browser loads a script whose hash it cannot read as if it had none.
  if (integrity !== undefined && !integrityForm.test(integrity))
    throw new Failure('capture-context-invalid', 'hash');
  const libraries = loaded.get(document) ?? new Map<string, Loading>();
  loaded.set(document, libraries);
  const key = `${integrity ?? ''} ${url.href}`;
  const loading = libraries.get(key) ?? insertScript(document, url, integrity);
  if (loading.callers++ === 0) {
    libraries.set(key, loading);
    // By then the entry may belong to a newer load.
    loading.library.catch(() => libraries.get(key) === loading && libraries.delete(key));
  }
  const leave = (): void => {
    if (--loading.callers === 0 && loading.giveUp()) libraries.delete(key);
  };
  signal.addEventListener('abort', leave);
  return loading.library;
}

function insertScript(document: Document, url: URL, integrity: string | undefined): Loading {
  // Chromium shares one request between scripts of the same address, even after the first script was removed:
  // only another address gets a new request.
  if (stalls > 0) url.searchParams.set('retry', `${stalls}`);
  const script = document.createElement('script');
  const watch = new AbortController();
  let fail!: (why: FailureReason) => void;
  const end = new Promise<MicroformLibrary>((resolve, reject) => {
    let directive: string | undefined;
    const note = (violated: string): void => void (directive = violated);
    onPolicyViolation(document, url.origin, ['script-src-elem', 'script-src'], note, watch.signal);
    fail = (why) => {
      script.remove();
      reject(new Failure('fields-blocked', why, url.origin, directive));
    };
    script.onload = () => {
      const library: unknown = (document.defaultView as {Flex?: unknown} | null)?.Flex;
      // A page element that happens to be named `Flex` is no constructor.
      if (typeof library === 'function') resolve(library as MicroformLibrary);
      else fail('not-a-library');
    };
    script.onerror = () => fail(directive === undefined ? 'not-loaded' : 'script-policy');
    script.crossOrigin = 'anonymous';
    if (integrity !== undefined) script.integrity = integrity;
    script.referrerPolicy = 'no-referrer';
    // Not needed under 'strict-dynamic'; a policy of nonces alone asks for it, and scripts of the page may
    // read it.
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
    if (nonce) script.nonce = nonce;
    // In a microtask, where no other function is running: a browser records where a request comes from, and
    // parses every running function again to do so.
    Promise.resolve()
      .then(() => watch.signal.aborted || insert(script, url))
      .catch(reject);
  });
  const giveUp = (): boolean => {
    if (watch.signal.aborted) return false;
    watch.abort();
    stalls++;
    fail('not-loaded');
    return true;
  };
  return {library: end.finally(() => watch.abort()), giveUp, callers: 0};
}

/** The part of Trusted Types that is used here; TypeScript's own library does not have it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: {createScriptURL: (url: string) => string},
  ): {
    createScriptURL(url: string): unknown;
  };
}

let admitted: string | undefined;
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * Inserts the script. Its `src` is set through the Trusted Types policy `card-vault`, which makes this one
 * address and no other.
 */
function insert(script: HTMLScriptElement, url: URL): void {
  const {trustedTypes} = globalThis as {trustedTypes?: TrustedTypes};
  try {
    policy ??= trustedTypes?.createPolicy('card-vault', {
      createScriptURL: (address) => {
        if (address !== admitted) throw new TypeError('not a card-vault script');
        return address;
      },
    });
  } catch {
    throw new Failure('fields-blocked', 'trusted-types');
  }
  admitted = url.href;
  script.src = (policy?.createScriptURL(url.href) ?? url.href) as string;
  admitted = undefined;
  script.ownerDocument.head.append(script);
}
