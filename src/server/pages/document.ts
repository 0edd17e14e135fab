import type {ShellMark} from '../../protocol/shell.js';
import {chooseLanguage} from '../../texts/accepted.js';
import {before} from '../../texts/at-once.js';
import {directionOf, type LanguageTag} from '../../texts/index.js';

/** The shell or the return page (decision 0002): a page with exactly one script and one style sheet, both hashed. */
export interface Document {
  readonly mark: ShellMark;
  readonly style: string;
  readonly script: string;
  readonly title: (words: Words) => string;
  readonly body: (words: Words) => string;
}

/** Sentences of these pages in one language. */
export type Words = (typeof before)[LanguageTag];

/** The parts of the policy that differ; everything else is forbidden. */
export interface DocumentPolicy {
  readonly formAction?: readonly string[];
  /** `any`: addresses of every scheme, such as the one of a bank's app, which no source can stand for. */
  readonly frameSrc?: 'any';
  readonly frameAncestors: readonly string[];
  readonly crossOriginIsolated: boolean;
  /** Referrer policy for the pages that it frames or posts to; none when left out. */
  readonly referrer?: 'strict-origin';
}

/**
 * Makes the function that answers with a document, in the language of the browser. The hashes are taken from the very text that is
 * sent, once.
 */
export function documentResponder(
  document: Document,
): (request: Request, policy: DocumentPolicy) => Promise<Response> {
  const {mark, style: css, script: code, title, body} = document;
  const htmlIn = (language: LanguageTag): string =>
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="color-scheme" content="light dark">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">` +
    `<meta name="card-vault" content="${mark}">` +
    `<title>${title(before[language])}</title><style>${css}</style></head>` +
    `<body>${body(before[language])}<script>${code}</script></body></html>`;
  let hashes: Promise<readonly [string, string]> | undefined;
  return async (request, policy) => {
    const [script, style] = await (hashes ??= Promise.all([hash(document.script), hash(document.style)]));
    const directives = [
      // Frames fall back to default-src, so a document that frames anything names all the others.
      ...(policy.frameSrc === 'any' ? unframed : ["default-src 'none'", "frame-src 'none'"]),
      `script-src '${script}'`,
      `style-src '${style}'`,
      `form-action ${list(policy.formAction)}`,
      `frame-ancestors ${list(policy.frameAncestors)}`,
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ];
    return new Response(htmlIn(chooseLanguage([], request.headers.get('accept-language'))), {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': directives.join('; '),
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': policy.referrer ?? 'no-referrer',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Permissions-Policy':
          'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=()',
        ...(policy.crossOriginIsolated && {'Cross-Origin-Embedder-Policy': 'require-corp'}),
      },
    });
  };
}

const unframed = ['connect', 'font', 'img', 'manifest', 'media', 'object', 'worker'].map(
  (kind) => `${kind}-src 'none'`,
);

function list(sources: readonly string[] | undefined): string {
  return sources?.length ? sources.join(' ') : "'none'";
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
