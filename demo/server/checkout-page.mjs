import {html} from './html.mjs';
import {layout} from './layout.mjs';
import {queryOf} from './settings.mjs';
import {texts} from './texts.mjs';

/** One box, paid with the card that the shopper has chosen. The shop's server names card and amount (`payment` in server.mjs). */
export function checkoutPage({nonce, settings, integrity}) {
  const t = texts[settings.lang];
  const query = queryOf(settings);
  return layout({
    nonce,
    settings,
    title: t.payTitle,
    script: '/assets/shop/account-page.js',
    body: html`<section class="save" aria-labelledby="title">
      <h1 id="title">${t.payTitle}</h1>
      <p class="lead">${t.payLead}</p>
      <form action="/checkout${query}" method="post">
        <card-vault
          name="payment_method"
          required
          saved-card
          lang="${settings.lang}"
          theme="${settings.theme}"
          shop-name="Sorrel"
          step-up="${settings['step-up']}"
          session-url="/card-vault/session${query ? `${query}&` : '?'}order=box"
        ></card-vault>
        <button class="primary">${t.payNow}</button>
      </form>
      <p><a class="secondary" href="/account${query}">${t.payOther}</a></p>
      <script
        type="module"
        nonce="${nonce}"
        src="/assets/card-vault.js"
        integrity="${integrity['card-vault.js']}"
      ></script>
    </section>`,
  });
}
