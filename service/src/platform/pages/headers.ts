import {createHash} from 'node:crypto';

/** Permissions of a document that another origin frames. */
export interface FramedDocument {
  /** Origins that may hold the document, exactly; none at all refuses every frame. */
  readonly ancestors: readonly string[];
  /** Whether its script may call its own origin. */
  readonly connects?: boolean;
  /** Origins a form of the document may be sent to, redirects included. */
  readonly formTargets?: readonly string[];
  /** The text of its one `<style>` element, admitted by its hash. */
  readonly style?: string;
  /** Admits the features a step-up may use (guarantees 2.4). */
  readonly stepUp?: boolean;
}

const originShape = /^https?:\/\/[a-z0-9.:[\]-]+$/i;

/** Drops everything that is not an origin, because the value comes from a request. */
function origins(values: readonly string[]): string {
  const good = values.filter((value) => originShape.test(value));
  return good.length ? [...new Set(good)].join(' ') : "'none'";
}

/** The headers of guarantees 2.4: own scripts only, no caching, framed only by the given origins. */
export function framedDocumentHeaders(document: FramedDocument): Record<string, string> {
  const styleHash = document.style && createHash('sha256').update(document.style).digest('base64');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ...(styleHash ? [`style-src 'sha256-${styleHash}'`] : []),
    // A step-up may be a page of its own (redirect mode), for which browsers ask for an icon.
    ...(document.stepUp ? ["img-src 'self'"] : []),
    ...(document.connects ? ["connect-src 'self'"] : []),
    `form-action ${origins(document.formTargets ?? [])}`,
    "base-uri 'none'",
    `frame-ancestors ${origins(document.ancestors)}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': document.stepUp
      ? 'payment=(self), publickey-credentials-get=(self), camera=(), microphone=(), geolocation=()'
      : 'payment=(), publickey-credentials-get=(), camera=(), microphone=(), geolocation=()',
  };
}

/** Headers of an answer to a page's own script: JSON or a token, never kept. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};
