import {expect} from '@open-wc/testing';
import type {CardVaultElement} from '../../src/element/exports/index.js';
import '../../src/element/exports/define.js';
import {
  answerStepUp,
  createFakeAdapter,
  fillCard,
  testCard,
  testCards,
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
