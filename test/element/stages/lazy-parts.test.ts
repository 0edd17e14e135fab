import {expect} from '@open-wc/testing';
import {LazyParts} from '../../../src/element/stages/lazy-parts.js';
import {LocaleController} from '../../../src/element/shopper/locale.js';
import type {EntryMode} from '../../../src/protocol/index.js';
import type {StepUpMode} from '../../../src/element/options.js';
import {FakeHost} from '../../support/fake-host.js';
import {waitUntil} from '../../support/wait.js';

class PartsHost extends FakeHost {
  acceptedBrands: string | undefined;
  stepUp: StepUpMode = 'dialog';
  entryMode: EntryMode = 'flex';
  locale: string | undefined;
  messages: undefined;
}
customElements.define('parts-host', PartsHost);

function setup(stepUp: StepUpMode) {
  const host = Object.assign(new PartsHost(), {stepUp});
  host.attachShadow({mode: 'open'});
  const actions = {value: undefined, preload: () => undefined};
  return new LazyParts(host, {locale: new LocaleController(host), actions});
}

describe('the parts of the element that are loaded later', () => {
  it('have the dialog for the bank’s page ready when a card is being typed', async () => {
    const parts = setup('dialog');
    expect(parts.dialog.value).to.equal(undefined);
    parts.typed();
    await waitUntil(() => parts.dialog.value !== undefined, 'the dialog is loaded');
  });

  it('load no dialog where the bank is asked on a page of its own', () => {
    for (const [mode, expected] of [
      ['redirect', 0],
      ['inline', 1],
    ] as const) {
      const parts = setup(mode);
      let loads = 0;
      parts.dialog.preload = () => void (loads += 1);
      parts.typed();
      parts.typed();
      expect(loads, mode).to.equal(expected);
    }
  });
});
