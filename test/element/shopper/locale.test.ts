import {expect} from '@open-wc/testing';
import {LocaleController, type LocaleHost} from '../../../src/element/shopper/locale.js';
import {element as ar} from '../../../src/texts/ar/element.js';
import {loaders} from '../../../src/texts/on-demand.js';
import {first as en} from '../../../src/texts/en/first.js';
import type {Messages} from '../../../src/texts/shapes.js';
import {FakeHost} from '../../support/fake-host.js';

class LocaleFakeHost extends FakeHost implements LocaleHost {
  locale: string | undefined = undefined;
  messages: Partial<Messages> | undefined = undefined;
}
customElements.define('locale-host', LocaleFakeHost);

function setup(given: Partial<LocaleHost> = {}) {
  const host = Object.assign(new LocaleFakeHost(), given);
  const locale = new LocaleController(host);
  return {host, locale};
}

/** In a page of its own languages; answers the elements by their tags. */
function page(html: string, host: HTMLElement): Element {
  const place = document.createElement('main');
  place.innerHTML = html;
  place.querySelector('slot')?.replaceWith(host);
  document.body.append(place);
  return place;
}

const removePages = (): void => document.querySelectorAll('main').forEach((place) => place.remove());

describe('LocaleController: the language', () => {
  afterEach(removePages);

  it('is that of the browser where nothing else names one', () => {
    expect(setup().locale.tag).to.equal(navigator.language);
  });

  it('is the nearest one of the page that is not empty', () => {
    const {host, locale} = setup();
    page('<div lang="fr"><div lang="de-AT"><p lang=""><slot></slot></p></div></div>', host);
    expect(locale.tag).to.equal('de-AT');
  });

  it('is that around the shadow tree where the tree names none', () => {
    const {host, locale} = setup();
    const outer = document.createElement('div');
    outer.attachShadow({mode: 'open'}).append(host);
    page('<div lang="ur-PK"><slot></slot></div>', outer);
    expect(locale.tag).to.equal('ur-PK');
  });

  it('is its own before that of the page', () => {
    const {host, locale} = setup({locale: 'fr-CA'});
    page('<div lang="de"><slot></slot></div>', host);
    expect(locale.tag).to.equal('fr-CA');
  });

  it('is English, with nothing to load, where the page is', () => {
    const {host, locale} = setup({locale: 'en-CA'});
    host.update();
    expect([locale.language, locale.rightToLeft, locale.isKnown]).to.deep.equal(['en', false, true]);
    expect(locale.words).to.equal(undefined);
  });

  it('is English where it is not shipped, and that of the page’s own words where it has any', async () => {
    const {host, locale} = setup({locale: 'ckb-IQ'});
    host.update();
    await locale.words;
    expect([locale.language, locale.rightToLeft, locale.isKnown]).to.deep.equal(['en', false, true]);
    host.messages = {number: 'ژمارە'};
    expect([locale.language, locale.rightToLeft]).to.deep.equal(['ckb-IQ', true]);
  });

  it('is loaded with the first screen before the rest, which a later part waits for', async () => {
    const words = (list: object) => list as Messages;
    let send = (_: {readonly element: Messages}): void => undefined;
    const whole = () => new Promise<{readonly element: Messages}>((resolve) => (send = resolve));
    Object.assign(loaders, {tlh: () => Promise.resolve({first: {number: 'mI'}, whole})});
    const {host, locale} = setup({locale: 'tlh'});
    host.update();
    await locale.words;
    expect([locale.say('number'), locale.say('undo'), host.updates]).to.deep.equal(['mI', '', 1]);
    const part = locale.add({undo: 'Undo'})!;
    expect(locale.say('undo')).to.equal('Undo');
    send({element: words({number: 'mI', undo: 'chegh'})});
    await part;
    expect([locale.say('undo'), host.updates]).to.deep.equal(['chegh', 2]);
    Reflect.deleteProperty(loaders, 'tlh');
  });

  it('is loaded, and updates the host when its words are there', async () => {
    const {host, locale} = setup({locale: 'ar-EG'});
    host.update();
    expect([locale.language, locale.isKnown, host.updates]).to.deep.equal(['en', false, 0]);
    await locale.words;
    expect([locale.language, locale.isKnown]).to.deep.equal(['ar', true]);
    expect(host.updates).to.be.greaterThan(0);
    expect(locale.rightToLeft).to.equal(true);
    expect(locale.say('number')).to.equal(ar.number);
  });

  it('is asked for once', async () => {
    const {host, locale} = setup({locale: 'ar'});
    host.update();
    const {words} = locale;
    host.update();
    await words;
    host.update();
    expect(locale.words).to.equal(words);
  });

  it('is not taken when it arrives after another one was asked for', async () => {
    const {host, locale} = setup({locale: 'ar'});
    host.update();
    const {words: arabic} = locale;
    host.locale = 'ur';
    host.update();
    await Promise.all([arabic, locale.words]);
    expect(locale.language).to.equal('ur');
  });

  it('goes back to English at once', async () => {
    const {host, locale} = setup({locale: 'ar'});
    host.update();
    await locale.words;
    host.locale = 'en-GB';
    host.update();
    expect([locale.language, locale.rightToLeft, locale.isKnown]).to.deep.equal(['en', false, true]);
    expect(locale.say('number')).to.equal(en.number);
  });

  it('is asked for when the element comes into the page, before its first update', async () => {
    const {host, locale} = setup();
    page('<div lang="ar"><slot></slot></div>', host);
    await locale.words;
    expect(locale.language).to.equal('ar');
  });
});

