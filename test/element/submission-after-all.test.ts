import {expect} from '@open-wc/testing';
import {CardVaultError} from '../../src/protocol/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

/** A form whose card went through, while the last step was refused: it is not known whether it is saved. */
async function unsettled(): Promise<{
  readonly harness: CardVaultHarness;
  readonly button: HTMLButtonElement;
  readonly tokens: (FormDataEntryValue | null)[];
}> {
  const form = document.createElement('form');
  form.innerHTML = '<button>Save card</button>';
  CardVaultHarness.page().append(form);
  const tokens: (FormDataEntryValue | null)[] = [];
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    tokens.push(new FormData(form).get('payment_method'));
  });
  const harness = await CardVaultHarness.ready((element) => {
    element.name = 'payment_method';
    element.required = true;
  }, form);
  const button = form.querySelector('button')!;
  const {fail} = harness.world.adapter.script;
  fail.complete = new CardVaultError('login-required', 'Nobody is signed in.');
  await harness.fill();
  button.click();
  await harness.ended();
  expect(harness.element.state).to.equal('failed');
  expect(tokens).to.deep.equal([]);
  delete fail.complete;
  return {harness, button, tokens};
}

describe('a submission whose card turns out to be saved', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: time 77
  it('goes on by the button of the ending', async () => {
    const {harness, tokens} = await unsettled();
    harness.part('outcome-button')!.click();
    await waitUntil(() => tokens.length > 0, 'the form is submitted');
    expect(tokens).to.deep.equal(['pm_1']);
    expect(harness.world.adapter.count('authorize')).to.equal(1);
  });

  it('goes on by the button of the form', async () => {
    const {harness, button, tokens} = await unsettled();
    button.click();
    await waitUntil(() => tokens.length > 0, 'the form is submitted');
    expect(tokens).to.deep.equal(['pm_1']);
    expect(harness.world.adapter.count('authorize')).to.equal(1);
  });

  it('is asked for first where the form was reset meanwhile: nothing is authorized twice', async () => {
    const {harness} = await unsettled();
    harness.element.form!.reset();
    await waitUntil(() => harness.element.state === 'saved', 'the first card is saved');
    expect(harness.world.adapter.count('authorize')).to.equal(1);
  });

  it('is not made where a script of the page had asked for the card', async () => {
    const {harness, tokens} = await unsettled();
    const {fail} = harness.world.adapter.script;
    fail.complete = new CardVaultError('login-required', 'Nobody is signed in.');
    harness.part('outcome-button')!.click();
    await waitUntil(() => harness.element.state === 'failed', 'the last step is refused again');
    delete fail.complete;
    harness.element.reset();
    await waitUntil(() => harness.element.state === 'saved', 'the card is saved');
    harness.element.reset();
    await harness.element.whenReady();
    fail.complete = new CardVaultError('login-required', 'Nobody is signed in.');
    await harness.fill();
    await harness.save().catch(() => undefined);
    await harness.ended();
    delete fail.complete;
    harness.part('outcome-button')!.click();
    await waitUntil(() => harness.element.state === 'saved', 'the card is saved');
    await harness.settled();
    expect(tokens).to.deep.equal([]);
  });
});
