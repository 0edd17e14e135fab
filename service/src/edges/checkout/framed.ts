import type {ServiceContext} from '../../platform/http/env.js';
import {framedDocumentHeaders} from '../../platform/pages/headers.js';
import {asset} from '../../platform/pages/assets.js';
import {chooseLocale, directionOf, type Locale} from '../../platform/pages/locales.js';
import {before} from '../../../../src/texts/at-once.js';
import {scriptPath} from './pages/document.js';
import type {CheckoutTools} from './context.js';

const shellStyle =
  ':root{color-scheme:light dark}html,body{margin:0;height:100%;overflow:hidden}' +
  'iframe{display:block;inline-size:100%;block-size:100%;border:0}' +
  '.hidden{position:absolute;inset-block-start:0;inset-inline-start:0;inline-size:10px;block-size:10px;visibility:hidden}';
const returnStyle = ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:2rem}';

const wordsFor = (c: ServiceContext) => {
  const language = chooseLocale([], c.req.header('accept-language'));
  return {language, ...before[language]};
};

const frameDocument = (
  {language, title}: {readonly language: Locale; readonly title: string},
  style: string,
  script: 'checkout-shell' | 'checkout-return',
  body = '',
) =>
  `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="robots" content="noindex">` +
  `<meta name="card-vault" content="${script === 'checkout-shell' ? 'shell' : 'return'}"><title>${title}</title><style>${style}</style></head>` +
  `<body>${body}<script src="${scriptPath(script)}" integrity="${asset(script).integrity}"></script></body></html>`;

/**
 * Sources of a content security policy that match every bank, because the hosts of banks cannot be listed. In
 * development the bank is a simulator on this machine.
 */
const everyBank = (development: boolean) =>
  development ? ['https:', 'http://localhost:*', 'http://127.0.0.1:*'] : ['https:'];

/**
 * `GET /checkout/frame`: the shell, the page that frames the bank (decision 0002). It may post to and frame
 * every bank; only the service may frame it.
 */
export function shellPage(c: ServiceContext, {urls, environment}: CheckoutTools): Response {
  const headers = framedDocumentHeaders({ancestors: [urls.hosted], style: shellStyle});
  // Includes 'self', because Chromium applies `form-action` to each redirect of a form, and a step-up without
  // a challenge redirects straight back to the service.
  const ownAndBanks = ["'self'", ...everyBank(environment !== 'production')].join(' ');
  const policy = headers['content-security-policy']!.replace(
    /form-action [^;]+/,
    `form-action ${ownAndBanks}; frame-src ${ownAndBanks}`,
  ).replace(/frame-ancestors [^;]+/, "frame-ancestors 'self'");
  const {language, bankPage: title} = wordsFor(c);
  const page = frameDocument({language, title}, shellStyle, 'checkout-shell');
  return c.body(page, 200, {
    ...withoutIsolation(headers),
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=()',
  });
}

/** `GET|POST /checkout/return`: the page to which the bank's frame returns (success_url and failure_url). */
export function returnPage(c: ServiceContext): Response {
  const headers = framedDocumentHeaders({ancestors: [], style: returnStyle});
  const policy = headers['content-security-policy']!.replace(
    /frame-ancestors [^;]+/,
    "frame-ancestors 'self'",
  );
  const {language, bankAnswered: title} = wordsFor(c);
  const page = frameDocument({language, title}, returnStyle, 'checkout-return', `<p>${title}</p>`);
  return c.body(page, 200, {
    ...withoutIsolation(headers),
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'same-origin',
  });
}

/**
 * Leaves out `cross-origin-embedder-policy`: it would block the bank's pages, which do not send the headers
 * that isolation requires.
 */
const withoutIsolation = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'cross-origin-embedder-policy'));
