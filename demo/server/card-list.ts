import type {Context} from './context.js';
import {html, type Markup} from './html.js';
import {pageUrl, queryOf, sessionUrl} from './settings.js';
import {texts} from './texts.js';

interface CardList extends Pick<Context, 'nonce' | 'settings' | 'integrity' | 'chosen'> {
  /** Where the form goes. */
  readonly action: string;
  /** Number of the shopper's cards: the list keeps room for them. */
  readonly cards: number;
  /** The words on its button. */
  readonly button: string;
}

/** The shopper's cards in a form: one of them is chosen, another one can be saved in place. */
export function cardList({nonce, settings, integrity, chosen, cards, action, button}: CardList): Markup {
  const t = texts[settings.lang];
  return html`<link rel="stylesheet" href="/assets/first-paint.css" />
    <style nonce="${nonce}">
      #cards {
        --card-vault-rows: ${cards + 1};
      }
    </style>
    <form action="${pageUrl(action, settings)}" method="post">
      <card-vault-list
        id="cards"
        name="payment_method"
        required
        value="${chosen ?? ''}"
        lang="${settings.lang}"
        theme="${settings.theme}"
        shop-name="Sorrel"
        session-url="${sessionUrl(settings)}"
        payment-methods-url="/card-vault/payment-methods${queryOf(settings, ['guest'])}"
        ><span slot="heading">${t.chosen}</span></card-vault-list
      >
      <button class="primary">${button}</button>
    </form>
    <script
      type="module"
      nonce="${nonce}"
      src="/assets/card-vault-list.js"
      integrity="${integrity['card-vault-list.js']}"
    ></script>`;
}
