import type {CheckoutTools, SessionContext} from './context.js';
import type {Page} from './pages/document.js';
import {markup} from './pages/markup.js';
import {refusalPage} from './pages/message-page.js';

/** The details of a customer that may be masked. */
interface Person {
  readonly first_name: string | null;
  readonly email: string | null;
}

/**
 * Who a link was made for, so that the shopper recognises it and others do not learn it: `A•••, a•••@e•••.example`. Empty
 * for a customer without a name and an address.
 */
export function maskedName({first_name: name, email}: Person): string {
  const mask = (text: string) => `${[...text][0] ?? ''}•••`;
  const [local, domain] = email?.split('@') ?? [];
  const ending = domain?.slice(domain.indexOf('.')) ?? '';
  const address = local && domain && `${mask(local)}@${mask(domain)}${ending.startsWith('.') ? ending : ''}`;
  // Isolated, because a page from right to left would move the dots and the sign.
  return [name?.trim() && mask(name.trim()), address]
    .filter(Boolean)
    .map((part) => `\u2068${part}\u2069`)
    .join(', ');
}

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
  const {say} = language;
  const back = await tools.returnUrls.validate(merchant, session.cancel_url ?? session.redirect_url);
  if (session.browser !== null || session.customer === null) {
    return refusalPage('elsewhere', {language, shop, back: back?.href});
  }
  const person = await tools.customers.find(merchant.id, session.customer);
  const who = (person && maskedName(person)) || say('unnamedCustomer');
  return {
    title: say('continueTitle', {shop}),
    self,
    inline: continueInPlace,
    body: markup`<section class="sheet">
      <h1>${say('continueTitle', {shop})}</h1>
      <p class="note">${who}</p>
      <p>${say('continueText')}</p>
      <form method="post" action="${self}/continue?lang=${language.locale}">
        <button class="main">${say('continue')}</button>
      </form>
      <p class="quiet">${say('notYou', {shop})}</p>
      ${back && markup`<a class="button" href="${back.href}" data-back>${say('backTo', {shop})}</a>`}
    </section>`,
  };
}
