import {expect} from '@open-wc/testing';
import {setViewport} from '@web/test-runner-commands';
import type {Layout} from '../../src/element/options.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

const page = document.documentElement;
const sizeOf = (harness: CardVaultHarness): string => harness.fields.settings.styles.input!['font-size']!;

/** What a shopper reads, by its part. */
const texts = ['label-number', 'input-expiry', 'error-expiry', 'notice', 'save-button'];

describe('the size of text', () => {
  beforeEach(() => setViewport({width: 1000, height: 1200}));
  afterEach(() => {
    page.style.fontSize = '';
    CardVaultHarness.clean();
  });

  // shows: wcag 1.4.4
  it("follows the page's, in frames too", async () => {
    const harness = await CardVaultHarness.ready();
    const measure = (): number[] =>
      texts.map((part) => parseFloat(getComputedStyle(harness.part(part)!).fontSize));
    const before = measure();
    page.style.fontSize = '200%';
    expect(measure()).to.deep.equal(before.map((size) => size * 2));
    await waitUntil(() => sizeOf(harness) === '32px', 'the frames are told');
    expect(harness.fields.settings.styles.input!['line-height']).to.equal('48px');
  });

  it('is never below the design where a page makes its root small', async () => {
    const harness = await CardVaultHarness.ready();
    page.style.fontSize = '62.5%';
    for (const part of texts)
      expect(parseFloat(getComputedStyle(harness.part(part)!).fontSize), part).to.be.at.least(13);
    expect(getComputedStyle(harness.input('expiry')).fontSize).to.equal('16px');
    expect(sizeOf(harness)).to.equal('16px');
  });

  // shows: wcag 1.4.4
  it('gives way in the number, where a phone is too narrow for it at twice the size', async () => {
    const place = CardVaultHarness.page();
    place.style.inlineSize = '300px';
    const harness = await CardVaultHarness.ready((element, world) => {
      element.entryMode = 'raw';
      world.adapter.script.session = {entryMode: 'raw'};
    }, place);
    page.style.fontSize = '200%';
    await waitUntil(() => harness.input('number'));
    const input = harness.input('number');
    const size = (): number => parseFloat(getComputedStyle(input).fontSize);
    await harness.type('number', '4000');
    expect(size()).to.equal(32);
    await harness.type('number', '4000000000002503');
    await waitUntil(() => input.scrollWidth === input.clientWidth, 'it is whole');
    expect(size()).to.be.within(16, 31.5);
    page.style.fontSize = '';
    await waitUntil(() => size() === 16, 'it has the usual size again');
    page.style.fontSize = '200%';
    place.style.inlineSize = '1000px';
    await waitUntil(() => size() === 32, 'it has room for twice the size');
    place.style.inlineSize = '100px';
    await waitUntil(() => size() === 16, 'it is never below the usual size');
  });

  /** Of what is read and filled in, nothing is larger than its place. */
  function expectWhole({root}: CardVaultHarness): void {
    for (const node of root.querySelectorAll<HTMLElement>('.label,.input,.error,.notice,.save')) {
      const what = node.outerHTML.slice(0, 60);
      expect(node.scrollWidth, what).to.be.at.most(node.clientWidth);
      expect(node.scrollHeight, what).to.be.at.most(node.clientHeight + 1);
    }
  }

  /** With all errors, in a place as wide as a phone. */
  async function withErrors(
    layout: Layout,
    style: Partial<CSSStyleDeclaration> = {},
  ): Promise<CardVaultHarness> {
    const place = CardVaultHarness.page();
    Object.assign(place.style, {inlineSize: '360px', ...style});
    const harness = await CardVaultHarness.ready((element) => {
      element.layout = layout;
      element.style.setProperty('--card-vault-field-height', '44px');
    }, place);
    await harness.save().catch(() => undefined);
    await harness.settled();
    return harness;
  }

  for (const layout of ['stacked', 'inline', 'compact'] as const)
    // shows: wcag 1.4.4
    it(`cuts nothing off and covers nothing at twice the size: ${layout}`, async () => {
      page.style.fontSize = '200%';
      const harness = await withErrors(layout);
      expectWhole(harness);
      const boxes = ['number', 'expiry', 'security-code'].map((name) =>
        harness.part(`box-${name}`)!.getBoundingClientRect(),
      );
      for (const {height} of boxes) expect(height).to.be.at.least(66);
      for (const [index, {bottom}] of boxes.slice(0, -1).entries())
        expect(boxes[index + 1]!.top).to.be.at.least(bottom);
    });

  // shows: wcag 1.4.12
  it('may be spaced as WCAG asks, and nothing is cut off', async () => {
    for (const layout of ['stacked', 'compact'] as const) {
      const harness = await withErrors(layout, {
        letterSpacing: '0.12em',
        wordSpacing: '0.16em',
        lineHeight: '1.5',
      });
      expectWhole(harness);
    }
  });
});

describe('what a screen reader says in a hosted field', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: wcag 1.3.1 3.3.1
  it("is the field's error, else its hint, in the shopper's words", async () => {
    const harness = await CardVaultHarness.ready();
    const spoken = (): string[] => {
      const {number, securityCode} = harness.fields.settings;
      return [number.description, securityCode.description];
    };
    expect(spoken()).to.deep.equal(['', '3 digits on the back of the card']);
    harness.fields.change('number', {valid: true, brands: ['amex'], securityCodeLength: 4});
    await harness.settled();
    expect(spoken()).to.deep.equal(['', '4 digits on the front of the card']);
    harness.fields.change('number', {empty: true, valid: false, couldBeValid: true});
    await harness.save().catch(() => undefined);
    await harness.settled();
    expect(spoken()).to.deep.equal(['number', 'security-code'].map((field) => harness.error(field)));
    expect(spoken()).not.to.include('');
    harness.fields.change('number', {valid: true, brands: ['visa']});
    await harness.settled();
    expect(spoken()[0]).to.equal('');
  });
});
