import {expect} from '@open-wc/testing';
import type {CardVaultErrorEvent} from '../../src/element/exports/index.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

describe('what a developer reads on the console', () => {
  const {warn, error} = console;
  let heard: (readonly ['warn' | 'error', string])[];
  beforeEach(() => {
    heard = [];
    console.warn = (text: string) => void heard.push(['warn', text]);
    console.error = (text: string) => void heard.push(['error', text]);
  });
  afterEach(() => {
    Object.assign(console, {warn, error});
    CardVaultHarness.clean();
  });

  /** An element whose shop answers this. */
  async function failing(cause: CardVaultError, quiet = false): Promise<CardVaultHarness> {
    const harness = new CardVaultHarness();
    harness.element.quiet = quiet;
    harness.world.adapter.script.fail.openSession = cause;
    CardVaultHarness.page().append(harness.element);
    await harness.ended();
    return harness;
  }

  // shows: time 88
  it('is an error with code, sentence and link where session-url is missing', async () => {
    const harness = new CardVaultHarness();
    harness.element.sessionUrl = undefined;
    CardVaultHarness.page().append(harness.element);
    await waitUntil(() => heard.length > 0);
    const sentence = 'Set session-url, or give the element an adapter.';
    const text = `[card-vault] configuration-missing: ${sentence}\nsite/errors.md#configuration-missing`;
    expect(heard).to.deep.equal([['error', text]]);
    expect((harness.named('error')[0] as CardVaultErrorEvent).detail.message).to.equal(sentence);
  });

  // shows: time 89
  it('is one line for one cause, however often it comes and in how many elements', async () => {
    const cause = new CardVaultError('session-refused', '/once answered 404.');
    const harness = await failing(cause);
    harness.part('outcome-button')!.click();
    await waitUntil(() => harness.named('error').length > 1);
    await failing(cause);
    await failing(new CardVaultError('session-refused', '/last answered 404.'));
    await waitUntil(() => heard.some(([, text]) => text.includes('/last')));
    expect(heard).to.have.length(2);
  });

  it('is a warning for what the shop does not have to put right', async () => {
    await failing(new CardVaultError('login-required', 'No shopper.'));
    await waitUntil(() => heard.length > 0);
    const text = '[card-vault] login-required: No shopper.\nsite/errors.md#login-required';
    expect(heard).to.deep.equal([['warn', text]]);
  });

  it('is nothing where the page’s HTML says quiet', async () => {
    const page = CardVaultHarness.page();
    page.innerHTML = '<card-vault quiet theme="pink"></card-vault><card-vault theme="blue"></card-vault>';
    const [quiet] = page.querySelectorAll('card-vault');
    expect(quiet!.quiet).to.equal(true);
    await waitUntil(() => heard.length > 0);
    expect(heard.filter(([, text]) => text.includes('pink'))).to.deep.equal([]);
  });

  // shows: time 90
  it('is nothing where the element is quiet', async () => {
    await failing(new CardVaultError('session-refused', '/quiet answered 404.'), true);
    await failing(new CardVaultError('session-refused', '/loud answered 404.'));
    await waitUntil(() => heard.length > 0);
    expect(heard.map(([, text]) => text).join())
      .to.match(/loud/)
      .and.not.match(/quiet/);
  });

  it('is the same error that save() rejects with when the fields did not load', async () => {
    const cause = new CardVaultError('login-required', 'Signed out.');
    const harness = await failing(cause, true);
    const thrown: unknown = await harness.save().catch((reason: unknown) => reason);
    expect(thrown).to.equal(cause);
  });
});
