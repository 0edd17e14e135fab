import {cardList} from './card-list.js';
import type {Context} from './context.js';
import {html, type Markup} from './html.js';
import {layout} from './layout.js';
import {nextBox} from './next-box.js';
import {pageUrl} from './settings.js';
import {texts} from './texts.js';

/**
 * One box: the shopper chooses a card, then pays with it. `chosen` is the token of the card that pays, and `asksForCard` is true
 * while it is to be chosen. The shop's server names card and amount (`payment` in `server.ts`).
 */
export function checkoutPage({
  nonce,
  settings,
  integrity,
  chosen,
  asksForCard,
  cards,
}: Context & {readonly asksForCard: boolean; readonly cards: number}): string {
  const t = texts[settings.lang];
  const step = asksForCard
    ? cardList({nonce, settings, integrity, chosen, cards, action: '/checkout/card', button: t.goOn})
    : payment({nonce, settings, integrity});
  return layout({
    nonce,
    settings,
    title: t.payTitle,
    script: '/assets/demo/account-page.js',
    body: html`<div class="columns">
      <section class="save" aria-labelledby="title">
        <h1 id="title">${t.payTitle}</h1>
        <p class="lead">${asksForCard ? t.payChoose : t.payLead}</p>
        ${step}
      </section>
      ${nextBox(t, settings.lang)}
    </div>`,
  });
}

function payment({nonce, settings, integrity}: Pick<Context, 'nonce' | 'settings' | 'integrity'>): Markup {
  const t = texts[settings.lang];
  return html`<link rel="stylesheet" href="/assets/first-paint.css" />
    <form action="${pageUrl('/checkout', settings)}" method="post">
      <card-vault
        name="payment_method"
        required
        saved-card
        lang="${settings.lang}"
        theme="${settings.theme}"
        shop-name="Sorrel"
        step-up="${settings['step-up']}"
        session-url="${pageUrl('/card-vault/session', settings, {order: 'box'})}"
      ></card-vault>
      <button class="primary">${t.payNow}</button>
    </form>
    <p><a class="secondary" href="${pageUrl('/checkout', settings, {card: 'choose'})}">${t.payOther}</a></p>
    <script
      type="module"
      nonce="${nonce}"
      src="/assets/card-vault.js"
      integrity="${integrity['card-vault.js']}"
    ></script>`;
}
