import {drawer as cardDrawer} from './drawer.js';
import {html, type Markup} from './html.js';
import {directionOf, queryOf, type Settings} from './settings.js';
import {texts} from './texts.js';

const logo = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
  <path
    d="M6 25C5 13 12 6 27 5c0 14-6 21-17 20"
    fill="none"
    stroke="currentColor"
    stroke-width="2.4"
    stroke-linejoin="round"
  />
  <path
    d="M5 28c4-8 9-12 15-15M11 19.5l-.6-6M15 15.8l5.5.4"
    fill="none"
    stroke="currentColor"
    stroke-width="2.4"
    stroke-linecap="round"
  />
</svg>`;

/** What a page is drawn with. */
export interface Page {
  readonly nonce: string;
  readonly settings: Settings;
  readonly title: string;
  readonly body: Markup;
  /** Address of the page's own script. */
  readonly script?: string;
  /** The script draws what stands above other things: a browser that can waits for it with its first paint. */
  readonly scriptDraws?: boolean;
  /** The tester's half; that of the pages with cards when missing. */
  readonly drawer?: Markup;
}

/** A page of the shop, with the tester's drawer beside it: that of the pages with cards unless another is given. */
export function layout({nonce, settings, title, body, script, scriptDraws, drawer}: Page): string {
  const t = texts[settings.lang];
  const home = queryOf(settings);
  return html`<!doctype html>
    <html lang="${settings.lang}" dir="${directionOf(settings)}" data-theme="${settings.theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sorrel</title>
        <link rel="icon" href="/assets/shop/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/shop/shop.css" />
        <link rel="stylesheet" href="/assets/shop/drawer.css" />
        ${
          script &&
          html`<script
            type="module"
            src="${script}"
            nonce="${nonce}"
            blocking="${scriptDraws ? 'render' : ''}"
          ></script>`
        }
      </head>
      <body>
        <a class="skip" href="#title">${t.skip}</a>
        <div class="shop">
          <header class="masthead">
            <a class="brand" href="/${home}">${logo}<span>Sorrel</span></a>
            <nav aria-label="Sorrel">
              <a href="/plans${home}">${t.navBoxes}</a>
              <span class="soon">${t.navFarms}</span>
              <a href="/account${home}">${t.navAccount}</a>
            </nav>
          </header>
          <main aria-labelledby="title">${body}</main>
          <footer>
            <p>${t.tagline}</p>
            <p>${t.footer}</p>
          </footer>
        </div>
        ${drawer ?? cardDrawer(settings)}
      </body>
    </html>`.text;
}
