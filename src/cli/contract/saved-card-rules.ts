import {readCompletion, readPayment, type SessionAnswer} from '../../protocol/index.js';
import {codeOf} from '../check/session.js';
import {isAnswered, isSuccess} from '../check/http.js';
import type {Rule} from './rule.js';
import {Broken, NotTried, readAs, type Shop} from './shop.js';

/** Rules of the last step after a card was saved, which gives back what was held. */
export const savedCardRules = [
  {
    check: 'saved-card',
    section: 'POST /session/<tracker>/complete',
    kept: 'A saved card is answered the same each time, and nothing stays held.',
    next: 'Read the payment, make the reversal that is owed where is_account_verification is false, once and with an Idempotency-Key made of the tracker, and then answer with the card.',
    async attempt(shop) {
      const {card} = shop;
      if (card === undefined) throw new NotTried('no test card was given; use --card');
      if (shop.session.session.entryMode !== 'raw')
        throw new NotTried('without its page a card can be entered only where entry_mode is raw');
      const opened = await shop.open();
      await enter(card, opened, shop);
      const completed = async (how?: string) =>
        readAs(await shop.ask(opened.completeUrl), readCompletion, how);
      const how = 'sent again';
      const all = [
        ...(await Promise.all([completed(), completed('sent twice at once')])),
        await completed(how),
      ];
      const [{paymentMethod, reversed} = all[0]!] = all;
      shop.saved = paymentMethod.token;
      if (paymentMethod.lastFour !== card.slice(-4))
        throw new Broken('complete_url answers with another card than the one that was entered.');
      if (all.some((one) => one.paymentMethod.token !== paymentMethod.token || one.reversed !== reversed))
        throw new Broken(`complete_url, ${how}, answers otherwise than at first.`);
      const truth = await truthOf(opened, shop);
      if (truth.authorized && !truth.reversed && !opened.session.accountVerification)
        throw new Broken('The amount of the authorization stays held: no reversal was made.');
      if (truth.reversed !== reversed)
        throw new Broken(
          `complete_url says that reversed is ${reversed}, and the service says ${truth.reversed}.`,
        );
      return undefined;
    },
  },
] as const satisfies readonly Rule[];

/** Saves a card as the page does without hosted fields. */
async function enter(card: string, opened: SessionAnswer, shop: Shop): Promise<void> {
  const {serviceUrl, timeBasedToken, session} = opened;
  const url = `${serviceUrl}/order/payments/v3/${encodeURIComponent(session.tracker)}`;
  const year = String(new Date().getFullYear() + 3);
  for (const payload of [
    {payment_method: {card: {card_number: card, expiration_month: '01', expiration_year: year, cvv: '123'}}},
    {authentication_setup: {success_url: session.returnUrl, failure_url: session.returnUrl}},
    {authorization: {do_capture: false}},
  ]) {
    const keyed = session.features?.includes('idempotency-keys') === true;
    const answer = await shop.go(url, {
      method: 'POST',
      headers: {
        ...shop.loginFor(url),
        ...{
          authorization: `Bearer ${timeBasedToken}`,
          'content-type': 'application/json',
          origin: shop.origin,
        },
        ...(keyed && {'idempotency-key': crypto.randomUUID()}),
      },
      body: JSON.stringify({payload}),
    });
    if (isAnswered(answer) && isSuccess(answer)) continue;
    const why = isAnswered(answer)
      ? `${answer.status}${codeOf(answer) && ` (${codeOf(answer)})`}`
      : answer.failure;
    throw new NotTried(`the service does not save the card without a question of its bank: ${why}`);
  }
}

/** How the payment stands, as the page reads it. */
async function truthOf({serviceUrl, paymentUrl, timeBasedToken, session}: SessionAnswer, shop: Shop) {
  if (paymentUrl !== undefined) return readAs(await shop.ask(paymentUrl, {method: 'GET'}), readPayment);
  const url = `${serviceUrl}/reporter/api/v1/payments/${encodeURIComponent(session.tracker)}`;
  const headers = {authorization: `Bearer ${timeBasedToken}`, origin: shop.origin};
  return readAs({route: "The service's reporter", answer: await shop.go(url, {headers})}, readPayment);
}
