import {whoOf, type CheckoutTools, type SessionContext} from './context.js';
import type {Page} from './pages/document.js';
import {markup} from './pages/markup.js';
import {refusalPage} from './pages/message-page.js';
import {readPlan} from './subscription-details.js';

/** Claims without an entry in the session history: Back leads to where the shopper came from, not to this page. */
const continueInPlace = `
  const form = document.querySelector('form');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    fetch(form.action, {method: 'POST', body: new URLSearchParams(), redirect: 'manual'}).then(
      () => location.replace(location.href),
      () => form.submit(),
    );
  });`;

/**
 * The page of a link that this browser does not have (decision 0076): with a button if no browser has it, else with
 * the reason why there is none. Drawing it changes nothing.
 */
export async function continuePage(tools: CheckoutTools, context: SessionContext): Promise<Page> {
  const {session, merchant, language, shop, self} = context;
  const {say, money, every} = language;
  const back = await tools.returnUrls.validate(merchant, session.cancel_url ?? session.redirect_url);
  if (session.browser !== null || session.customer === null) {
    return refusalPage('elsewhere', {language, shop, back: back?.href});
  }
  const who = await whoOf(tools, context);
  // A link to somewhere else than the shop says at once what it is for, and what it costs.
  const plan =
    session.plan === null ? undefined : await readPlan(tools.database, session.merchant, session.plan);
  const title = plan
    ? say('subscribeTo', {product: plan.name ?? plan.product})
    : say('continueTitle', {shop});
  return {
    title,
    self,
    inline: continueInPlace,
    body: markup`<section class="sheet">
      <h1>${title}</h1>
      ${
        plan &&
        markup`<p class="price"><strong>${money(plan.amount, plan.currency)}</strong> <span>${every(plan)}</span></p>`
      }
      <p class="note"><bdi>${who}</bdi></p>
      <p>${say('continueText')}</p>
      <form method="post" action="${self}/continue?lang=${language.locale}">
        <button class="main">${say(plan ? 'goOn' : 'continue')}</button>
      </form>
      <p class="quiet">${say('notYou', {shop})}</p>
      ${back && markup`<a class="button" href="${back.href}" data-back>${say('backTo', {shop})}</a>`}
    </section>`,
  };
}
