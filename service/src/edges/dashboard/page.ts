import {createHash} from 'node:crypto';
import {asset} from '../../platform/pages/assets.js';

const style = `html { color-scheme: light dark; background: light-dark(#f4f6f8, #101418) } body { margin: 0 }`;

/** The version is a hash of the script, so browsers may keep it. */
const scriptPath = () => `/dashboard/${asset('dashboard').version}/dashboard.js`;

export const iconPath = '/dashboard/icon.svg';
/** The page's icon, a bank card, as SVG. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5c6b"/><path d="M6 11h20v11H6z" fill="none" stroke="#fff" stroke-width="2"/><path d="M6 14.500h20" stroke="#fff" stroke-width="3"/></svg>`;

/** The HTML document that loads the dashboard's script. It contains no data and no key. */
export function dashboardPage(rehearsal: string | undefined): string {
  const {integrity} = asset('dashboard');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>card-vault service</title>
<link rel="icon" href="${iconPath}" type="image/svg+xml">
<style>${style}</style>
<script src="${scriptPath()}" integrity="${integrity}" defer></script>
</head>
<body>
<service-dashboard${rehearsal === undefined ? '' : ` rehearsal="${rehearsal}"`}></service-dashboard>
<noscript>This page needs its script. Everything it shows is at /sandbox/v1/ for servers with the secret key.</noscript>
</body>
</html>
`;
}

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * Headers of the document. The content security policy allows only the page's own script, its own requests
 * and one style sheet, and forbids framing. `lit-html` is the name of Lit's own Trusted Types policy.
 */
export const dashboardHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${styleHash}'`,
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};