describe('LocaleController: the page', () => {
  afterEach(removePages);

  /** In a shadow tree of a page; `changes` says whether a change of the page updates the host. */
  function inTree() {
    const {host, locale} = setup();
    const outer = document.createElement('section');
    outer.attachShadow({mode: 'open'}).innerHTML = '<div></div>';
    outer.shadowRoot!.querySelector('div')!.append(host);
    const place = page('<div><slot></slot></div>', outer);
    const changes = async (change: () => void): Promise<boolean> => {
      const {updates} = host;
      change();
      await Promise.resolve();
      return host.updates > updates;
    };
    return {host, locale, outer, around: place.querySelector('div')!, changes};
  }

  it('is followed when a language is named around the element, in its tree and outside', async () => {
    const {outer, around, changes} = inTree();
    const inside = outer.shadowRoot!.querySelector('div')!;
    expect(await changes(() => (inside.lang = 'ur'))).to.equal(true);
    expect(await changes(() => inside.removeAttribute('lang'))).to.equal(true);
    expect(await changes(() => (around.lang = 'ar'))).to.equal(true);
  });

  it('is not followed in what says nothing of a language', async () => {
    const {around, changes} = inTree();
    expect(await changes(() => (around.title = 'ar'))).to.equal(false);
  });

  it('is not followed after the element has left', async () => {
    const {host, around, changes} = inTree();
    host.remove();
    expect(await changes(() => (around.lang = 'ar'))).to.equal(false);
  });

  it('is followed where the element was moved to', async () => {
    const {host, around, changes} = inTree();
    const other = page('<p></p>', host).querySelector('p')!;
    other.append(host);
    expect(await changes(() => (other.lang = 'ar'))).to.equal(true);
    document.querySelector('section')!.append(host);
    expect(await changes(() => (around.lang = 'ar'))).to.equal(true);
  });
});

describe('LocaleController: the words', () => {
  it('are the page’s own before those of the language', () => {
    const {locale} = setup({messages: {number: 'Card no.'}});
    expect(locale.say('number')).to.equal('Card no.');
    expect(locale.say('expiry')).to.equal(en.expiry);
  });

  it('have their values put in, also into the page’s own', () => {
    const {host, locale} = setup();
    expect(locale.say('securityCodeMissing', {count: 4})).to.contain('4');
    host.messages = {securityCodeMissing: 'All {count}, please, {name}.'};
    expect(locale.say('securityCodeMissing', {count: 4})).to.equal('All 4, please, {name}.');
  });

  it('are none before the part that brings them is there', () => {
    const {locale} = setup();
    expect(locale.say('undo')).to.equal('');
    void locale.add({undo: 'Undo'});
    void locale.add({remove: 'Remove'});
    expect([locale.say('undo'), locale.say('remove')]).to.deep.equal(['Undo', 'Remove']);
  });

  it('of a part are English only where the language lacks them', async () => {
    const {host, locale} = setup({locale: 'ar'});
    void locale.add({undo: 'Undo', namePlaceholder: 'Jane'});
    host.update();
    await locale.words;
    expect(locale.say('undo')).to.equal(ar.undo);
    expect(locale.say('namePlaceholder')).to.equal('Jane');
  });

  it('are others while something stands in their place', () => {
    const {locale} = setup({messages: {save: 'Keep card'}});
    locale.instead = (key, values) => (key === 'save' ? `Pay ${values?.['amount']}` : undefined);
    expect(locale.say('save', {amount: 10})).to.equal('Pay 10');
    expect(locale.say('number')).to.equal(en.number);
  });
});
