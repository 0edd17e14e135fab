import {html} from './html.mjs';
import {layout} from './layout.mjs';
import {queryOf, sessionUrl} from './settings.mjs';
import {texts} from './texts.mjs';

/** The shopper's cards: one of them pays for the box, another one can be saved in place. */
export function accountPage({nonce, settings, visitor, integrity}, url) {
  const t = texts[settings.lang];
  const isGuest = settings.guest === 'on';
  const chosen = (isGuest ? visitor.guestCard : visitor.card) ?? '';
  const saved = isGuest ? t.savedGuest : t.saved;
  const banner =
    url.searchParams.get('paid') === 'yes' ? t.paid : url.searchParams.get('saved') === 'yes' && saved;
  return layout({
    nonce,
    settings,
    title: t.accountTitle,
    script: '/assets/shop/account-page.js',
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
      <form action="/account/cards${queryOf(settings)}" method="post">
        <card-vault-list
          id="cards"
          name="payment_method"
          required
          value="${chosen}"
          lang="${settings.lang}"
          theme="${settings.theme}"
          shop-name="Sorrel"
          session-url="${sessionUrl(settings)}"
          payment-methods-url="/card-vault/payment-methods${queryOf(settings, ['guest'])}"
          ><span slot="heading">${t.chosen}</span></card-vault-list
        >
        <button class="primary">${t.useForBox}</button>
      </form>
      ${chosen && html`<p><a class="secondary" href="/checkout${queryOf(settings)}">${t.payForBox}</a></p>`}
      <script
        type="module"
        nonce="${nonce}"
        src="/assets/card-vault-list.js"
        integrity="${integrity['card-vault-list.js']}"
      ></script>
    </section>`,
  });
}
