import {cardList} from './card-list.js';
import type {Context} from './context.js';
import {html} from './html.js';
import {layout} from './layout.js';
import {boxPrice, priceText} from './money.js';
import {pageUrl} from './settings.js';
import {texts} from './texts.js';

/** The shopper's cards; `chosen` is the token of the one that pays for the box. */
export function accountPage({nonce, settings, integrity, chosen}: Context, url: URL, cards: number): string {
  const t = texts[settings.lang];
  const isGuest = settings.guest === 'on';
  const saved = isGuest ? t.savedGuest : t.saved;
  const banner =
    url.searchParams.get('paid') === 'yes'
      ? `${t.paid} ${priceText(...boxPrice, settings.lang)} · Sorrel`
      : url.searchParams.get('saved') === 'yes' && saved;
  return layout({
    nonce,
    settings,
    title: t.accountTitle,
    script: '/assets/demo/account-page.js',
    body: html`<section class="account" aria-labelledby="title">
      ${
        banner
          ? html`<p class="banner" role="status">
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path
                  d="m4 10.5 4 4 8-9"
                  fill="none"
                  stroke="currentColor"
                  stroke-width="2.2"
                  stroke-linecap="round"
                  stroke-linejoin="round"
                />
              </svg>
              <span>${banner}</span>
            </p>`
          : ''
      }
      <h1 id="title">${t.accountTitle}</h1>
      ${cardList({nonce, settings, integrity, chosen, cards, action: '/account/cards', button: t.useForBox})}
      ${chosen && html`<p><a class="secondary" href="${pageUrl('/checkout', settings)}">${t.payForBox}</a></p>`}
    </section>`,
  });
}
