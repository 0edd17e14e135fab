import {createHash} from 'node:crypto';

/** What a document in another origin's frame may do. */
export interface FramedDocument {
  /** Origins that may frame the document. An empty list forbids all frames. */
  readonly ancestors: readonly string[];
  /** Whether its script may send requests to its own origin. */
  readonly connects?: boolean;
  /** Origins to which its forms may be sent, including by redirect. */
  readonly formTargets?: readonly string[];
  /** The text of its only `<style>` element, which the policy allows by its hash. */
  readonly style?: string;
  /** Whether it may use the browser features of a step-up, such as payment (guarantees 2.4). */
  readonly stepUp?: boolean;
}

const originShape = /^https?:\/\/[a-z0-9.:[\]-]+$/i;

/** Drops everything that is not an origin, because the values come from a request. */
function origins(values: readonly string[]): string {
  const validOrigins = values.filter((value) => originShape.test(value));
  return validOrigins.length ? [...new Set(validOrigins)].join(' ') : "'none'";
}

/**
 * The headers of guarantees 2.4: only the service's own scripts, no caching, and frames only in the given
 * origins.
 */
export function framedDocumentHeaders(document: FramedDocument): Record<string, string> {
  const styleHash = document.style && createHash('sha256').update(document.style).digest('base64');
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    ...(styleHash ? [`style-src 'sha256-${styleHash}'`] : []),
    // In redirect mode a step-up is a page of its own, for which browsers request an icon.
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

/** Headers of answers to a page's own script: JSON or tokens, never cached. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};
