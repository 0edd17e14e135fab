import {expect} from '@open-wc/testing';
import type {CardVaultElement} from '../../src/element/exports/index.js';
import '../../src/element/exports/define.js';
import {
  answerStepUp,
  createFakeAdapter,
  decliningTestCards,
  fillCard,
  testCard,
  testCards,
  type CardEntries,
  type FakeAdapter,
  type FakeScript,
} from '../../src/testing/index.js';

describe('a component test plays a save on the fake adapter', () => {
  let element: CardVaultElement;
  let adapter: FakeAdapter;
  const mount = (script: FakeScript = {}) => {
    element = document.createElement('card-vault');
    adapter = createFakeAdapter(script);
    element.adapter = adapter;
    document.body.append(element);
  };
  afterEach(() => element.remove());

  for (const card of testCards.filter(({brand}) => brand === 'visa'))
    it(`${card.case} ${card.name}: ${card.reason ?? 'saved'}`, async () => {
      mount();
      await fillCard(element, card);
      const ending = element.save();
      if (card.stepUp) await answerStepUp(element, '1234');
      const outcome = await ending;
      expect(outcome.outcome).to.equal(card.outcome);
      if (outcome.outcome === 'stopped') expect(outcome.reason).to.equal(card.reason);
      else expect(outcome.paymentMethod.lastFour).to.equal(card.number.slice(-4));
      expect(outcome.authentication?.liabilityShift).to.equal(card.outcome === 'saved');
    });

  const endingOf = async (card: CardEntries, script: FakeScript = {}) => {
    mount(script);
    await fillCard(element, card);
    const ending = element.save();
    if (card === stepUpCard) await answerStepUp(element, '1234');
    const outcome = await ending;
    element.remove();
    if (outcome.outcome === 'stopped') return outcome.cause;
    return `${outcome.paymentMethod.brand} ${outcome.paymentMethod.lastFour}`;
  };
  const stepUpCard = {...testCard('2.9'), securityCode: '000'};

  it('a card or a security code that the bank declines, in both kinds of entry', async () => {
    const wrong = {...testCard('2.1'), securityCode: '000'};
    for (const card of [testCard('card_declined'), {number: '4000000000000002'}, wrong, stepUpCard])
      expect(await endingOf(card), card.number).to.equal('issuer-declined');
    expect(adapter.ledger).to.deep.equal([]);
    expect(adapter.wallet).to.deep.equal([]);
    mount({entryMode: 'raw'});
    element.entryMode = 'raw';
    await fillCard(element, testCard('card_declined'));
    const outcome = await element.save();
    expect(outcome.outcome === 'stopped' && outcome.cause).to.equal('issuer-declined');
  });

  it('any other number is saved as what it is', async () => {
    expect(await endingOf({number: '5555555555554444'})).to.equal('mastercard 4444');
    for (const card of decliningTestCards.filter(({declines}) => declines !== 'always'))
      expect(await endingOf(card)).to.equal(`visa ${card.number.slice(-4)}`);
  });

  it('a payment that the bank declines', async () => {
    const card = {brand: 'visa', lastFour: '9995', expirationMonth: '01', expirationYear: '2030'} as const;
    const paymentMethod = {...card, token: 'pm_1', singleUse: false};
    const payment = {paymentMethod, amount: '48.00', currency: 'USD'};
    for (const [id, ends] of [
      ['insufficient_funds', 'stopped'],
      ['insufficient_funds_later', 'paid'],
    ] as const) {
      mount({payment, card: testCard(id).number});
      element.savedCard = true;
      const outcome = await element.save();
      expect(outcome.outcome, id).to.equal(ends);
      expect(adapter.ledger.some(({kind}) => kind === 'capture')).to.equal(ends === 'paid');
      element.remove();
    }
  });

  it('cancelled at the bank, closed by the shopper, and a wrong code three times', async () => {
    const endings: unknown[] = [];
    for (const act of [
      () => answerStepUp(element, 'cancel'),
      async () => {
        await answerStepUp(element, '0000');
        element.cancel();
      },
      async () => {
        for (let tries = 0; tries < 3; tries++) await answerStepUp(element, '0000');
      },
    ]) {
      mount();
      await fillCard(element, testCard('2.9'));
      const ending = element.save();
      await act();
      const outcome = await ending;
      endings.push(outcome.outcome === 'stopped' ? outcome.cause : outcome);
      element.remove();
    }
    expect(endings).to.deep.equal(['cancelled-at-issuer', 'closed-by-shopper', 'issuer-declined']);
  });

  it('a bank that is silent until the test answers for it', async () => {
    mount({stepUp: 'silence'});
    await fillCard(element, testCard('2.9'));
    const ending = element.save();
    await answerStepUp(element, '1234');
    adapter.answerStepUp('unavailable');
    const outcome = await ending;
    expect(outcome.outcome === 'stopped' && outcome.cause).to.equal('issuer-unavailable');
  });

  it('a wrong number is told at the field, and nothing is sent', async () => {
    mount();
    await fillCard(element, {number: '4000000000000001'});
    const error = await element.save().catch((caught: {code: string}) => caught.code);
    expect(error).to.equal('card-incomplete');
    expect(adapter.calls.map(({method}) => method)).not.to.include('processTransientToken');
  });

  it('raw entry', async () => {
    mount({entryMode: 'raw'});
    element.entryMode = 'raw';
    await fillCard(element, testCard('2.9'));
    const ending = element.save();
    await answerStepUp(element, '1234');
    expect((await ending).outcome).to.equal('saved');
  });

  it('asks nobody outside the page', async () => {
    mount();
    await fillCard(element, testCard('2.9'));
    const ending = element.save();
    await answerStepUp(element, '1234');
    await ending;
    const outside = performance.getEntriesByType('resource').filter(({name}) => name.includes('.test/'));
    expect(outside).to.deep.equal([]);
  });
});
