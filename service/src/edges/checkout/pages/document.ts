import {createHash, randomBytes} from 'node:crypto';
import {asset} from '../../../platform/pages/assets.js';
import {dataBlock} from '../../../platform/pages/html.js';
import type {ServiceUrls} from '../../../platform/settings.js';
import {logoPath, type Branding} from '../../../domain/merchants/branding.js';
import {elementPath} from '../element-files.js';
import {languageNames, languageTags} from '../../../../../src/texts/index.js';
import type {Language} from '../language.js';
import {brandStyle} from './brand-style.js';
import {Markup, markup} from './markup.js';
import {style} from './style.js';

export const scriptPath = (name: 'checkout' | 'checkout-shell' | 'checkout-return') =>
  `/checkout/assets/${asset(name).version}/${name}.js`;

/** One hosted page. */
export interface Page {
  readonly title: string;
  readonly body: Markup;
  /** Shows two columns on a wide screen. */
  readonly wide?: boolean;
  /** Data for the page's script; a page without data has no script. */
  readonly data?: unknown;
  /** A script of a few lines for a page without data. It must not contain anything from a request. */
  readonly inline?: string;
  /** Address of this page, for the links to other languages. */
  readonly self?: string;
  /** Query of its address, without the language. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Settings that all pages share. */
export interface DocumentSettings {
  readonly language: Language;
  readonly urls: ServiceUrls;
  readonly development: boolean;
  /** Whose page it is; undefined where a link does not say. */
  readonly shop: {readonly name: string; readonly branding: Branding} | undefined;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const styleHash = hashOf(style);

/** The shop's logo beside its name. */
function head({name, branding: {logo_digest: digest}}: NonNullable<DocumentSettings['shop']>): Markup {
  const logo = digest !== null && markup`<img class="logo" src="${logoPath(digest)}" alt="" />`;
  return markup`<header class="shop">${logo}<bdi>${name}</bdi></header>`;
}

/**
 * Renders a page as an HTML document, with its headers. The page frames only the card fields; the shell
 * frames the bank under a policy of its own (decision 0002).
 */
export function documentOf(
  page: Page,
  {language, urls, development, shop}: DocumentSettings,
): {readonly body: string; readonly headers: Record<string, string>} {
  const nonce = randomBytes(16).toString('base64');
  const {locale, direction, say} = language;
  const brand = shop ? brandStyle(shop.branding) : '';
  const scripts =
    page.data !== undefined &&
    markup`${new Markup(dataBlock('page', page.data))}
      <script type="module" nonce="${nonce}" src="${elementPath()}"></script>
      <script type="module" nonce="${nonce}" src="${scriptPath('checkout')}"></script>`;
  const inline =
    page.inline !== undefined && new Markup(`<script type="module" nonce="${nonce}">${page.inline}</script>`);
  const languages = languageTags.map((lang) => {
    const current = lang === locale && new Markup(' aria-current="true"');
    const address = `${page.self}?${new URLSearchParams({...page.query, lang}).toString()}`;
    return markup`<a href="${address}" lang="${lang}" hreflang="${lang}" ${current}>${languageNames[lang]}</a>`;
  });
  const document = markup`<!doctype html>
    <html lang="${locale}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title}</title>
        ${new Markup(`<style>${style}</style>${brand && `<style>${brand}</style>`}`)}
        ${scripts}${inline}
      </head>
      <body>
        ${shop && head(shop)}
        <main class="${page.wide ? 'two' : 'narrow'}">${page.body}</main>
        <footer>
          ${
            page.self !== undefined &&
            markup`<details>
            <summary>${say('languages')}: <span lang="${locale}">${languageNames[locale as keyof typeof languageNames] ?? locale}</span></summary>
            <nav aria-label="${say('languages')}">${languages}</nav>
          </details>`
          }
          ${development && markup`<p>${say('testMode')}</p>`}
        </footer>
      </body>
    </html> `;
  return {body: document.text, headers: headersOf(nonce, urls, brand)};
}

const headersOf = (nonce: string, urls: ServiceUrls, brand: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src ${styleHash}${brand && ` ${hashOf(brand)}`}`,
    `connect-src 'self'${urls.api === urls.hosted ? '' : ` ${urls.api}`}`,
    "img-src 'self'",
    `frame-src 'self' ${urls.fields}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html card-vault',
  ].join('; '),
  'cache-control': 'no-store',
  // Sends no referrer to other sites. Same-origin requests are recognized by Fetch Metadata instead.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=()',
});
