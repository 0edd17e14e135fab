import {html} from './html.mjs';
import {layout} from './layout.mjs';
import {queryOf} from './settings.mjs';
import {texts} from './texts.mjs';

/** The shopper's cards. They are listed by the page's script from the shop's own wallet route. */
export function accountPage({nonce, settings, visitor}, url) {
  const t = texts[settings.lang];
  const isGuest = settings.guest === 'on';
  const chosen = (isGuest ? visitor.guestCard : visitor.card) ?? '';
  const said = [
    'loading',
    'unavailable',
    'empty',
    'expires',
    'expired',
    'once',
    'chosen',
    'remove',
    'removeCard',
    'removed',
  ];
  return layout({
    nonce,
    settings,
    title: t.accountTitle,
    script: '/assets/shop/account-page.js',
    body: html`<section class="account" aria-labelledby="title">
      ${
        url.searchParams.get('saved') === 'yes'
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
              <span>${isGuest ? t.savedGuest : t.saved}</span>
            </p>`
          : ''
      }
      <h1 id="title">${t.accountTitle}</h1>
      <div
        id="cards"
        aria-live="polite"
        data-wallet="/card-vault/payment-methods"
        data-guest="${isGuest ? 'on' : 'off'}"
        data-chosen="${chosen}"
        data-texts="${JSON.stringify(Object.fromEntries(said.map((key) => [key, t[key]])))}"
      >
        <p class="wait">${t.loading}…</p>
      </div>
      <p><a class="secondary" href="/${queryOf(settings)}">${t.addAnother}</a></p>
    </section>`,
  });
}
