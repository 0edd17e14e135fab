import {expect} from '@open-wc/testing';
import {LocaleController} from '../../src/element/shopper/locale.js';
import {LateModule, withWords} from '../../src/element/late-module.js';
import {styles} from '../../src/element/views/billing.js';
import {FakeHost} from '../support/fake-host.js';
import {waitUntil} from '../support/wait.js';

describe('LateModule', () => {
  it('loads nothing by being looked at, and once however often it is asked', async () => {
    let loads = 0;
    const host = new FakeHost();
    const module = new LateModule(host, async () => (loads += 1));
    expect(module.value).to.equal(undefined);
    expect(loads).to.equal(0);
    expect(await Promise.all([module.load(), module.load()])).to.deep.equal([1, 1]);
    expect(module.value).to.equal(1);
    expect(host.updates).to.equal(1);
  });

  it('tries again after a failure, and updates the host for the first one only', async () => {
    let online = false;
    const host = new FakeHost();
    const module = new LateModule(host, async () => {
      if (!online) throw new TypeError('Failed to fetch dynamically imported module: x');
      return 'module';
    });
    for (let tries = 0; tries < 2; tries += 1) await module.load().catch(() => undefined);
    expect([!!module.failure, host.updates]).to.deep.equal([true, 1]);
    online = true;
    expect(await module.load()).to.equal('module');
    expect(!!module.failure).to.equal(false);
  });
});

class SpeakingHost extends FakeHost {
  locale = 'en';
  messages = undefined;
  billing = undefined;
  billingFields = 'none' as const;
  country = undefined;
}
customElements.define('speaking-host', SpeakingHost);

describe('LateModule: one that is wanted at times', () => {
  function setup(isWanted: boolean) {
    const host = new SpeakingHost();
    const root = host.attachShadow({mode: 'open'});
    const locale = new LocaleController(host);
    const wish = {isWanted};
    const billing = new LateModule(
      host,
      () => withWords(host, locale, import('../../src/element/views/billing.js')),
      () => wish.isWanted,
    );
    const loaded = (): Promise<void> => waitUntil(() => billing.value !== undefined, 'it is loaded');
    return {host, root, locale, wish, billing, loaded};
  }

  it('is loaded by no update before it is wanted, and not without an update', async () => {
    const [unwanted, idle, wanted] = [setup(false), setup(true), setup(true)];
    unwanted.host.update();
    wanted.host.update();
    await wanted.loaded();
    for (const {billing, locale, root, host} of [unwanted, idle]) {
      expect(billing.value).to.equal(undefined);
      expect(locale.say('street1')).to.equal('');
      expect([root.adoptedStyleSheets.length, host.updates]).to.deep.equal([0, 0]);
    }
  });

  it('brings its words and styles, and updates the host', async () => {
    const {host, root, locale, billing, loaded} = setup(true);
    host.update();
    expect(billing.inUse).to.equal(undefined);
    await loaded();
    expect(billing.inUse!.countries('en')).to.deep.include(['DE', 'Germany']);
    expect(locale.say('street1')).not.to.equal('');
    expect(root.adoptedStyleSheets).to.deep.equal([styles.styleSheet]);
    expect(host.updates).to.equal(1);
  });

  it('is kept for when it is wanted again', async () => {
    const {host, wish, billing, loaded} = setup(true);
    host.update();
    await loaded();
    const {inUse} = billing;
    wish.isWanted = false;
    expect(billing.inUse).to.equal(undefined);
    host.update();
    wish.isWanted = true;
    expect(billing.inUse === inUse).to.equal(true);
    host.update();
    expect(host.updates).to.equal(1);
  });
});
