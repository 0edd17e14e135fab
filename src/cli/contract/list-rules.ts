import {isRecord} from '../../protocol/answer.js';
import {readPaymentMethods} from '../../protocol/index.js';
import {readChangedMethod} from '../../protocol/payment.js';
import {isAnswered} from '../check/http.js';
import type {Rule} from './rule.js';
import {Broken, expectStatus, NotTried, readAs, type Asking, type Shop} from './shop.js';

const section = 'GET /payment-methods';
const unknown = 'pm_00000000-0000-4000-8000-000000000000';

/** The saved cards of a shopper, where the shop offers them to <card-vault-list>. */
export const listRules = [
  {
    check: 'list',
    section,
    kept: 'A shopper sees, changes and removes only cards of their own.',
    next: 'Answer for the wallet of the shopper whose cookie came along: 401 without a login, 403 to a page of another site, 404 for a card that is not in that wallet.',
    async attempt(shop) {
      await requireList(shop);
      const own = await tokensOf(shop);
      if (shop.isLoggedIn)
        expectStatus(await shop.ask(urlOf(shop), {method: 'GET', as: 'guest'}), [401], 'without a login');
      for (const asking of changes) {
        const url = urlOf(shop, unknown);
        const elsewhere = {...asking, origin: 'https://elsewhere.example'};
        expectStatus(await shop.ask(url, elsewhere), [403], 'sent by a page of another site');
        expectStatus(await shop.ask(url, asking), [404], 'for a card that does not exist');
      }
      expectStatus(
        await shop.ask(urlOf(shop, unknown), {method: 'PUT', body: '{"broken'}),
        [400, 404],
        'with a body that is no JSON',
      );
      if (!shop.hasOther)
        return 'A shopper sees their own cards. Whether others see them was not tried: use --other-header.';
      const theirs = await tokensOf(shop, 'other');
      if (theirs.some((one) => own.includes(one))) throw new Broken('Two shoppers are listed the same card.');
      return undefined;
    },
  },
  {
    check: 'list-of-saved-card',
    section,
    kept: 'The card that was saved is listed, changed and removed by its own shopper alone.',
    next: 'Answer PUT with {"payment_method": …}, DELETE with {"deleted": true}, and both with 404 where the card is not in the wallet of the shopper whose cookie came along.',
    async attempt(shop) {
      const {saved} = shop;
      if (saved === undefined) throw new NotTried('no card was saved');
      await requireList(shop);
      const url = urlOf(shop, saved);
      if (!(await tokensOf(shop)).includes(saved)) throw new Broken('The card that was saved is not listed.');
      if (shop.hasOther)
        for (const asking of changes)
          expectStatus(await shop.ask(url, {...asking, as: 'other'}), [404], 'for a card of another shopper');
      if (shop.session.session.features?.includes('default-method')) {
        const changed = readAs(await shop.ask(url, changes[0]), readChangedMethod);
        if (changed.token !== saved || changed.isDefault !== true)
          throw new Broken('PUT with {"is_default": true} does not answer with the card as the default.');
      }
      readAs(await shop.ask(url, changes[1]), (body) => {
        if (!isRecord(body) || body['deleted'] !== true) throw new Error('It is not {"deleted": true}.');
      });
      if ((await tokensOf(shop)).includes(saved))
        throw new Broken('A card that was removed is still listed.');
      return undefined;
    },
  },
] as const satisfies readonly Rule[];

const changes = [
  {method: 'PUT', body: '{"is_default": true}'},
  {method: 'DELETE'},
] as const satisfies readonly Asking[];

function urlOf(shop: Shop, token?: string): string {
  const url = new URL(shop.session.paymentMethodsUrl);
  if (token !== undefined) url.pathname += `/${encodeURIComponent(token)}`;
  return url.href;
}

const tokensOf = async (shop: Shop, as: Asking['as'] = 'own'): Promise<readonly string[]> =>
  readAs(await shop.ask(urlOf(shop), {method: 'GET', as}), readPaymentMethods).map((one) => one.token);

/** @throws NotTried where the session names no list and none is there */
async function requireList(shop: Shop): Promise<void> {
  const isNamed = isRecord(shop.session.body) && shop.session.body['payment_methods_url'] !== undefined;
  if (isNamed) return;
  const {answer} = await shop.ask(urlOf(shop), {method: 'GET', mayBeStopped: true});
  if (!isAnswered(answer) || answer.status !== 200)
    throw new NotTried('the session names no payment_methods_url: the shop has no list of cards');
}
