import {CardVaultError} from '../protocol/index.js';
import {isLoopback} from './client/client.js';

const extendable = ['img-src', 'font-src', 'connect-src', 'frame-src', 'form-action'] as const;

export interface PagePolicyOptions {
  /** Fresh for every response, base64, at least 128 bits (`createNonce`); it goes on the page's own script and style tags. */
  readonly nonce: string;
  /** Address of the service as browsers reach it. */
  readonly serviceUrl: string;
  /** Origin of the hosted card fields. */
  readonly fieldsOrigin: string;
  /**
   * True (default) when the shop's server serves the shell frame: then the page itself frames only the card
   * fields. False lets the page post to and frame any bank, which is what pages without a shell must do.
   */
  readonly shell?: boolean;
  /** Origins that may frame the page. Default none. */
  readonly frameAncestors?: readonly string[];
  /**
   * Further sources of the shop's own page, such as `{'img-src': ['https://images.example']}`. A page with
   * `<card-vault-subscribe>` names the origin of the hosted pages as `form-action`; without it they ask whose page it is.
   */
  readonly extra?: Readonly<Partial<Record<(typeof extendable)[number], readonly string[]>>>;
  /** Further Trusted Types policies; `lit-html` and `card-vault` are always there. */
  readonly trustedTypes?: readonly string[];
  /** Name of a `Reporting-Endpoints` entry. */
  readonly reportTo?: string;
  readonly reportUri?: string;
}

/**
 * The Content-Security-Policy of a page that holds `<card-vault>` (guarantees 2.3), as one header value. Nothing is
 * allowed that is not named; scripts need the nonce, there is no `unsafe-inline`, and Trusted Types are enforced.
 *
 * @throws CardVaultError `configuration-missing` for a nonce that is short or could break out of the header, for sources that are no
 *   list, and for a directive that `extra` cannot add to
 * @example
 * const nonce = createNonce();
 * response.setHeader('Content-Security-Policy', contentSecurityPolicy({nonce, serviceUrl, fieldsOrigin}));
 */
export function contentSecurityPolicy(options: PagePolicyOptions): string {
  const {nonce, shell = true, extra = {}} = options;
  requireNonce(nonce);
  requireSources(options);
  const service = new URL(options.serviceUrl);
  const banks = shell ? [] : anyBank(isLoopback(service.hostname));
  const directives: readonly (readonly [string, ...(readonly string[])])[] = [
    ['default-src', "'none'"],
    ['script-src', `'nonce-${nonce}'`, "'strict-dynamic'"],
    ['style-src', `'nonce-${nonce}'`, "'self'"],
    ['img-src', "'self'", ...(extra['img-src'] ?? [])],
    ['font-src', "'self'", ...(extra['font-src'] ?? [])],
    ['connect-src', "'self'", service.origin, ...(extra['connect-src'] ?? [])],
    ['frame-src', "'self'", new URL(options.fieldsOrigin).origin, ...banks, ...(extra['frame-src'] ?? [])],
    ['form-action', "'self'", ...banks, ...(extra['form-action'] ?? [])],
    ['base-uri', "'none'"],
    ['object-src', "'none'"],
    ['frame-ancestors', ...(options.frameAncestors?.length ? options.frameAncestors : ["'none'"])],
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', 'lit-html', 'card-vault', ...(options.trustedTypes ?? [])],
    ...(options.reportTo ? ([['report-to', options.reportTo]] as const) : []),
    ...(options.reportUri ? ([['report-uri', options.reportUri]] as const) : []),
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** @throws CardVaultError `configuration-missing` */
export function requireNonce(nonce: string): void {
  if (/^[A-Za-z0-9+/_-]{22,}={0,2}$/.test(nonce)) return;
  throw new CardVaultError(
    'configuration-missing',
    'A nonce is base64 of at least 16 random bytes; see createNonce().',
  );
}

/** Refuses what JavaScript would spread into letters, leave out or write into another directive. */
function requireSources({extra = {}, frameAncestors, trustedTypes}: PagePolicyOptions): void {
  const refuse = (field: string, message: string): never => {
    throw new CardVaultError('configuration-missing', `contentSecurityPolicy: ${message}`, {field});
  };
  for (const name of Object.keys(extra))
    if (!extendable.some((one) => one === name))
      refuse(`extra.${name}`, `nothing can be added to ${name}. extra takes ${extendable.join(', ')}.`);
  for (const [name, sources] of Object.entries<unknown>({...extra, frameAncestors, trustedTypes})) {
    const isList = Array.isArray(sources) && sources.every((one) => /^[^\s;,]+$/.test(String(one)));
    if (sources !== undefined && !isList)
      refuse(name, `${name} must be a list of sources, such as ['https://images.example'].`);
  }
}

/** A fresh nonce of 128 random bits. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/**
 * Sources that stand for every bank: their hosts cannot be listed. A service on this machine adds plain http on this
 * machine, where its virtual issuer answers.
 */
export function anyBank(local: boolean): readonly string[] {
  return local ? ['https:', 'http://localhost:*', 'http://127.0.0.1:*', 'http://*.localhost:*'] : ['https:'];
}
