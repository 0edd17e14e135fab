import {expect, oneEvent} from '@open-wc/testing';
import {element as english} from '../../src/texts/en/element.js';
import {loaders} from '../../src/texts/on-demand.js';
import {bestMatch} from '../../src/texts/match.js';
import {element as ar} from '../../src/texts/ar/element.js';
import {fill} from '../../src/element/shopper/locale.js';
import {first as en} from '../../src/texts/en/first.js';
import {first as fa} from '../../src/texts/fa/first.js';
import {element as ur} from '../../src/texts/ur/element.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

describe('languages', () => {
  afterEach(() => {
    CardVaultHarness.clean();
    document.documentElement.lang = 'en';
  });

  const tags = [
    'en',
    'ur',
    'ar',
    'bn',
    'he',
    'id',
    'ms',
    'pa',
    'ro',
    'pt-BR',
    'pt-PT',
    'zh-Hans',
    'zh-Hant',
  ] as const;

  // shows: peers 73
  it('fall back by language', () => {
    for (const [tag, language] of [
      ['ur-PK', 'ur'],
      ['ur-Arab-PK', 'ur'],
      ['ur-Latn', undefined],
      ['AR', 'ar'],
      ['ar_EG', 'ar'],
      ['zh', 'zh-Hans'],
      ['zh-SG', 'zh-Hans'],
      ['zh-CN', 'zh-Hans'],
      ['zh-HK', 'zh-Hant'],
      ['zh_TW', 'zh-Hant'],
      ['zh-Hant-CN', 'zh-Hant'],
      ['pt', 'pt-BR'],
      ['pt-BR', 'pt-BR'],
      ['pt-PT', 'pt-PT'],
      ['pt-AO', 'pt-PT'],
      ['iw', 'he'],
      ['in-ID', 'id'],
      ['mo', 'ro'],
      ['bn-IN', 'bn'],
      ['pa-IN', 'pa'],
      ['pa-PK', undefined],
      ['pa-Guru-PK', 'pa'],
      ['ms-SG', 'ms'],
      ['ms-Arab', undefined],
      ['en-GB', 'en'],
      ['nb', undefined],
      ['nn-NO', undefined],
      ['no', undefined],
      ['sr-Latn', undefined],
      ['', undefined],
      ['*', undefined],
    ] as const)
      expect(bestMatch(tags, tag), tag).to.equal(language);
  });

  it('fill places and leave unknown ones', () => {
    expect(fill('{a} and {b}', {a: 1})).to.equal('1 and {b}');
  });

  it('of the page’s own name no language that is none, as `C` of some machines', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.messages = {expiry: 'Valid until'};
      element.locale = 'C';
    });
    await harness.element.updateComplete;
    await waitUntil(() => harness.text('label-expiry') === 'Valid until');
    expect(harness.part('base')!.lang).to.equal('en');
    harness.element.locale = 'sr-Latn';
    await waitUntil(() => harness.part('base')!.lang === 'sr-Latn');
  });

  // shows: peers 46 72, wcag 3.1.1
  it('come from locale, from the nearest lang, and change while it stands', async () => {
    const page = CardVaultHarness.page();
    page.lang = 'ur-PK';
    const harness = await CardVaultHarness.ready(undefined, page);
    const label = (): string => harness.text('label-expiry');
    await waitUntil(() => label() === ur.expiry);
    expect(harness.part('base')!.dir).to.equal('rtl');
    expect(harness.part('base')!.lang).to.equal('ur');
    expect(harness.fields.settings.number.label).to.equal(ur.number);
    page.lang = 'en';
    await waitUntil(() => label() === en.expiry);
    expect(harness.part('base')!.hasAttribute('dir')).to.equal(false);
    harness.element.locale = 'ar';
    await waitUntil(() => label() === ar.expiry);
    page.removeAttribute('lang');
    harness.element.locale = undefined;
    document.documentElement.lang = 'ur';
    await waitUntil(() => label() === ur.expiry);
  });

  it('write numbers in the digits that banks of the language print', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.locale = 'fa-IR'));
    await waitUntil(() => harness.text('label-expiry') === fa.expiry);
    await harness.element.save().catch(() => undefined);
    expect(harness.error('security-code')).to.equal(fa.securityCodeMissing.replace('{count}', '۳'));
    harness.element.locale = 'ar-EG';
    await waitUntil(() => harness.error('security-code') === ar.securityCodeMissing.replace('{count}', '3'));
  });

  it('tell the frames when they change', async () => {
    const harness = await CardVaultHarness.ready();
    harness.element.locale = 'ur';
    await waitUntil(() => harness.fields.settings.number.label === ur.number);
  });

  it('find a lang outside of a shadow tree', async () => {
    const host = document.createElement('div');
    host.lang = 'ar';
    CardVaultHarness.page().append(host);
    const harness = await CardVaultHarness.ready(undefined, host.attachShadow({mode: 'open'}));
    await waitUntil(() => harness.text('label-expiry') === ar.expiry);
  });

  // shows: peers 71
  it("give way to the page's own words, in any language", async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.messages = {save: 'Keep this card', savedTitle: 'Done'};
      element.locale = 'ur';
    });
    await waitUntil(() => harness.text('label-expiry') === ur.expiry);
    expect(harness.text('save-button')).to.equal('Keep this card');
    await harness.saved();
    expect(harness.text('outcome-title')).to.equal('Done');
  });

  it('run as the page’s own words do, where its language is not shipped', async () => {
    const harness = await CardVaultHarness.ready((element) => {
      element.messages = {number: 'ڪارڊ نمبر', expiry: 'ختم'};
      element.locale = 'sd';
    });
    await waitUntil(() => harness.part('base')!.dir === 'rtl');
    expect(harness.part('base')!.lang).to.equal('sd');
    harness.element.messages = undefined;
    await waitUntil(() => !harness.part('base')!.hasAttribute('dir'));
    expect(harness.part('base')!.lang).to.equal('en');
  });

  // shows: peers 70
  it('keep digits left to right', async () => {
    const harness = await CardVaultHarness.ready((element) => (element.locale = 'ar'));
    await waitUntil(() => harness.part('base')!.dir === 'rtl');
    for (const name of ['number', 'expiry', 'security-code'])
      expect(getComputedStyle(harness.part(`box-${name}`)!).direction, 'what stands beside them').to.equal(
        'rtl',
      );
    const {direction, textAlign} = getComputedStyle(harness.input('expiry'));
    expect([direction, textAlign]).to.deep.equal(['ltr', 'right']);
  });

  it('keep no room for their own notice where the page has one, before the script', async () => {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = new URL('../../src/element/styles/first-paint.css', import.meta.url).href;
    const page = CardVaultHarness.page();
    page.append(sheet);
    await oneEvent(sheet, 'load');
    const noticeIn = (lang: string, content: string): string => {
      page.insertAdjacentHTML(
        'beforeend',
        `<card-vault defer-hydration lang="${lang}">${content}</card-vault>`,
      );
      return getComputedStyle(page.lastElementChild!, '::after').content;
    };
    for (const [lang, {notice}] of Object.entries({en, ur, ar})) {
      expect(noticeIn(lang, ''), lang).to.equal(`"${notice}"`);
      expect(noticeIn(lang, '<span slot="notice">Ours</span>'), lang).to.equal('""');
    }
  });

  it('that are added leave nothing in English: fields, errors and outcome', async () => {
    const greek = Object.fromEntries(
      Object.entries(english).map(([key, text]) => [
        key,
        text.replace(/(\{\w+\})|[A-Za-z]/g, (_, place?: string) => place ?? 'ξ'),
      ]),
    );
    const whole = () => Promise.resolve({element: greek as typeof english});
    Object.assign(loaders, {tlh: () => Promise.resolve({first: greek, whole})});
    const harness = await CardVaultHarness.ready((element) => {
      element.locale = 'tlh';
      Object.assign(element, {
        cardholderName: true,
        billingFields: 'postal',
        consent: 'optional',
        shopName: 'ξ',
      });
    });
    await waitUntil(() => harness.text('label-expiry') === greek['expiry']);
    const latin = (): string[] => harness.part('base')!.innerText.match(/[A-Za-z]{3,}/g) ?? [];
    expect(latin()).to.deep.equal([]);
    await harness.leave('expiry');
    await harness.element.save().catch(() => undefined);
    expect(harness.error('expiry')).to.equal(greek['expiryMissing']);
    expect(latin()).to.deep.equal([]);
    Object.assign(harness.element, {cardholderName: false, billingFields: 'none'});
    await harness.fill();
    await harness.saved();
    expect(harness.text('outcome-title')).to.equal(greek['savedTitle']);
    Reflect.deleteProperty(loaders, 'tlh');
  });
});
