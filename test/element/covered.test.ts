import {expect} from '@open-wc/testing';
import {CardVaultHarness} from '../support/card-vault-harness.js';

describe('a cover over a card field (guarantees 2.8)', () => {
  afterEach(() => CardVaultHarness.clean());

  const coversOf = (harness: CardVaultHarness): unknown[] =>
    harness.named('covered').map((event) => (event as CustomEvent<unknown>).detail);

  it('is an event with the name of the field, and so is its end', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    for (const covered of [true, true, false])
      harness.fields.tell({type: 'covered', field: 'securityCode', covered});
    expect(coversOf(harness)).to.deep.equal([
      {field: 'security-code', covered: true},
      {field: 'security-code', covered: false},
    ]);
  });

  it('ends with the field', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.fill();
    harness.fields.tell({type: 'covered', field: 'number', covered: true});
    harness.element.reset();
    harness.element.remove();
    CardVaultHarness.page().append(harness.element);
    await harness.element.whenReady();
    expect(coversOf(harness).at(-1)).to.deep.equal({field: 'number', covered: false});
  });

  it('is none where the element itself lies over its fields or dims them', async () => {
    const harness = await CardVaultHarness.ready();
    await harness.saved();
    harness.world.lastFields.tell({type: 'covered', field: 'number', covered: true});
    expect(coversOf(harness)).to.deep.equal([]);
    const disabled = await CardVaultHarness.ready();
    await disabled.fill();
    disabled.element.disabled = true;
    disabled.fields.tell({type: 'covered', field: 'number', covered: true});
    expect(coversOf(disabled)).to.deep.equal([]);
  });
});
