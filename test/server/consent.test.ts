import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {createCardVaultServer, createServiceClient, type CardVaultServer} from '../../src/server/index.js';
import {enterCard, shopPage} from './support/enter-card.js';
import {own, recorded, type Place} from './support/places.js';
import {saveCard} from './support/saved-cards.js';

const consent = {text: 'The Shop may charge this card for my orders.', language: 'en'};

describe('consent and the default card, as the shop’s server reads them', () => {
  let place: Place;
  let vault: CardVaultServer;
  before(async () => {
    place = await own();
    vault = createCardVaultServer({
      ...{serviceUrl: place.serviceUrl, secretKey: place.secretKey, publicKey: place.publicKey},
      ...{publicUrl: shopPage, currency: 'USD', entryMode: 'raw', timeout: 60_000},
      customer: (request) => request.headers.get('x-shopper') ?? undefined,
    });
  });
  after(() => place.stop());

  it('the session says that consents are kept; the outcome, the saved card and verify() have it', async () => {
    const {customer} = await saveCard(vault.client, place);
    const seen: unknown[] = [];
    const form = await enterCard(vault, customer, '4000000000002701', {
      consent,
      onSession: ({features}) => seen.push(features?.includes('consent')),
      onCompleted: (answer) => seen.push(answer.payment_method['consent']),
    });
    const token = String(form.get('payment_method'));
    const card = await vault.client.paymentMethods.read({customer, token});
    assert.equal(card.consent?.text, consent.text);
    assert.equal(card.consent.language, 'en');
    assert.ok(Math.abs(Date.parse(card.consent.givenAt) - Date.now()) < 3_600_000);
    assert.deepEqual((await vault.verify(token, customer))?.consent, card.consent);
    assert.deepEqual(seen, [true, {...consent, given_at: card.consent.givenAt}]);
    const [other] = (await vault.client.paymentMethods.list(customer)).filter((one) => one.token !== token);
    assert.equal(other?.consent, undefined);
  });

  it('the default card comes first, until another one is', async () => {
    const {customer, paymentMethod: first} = await saveCard(vault.client, place);
    const form = await enterCard(vault, customer, '5200000000002235');
    const second = String(form.get('payment_method'));
    const {paymentMethods} = vault.client;
    const listed = async () =>
      (await paymentMethods.list(customer)).map(({token, isDefault}) => [token, isDefault]);
    assert.deepEqual(await listed(), [
      [first, false],
      [second, false],
    ]);
    const chosen = await paymentMethods.setDefault({customer, token: second});
    assert.deepEqual([chosen.token, chosen.brand, chosen.isDefault], [second, 'mastercard', true]);
    assert.deepEqual(await listed(), [
      [second, true],
      [first, false],
    ]);
    await paymentMethods.setDefault({customer, token: second}, false);
    assert.deepEqual(await listed(), [
      [first, false],
      [second, false],
    ]);
    const wrong = paymentMethods.setDefault({customer, token: 'pm_none'});
    await assert.rejects(wrong, {code: 'request-refused', status: 404});
  });

  it('a service without the features keeps neither, and says so', async (test) => {
    const old = await recorded();
    test.after(() => old.stop());
    const client = createServiceClient(old);
    const {customer, paymentMethod: token} = await saveCard(client, old);
    const card = await client.paymentMethods.read({customer, token});
    assert.deepEqual([card.consent, card.isDefault], [undefined, undefined]);
    await assert.rejects(client.paymentMethods.setDefault({customer, token}), /feature default-method/);
  });
});
