import {expect} from '@open-wc/testing';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {needs} from '../support/needs.js';
import {waitUntil} from '../support/wait.js';

describe('a field that the keyboard comes to', () => {
  afterEach(() => CardVaultHarness.clean());

  it('is in sight with its label and its error where a window is as low as at 400 % zoom', async function () {
    needs(this, 'margin-of-focus');
    const page = CardVaultHarness.page();
    page.style.cssText = 'inline-size: 300px; block-size: 180px; overflow: auto';
    const harness = await CardVaultHarness.ready(undefined, page);
    harness.element.required = true;
    await harness.element.updateComplete;
    harness.element.reportValidity();
    await waitUntil(() => harness.error('expiry') !== '');
    await harness.settled();
    for (const from of [0, page.scrollHeight]) {
      harness.input('expiry').blur();
      page.scrollTop = from;
      harness.input('expiry').focus();
      const {top, bottom} = page.getBoundingClientRect();
      const label = harness.part('label-expiry')!.getBoundingClientRect();
      const error = harness.part('error-expiry')!.querySelector('span')!.getBoundingClientRect();
      expect(label.top, `the label, from ${from}`).to.be.at.least(top - 1);
      expect(error.bottom, `the error, from ${from}`).to.be.at.most(bottom + 1);
    }
  });
});
