import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {
  createCardVaultServer,
  createServiceClient,
  type CardVaultServer,
  type CardVaultServerOptions,
} from '../../src/server/index.js';
import {enterCard, shopPage} from './support/enter-card.js';
import {own, recorded, type Place} from './support/places.js';
import {saveCard} from './support/saved-cards.js';

const consent = {text: 'The Shop may charge this card for my orders.', language: 'en'};

describe('consent and the default card, as the shop’s server reads them', () => {
  let place: Place;
  let vault: CardVaultServer;
  const shopAt = (
    {serviceUrl, secretKey, publicKey}: Place,
    options: Pick<CardVaultServerOptions, 'consent' | 'onError'> = {},
  ) =>
    createCardVaultServer({
      ...{serviceUrl, secretKey, publicKey},
      ...{publicUrl: shopPage, currency: 'USD', entryMode: 'raw', timeout: 60_000},
      customer: (request) => request.headers.get('x-shopper') ?? undefined,
      ...options,
    });
  before(async () => {
    place = await own();
    vault = shopAt(place);
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

  it('a save without the consent that the shop requires is refused, and so are other words, whatever the page sends', async () => {
    const strict = shopAt(place, {consent: {required: true, text: ['Ja.', consent.text]}});
    const {customer} = await saveCard(vault.client, place);
    const enter = (text?: string) =>
      enterCard(
        strict,
        customer,
        '4000000000002701',
        text === undefined ? {} : {consent: {...consent, text}},
      );
    await assert.rejects(enter(), /"code":"consent\.missing".*consent=\\"required\\"/);
    const [saved] = (await vault.client.paymentMethods.list(customer)).filter(
      (one) => one.lastFour === '2701',
    );
    const problem = async () => (await strict.verify(saved!.token, customer))?.consentProblem;
    assert.equal(await problem(), 'missing', 'a program that posts the token all the same is noticed');
    await assert.rejects(enter('Anything.'), /"code":"consent\.other_words".*consent\.text/);
    assert.equal(await problem(), 'other-words');

    const form = await enter(`The Shop may charge\n   this card for my orders. `);
    assert.equal(form.get('payment_method'), saved!.token);
    const card = (await strict.verify(saved!.token, customer))!;
    assert.equal(card.consentProblem, undefined);
    assert.equal(card.consent?.text, 'Anything.', 'the first one stays with the card');
    assert.equal(card.consents?.length, 2);
    await enter('Later words.');
    assert.equal((await strict.verify(saved!.token, customer))?.consents?.length, 3);
  });

  it('words without "required": no consent is taken, other words are not', async () => {
    const strict = shopAt(place, {consent: {text: consent.text}});
    const {customer} = await saveCard(vault.client, place);
    assert.ok((await enterCard(strict, customer, '4000000000002701')).get('payment_method'));
    const others = enterCard(strict, customer, '5200000000002235', {consent: {...consent, text: 'Others.'}});
    await assert.rejects(others, /consent\.other_words/);
  });

  it('an option consent that says nothing is refused by its name', () => {
    for (const wrong of [
      'required',
      {text: ''},
      {text: []},
      {text: [' ']},
      {required: 'yes'},
      {require: true},
    ])
      assert.throws(() => shopAt(place, {consent: wrong as never}), /consent must be \{required\?/);
  });

  it('at a service that keeps no consent no session is opened where the shop requires one', async (test) => {
    const old = await recorded();
    test.after(() => old.stop());
    const errors: unknown[] = [];
    const strict = shopAt(old, {consent: {required: true}, onError: (error) => errors.push(error)});
    const {customer} = await saveCard(createServiceClient(old), old);
    await assert.rejects(
      enterCard(strict, customer, '4000000000002701'),
      /"code":"configuration\.missing".*feature consent/,
    );
    assert.equal(errors.length, 1);
  });

  it('the default card comes first, until another one is', async () => {
    const {customer, paymentMethod: first} = await saveCard(vault.client, place);
    const form = await enterCard(vault, customer, '5200000000002235');
    const second = String(form.get('payment_method'));
    const {paymentMethods} = vault.client;
    const listed = async () =>
      (await paymentMethods.list(customer)).map(({token, isDefault}) => [token, isDefault]);
    assert.deepEqual(await listed(), [
      [first, true],
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
