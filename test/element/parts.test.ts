import {ContextEvent} from '@lit/context';
import {expect} from '@open-wc/testing';
import {partsContext, type PartsController} from '../../src/element/placed/context.js';
import type {CardVaultFieldElement} from '../../src/element/exports/parts.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';
import '../../src/element/exports/define-parts.js';

const layout = `
  <p><card-vault-field name="cardholder-name"></card-vault-field></p>
  <div class="grid">
    <card-vault-field name="number"><span slot="label">Your card</span></card-vault-field>
    <card-vault-field name="expiry"></card-vault-field>
    <card-vault-field name="security-code"><i slot="hint">Look at the back</i></card-vault-field>
  </div>
  <card-vault-button><span slot="label">Keep my card</span></card-vault-button>
  <card-vault-status></card-vault-status>`;

/** A page that places parts. */
class Page {
  readonly harness: CardVaultHarness;

  constructor(harness: CardVaultHarness) {
    this.harness = harness;
  }

  static async of(markup: string): Promise<Page> {
    const harness = await CardVaultHarness.ready((element) => (element.innerHTML = markup));
    const page = new Page(harness);
    await page.settled();
    return page;
  }

  get element(): HTMLElement {
    return this.harness.element;
  }
  field(name: string): CardVaultFieldElement {
    return this.element.querySelector<CardVaultFieldElement>(`card-vault-field[name=${name}]`)!;
  }
  input(name: string): HTMLInputElement {
    return this.field(name).renderRoot.querySelector('.input')!;
  }
  text(selector: string, part: string): string {
    const {renderRoot} = this.element.querySelector<CardVaultFieldElement>(selector)!;
    return renderRoot.querySelector(`[part~="${part}"]`)?.textContent.replace(/\s+/g, ' ').trim() ?? '';
  }
  error(name: string): string {
    return this.text(`[name=${name}]`, 'error');
  }
  frame(name: string): HTMLInputElement | null {
    return this.field(name).querySelector('[slot] > input');
  }
  button(): HTMLButtonElement {
    return this.element
      .querySelector<CardVaultFieldElement>('card-vault-button')!
      .renderRoot.querySelector('button')!;
  }

  async settled(): Promise<void> {
    await this.harness.settled();
    await Promise.all(
      [...this.element.querySelectorAll<CardVaultFieldElement>('*')].map((part) => part.updateComplete),
    );
    await this.harness.settled();
  }

  async type(name: string, text: string): Promise<void> {
    const input = this.input(name);
    input.focus();
    input.value = text;
    input.setSelectionRange(text.length, text.length);
    input.dispatchEvent(new InputEvent('input', {bubbles: true, composed: true, inputType: 'insertText'}));
    input.blur();
    await this.settled();
  }

  hosted(): void {
    const {fields} = this.harness;
    fields.change('number', {valid: true, brands: ['visa'], securityCodeLength: 3});
    fields.change('securityCode', {valid: true});
  }
}

describe('parts that the page places (decision 0001)', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: peers 2 68
  it('take the place of the built-in form, with frames in them, and save', async () => {
    const page = await Page.of(layout);
    const {harness} = page;
    expect(harness.part('form')).to.equal(null);
    expect(page.frame('number')).to.not.equal(null);
    expect(page.frame('security-code')).to.not.equal(null);
    expect(page.text('[name=number]', 'label')).to.equal('Your card');
    expect(harness.fields.settings.number.label).to.equal('Your card');
    expect(harness.fields.settings.securityCode.description).to.equal('Look at the back');
    page.button().click();
    await waitUntil(() => page.error('cardholder-name') !== '', 'the errors are shown');
    await page.settled();
    expect(page.error('number')).to.equal('Enter the card number');
    expect(page.error('expiry')).to.equal('Enter the expiry date');
    expect(page.error('security-code')).to.equal('Enter the 3-digit code');
    // The first of the page's order.
    expect(page.field('cardholder-name').matches(':focus')).to.equal(true);
    await page.type('cardholder-name', 'A Person');
    page.hosted();
    await page.type('expiry', '0129');
    expect(page.input('expiry').value).to.equal('01 / 29');
    expect(page.error('expiry')).to.equal('');
    page.button().click();
    await waitUntil(() => page.text('card-vault-status', 'outcome-title') === 'Card saved');
    await page.settled();
    expect(page.field('number').renderRoot.querySelector('.field')).to.equal(null);
    expect(harness.part('outcome')).to.equal(null);
    expect(harness.named('saved')).to.have.length(1);
    expect((harness.named('before-save')[0] as CustomEvent).detail).to.include({cardholderName: 'A Person'});
  });

  it('are accessible, empty and with every error', async () => {
    const page = await Page.of(layout);
    await expect(page.element).to.be.accessible();
    page.button().click();
    await waitUntil(() => page.error('number') !== '');
    await page.settled();
    await expect(page.element).to.be.accessible();
  });

  it('leave the built-in form whole where there are none, and what is not placed in it', async () => {
    const page = await Page.of('<div class="place"></div>');
    const {harness} = page;
    await waitUntil(() => harness.part('code-mark'), 'the marks are loaded');
    await page.settled();
    const before = harness.root.querySelector('.stage')!.innerHTML;
    const place = page.element.querySelector('.place')!;
    place.innerHTML = '<card-vault-field name="expiry"></card-vault-field>';
    await page.settled();
    expect(harness.part('field-expiry')).to.equal(null);
    expect(harness.part('field-number')).to.not.equal(null);
    expect(harness.fields.mounts).to.equal(1);
    place.replaceChildren();
    await page.settled();
    // Lit's markers count how often a template was drawn.
    const tree = (text: string) => text.replace(/<!--.*?-->/g, '');
    expect(tree(harness.root.querySelector('.stage')!.innerHTML)).to.equal(tree(before));
  });

  it('bring the frames up anew where their part is added, moved or removed, and say so', async () => {
    const page = await Page.of('<div class="one"></div><div class="two"></div>');
    const {harness} = page;
    const [one, two] = page.element.querySelectorAll('div');
    one!.innerHTML = '<card-vault-field name="number"></card-vault-field>';
    await waitUntil(() => page.frame('number'), 'the frame is in the part');
    // Nothing was typed: nothing is said.
    expect(harness.fields.mounts).to.equal(2);
    expect(harness.part('problem')).to.equal(null);
    page.hosted();
    two!.append(page.field('number'));
    await waitUntil(() => harness.fields.mounts === 3 && page.frame('number'));
    const changed = 'The page has changed. Please enter the card number and code again.';
    await waitUntil(() => harness.text('problem') === changed, 'the shopper is asked to type again');
    await waitUntil(() => harness.announced === changed, 'it is announced');
    expect(harness.world.adapter.count('openSession')).to.equal(1);
    page.field('number').remove();
    await waitUntil(() => harness.fields.mounts === 4 && harness.part('field-number'));
    expect(harness.element.querySelector(':scope > [slot=number] > input')).to.not.equal(null);
  });

  it('speak of their own move, and of the time where that is over', async () => {
    const page = await Page.of('<div><card-vault-field name="number"></card-vault-field></div>');
    const {harness} = page;
    page.hosted();
    page.element.append(page.field('number'));
    await waitUntil(() => harness.text('problem').startsWith('The page has changed.'));
    await harness.type('expiry', '0129');
    page.hosted();
    harness.fields.tokenError = new CardVaultError('capture-context-expired', 'too late');
    await harness.save().catch(() => undefined);
    await waitUntil(() => harness.text('problem').includes('the form timed out'));
  });

  it('work in nested shadow trees, and read in the order of the page', async () => {
    const page = await Page.of('<card-vault-field name="security-code"></card-vault-field><x-a></x-a>');
    const inside = page.element.querySelector('x-a')!.attachShadow({mode: 'open'});
    inside.innerHTML = '<x-b></x-b><card-vault-field name="expiry"></card-vault-field>';
    const deeper = inside.querySelector('x-b')!.attachShadow({mode: 'open'});
    deeper.innerHTML = '<card-vault-field name="number"></card-vault-field>';
    await waitUntil(() => deeper.querySelector('[slot] > input'), 'the frame is in the nested part');
    page.harness.save().catch(() => undefined);
    const error = () => page.error('security-code');
    await waitUntil(() => error() !== '');
    expect(page.harness.fields.focused.at(-1)).to.equal('securityCode');
  });

  for (const select of [false, true]) {
    it(`take the expiry in two ${select ? 'lists' : 'inputs'}`, async () => {
      const half = (name: string) =>
        `<card-vault-field name="${name}" ${select ? 'select' : ''}></card-vault-field>`;
      const page = await Page.of(half('expiry-month') + half('expiry-year'));
      const {harness} = page;
      expect(harness.part('field-expiry')).to.equal(null);
      const enter = async (name: string, value: string) => {
        const input = page.input(name);
        input.focus();
        input.value = value;
        input.dispatchEvent(new Event(select ? 'change' : 'input', {bubbles: true, composed: true}));
        await page.settled();
        input.blur();
        await page.settled();
      };
      await enter('expiry-month', '01');
      expect(page.error('expiry-month')).to.equal('');
      await enter('expiry-year', select ? '29' : '2029');
      expect(page.input('expiry-month').value).to.equal('01');
      expect(page.input('expiry-year').value).to.equal('29');
      page.hosted();
      await harness.save();
      expect(harness.fields.requests).to.deep.include({expirationMonth: '01', expirationYear: '2029'});
    });
  }

  // shows: peers 9
  it('show the error of an expiry in two once', async () => {
    const page = await Page.of(
      '<card-vault-field name="expiry-month"></card-vault-field><card-vault-field name="expiry-year"></card-vault-field>',
    );
    page.hosted();
    await page.harness.save().catch(() => undefined);
    await page.settled();
    expect(page.error('expiry-month')).to.equal('Enter the expiry date');
    expect(page.field('expiry-month').matches(':focus')).to.equal(true);
    const second = page.field('expiry-year').renderRoot.querySelector('.error span')!;
    expect(second.getBoundingClientRect().height).to.be.below(400);
    expect(getComputedStyle(second).clipPath).to.equal('inset(50%)');
    await page.type('expiry-month', '5');
    await page.harness.save().catch(() => undefined);
    expect(page.field('expiry-year').matches(':focus')).to.equal(true);
  });

  it('ask for an address field by field', async () => {
    const page = await Page.of('<card-vault-field name="postal-code"></card-vault-field>');
    await waitUntil(() => page.input('postal-code'), 'the field is loaded');
    page.hosted();
    await page.harness.type('expiry', '0129');
    await page.harness.save().catch(() => undefined);
    await waitUntil(() => page.error('postal-code') !== '');
    await page.type('postal-code', '54000');
    await page.harness.save();
    expect(page.harness.world.adapter.lastBilling).to.deep.equal({postalCode: '54000'});
  });

  it('submit by Enter', async () => {
    const page = await Page.of('<card-vault-field name="expiry"></card-vault-field>');
    page.hosted();
    await page.type('expiry', '0129');
    page
      .input('expiry')
      .dispatchEvent(
        new KeyboardEvent('keydown', {key: 'Enter', bubbles: true, composed: true, cancelable: true}),
      );
    await waitUntil(() => page.harness.named('saved').length === 1);
  });

  it('find their own of two elements', async () => {
    const [one, other] = [await Page.of(layout), await Page.of(layout)];
    await one.type('expiry', '0129');
    expect(other.input('expiry').value).to.equal('');
    expect(other.frame('number')).to.not.equal(null);
    expect(one.harness.fields).to.not.equal(other.harness.fields);
  });

  it('move with the element', async () => {
    const page = await Page.of(layout);
    CardVaultHarness.page().append(page.element);
    await waitUntil(() => page.frame('number') && page.harness.world.lastFields.mounts > 0);
    await page.settled();
    expect(page.field('number').querySelectorAll('[slot=number]')).to.have.length(1);
  });

  it('show the first of two for one field', async () => {
    const field = '<card-vault-field name="number"></card-vault-field>';
    const page = await Page.of(field + field);
    const [first, second] = page.element.querySelectorAll<CardVaultFieldElement>('card-vault-field');
    expect(first!.renderRoot.querySelector('.field')).to.not.equal(null);
    expect(second!.renderRoot.querySelector('.field')).to.equal(null);
    first!.remove();
    await waitUntil(() => second!.querySelector('[slot] > input'), 'the other has the frame');
  });

  it('write their name and their choice back to their attributes', async () => {
    const page = await Page.of('<card-vault-field></card-vault-field>');
    const part = page.element.querySelector('card-vault-field')!;
    Object.assign(part, {name: 'expiry-month', select: true});
    await part.updateComplete;
    expect(part.outerHTML).to.equal('<card-vault-field select="" name="expiry-month"></card-vault-field>');
    Object.assign(part, {name: undefined, select: false});
    await part.updateComplete;
    expect(part.outerHTML).to.equal('<card-vault-field></card-vault-field>');
  });

  it('get a controller that is closed, from which no credential is reached', async () => {
    const page = await Page.of(layout);
    page.hosted();
    await page.type('expiry', '0129');
    let controller: PartsController | undefined;
    page
      .field('number')
      .dispatchEvent(
        new ContextEvent(partsContext, page.field('number'), (value) => void (controller = value)),
      );
    expect(Object.keys(controller!).sort()).to.deep.equal(['add', 'draw', 'remove']);
    expect(Object.isFrozen(controller)).to.equal(true);
    const drawn = [...page.element.querySelectorAll<CardVaultFieldElement>('card-vault-field')].map((part) =>
      controller!.draw(part),
    );
    const seen = new Set<unknown>();
    const texts: string[] = [];
    const walk = (value: unknown): void => {
      if (typeof value === 'string') texts.push(value);
      if (!(value instanceof Object) || seen.has(value)) return;
      // What the page has itself.
      if (value instanceof Node || value === window) return;
      seen.add(value);
      for (const key of Reflect.ownKeys(value)) {
        walk(Object.getOwnPropertyDescriptor(value, key)?.value);
      }
    };
    walk(controller);
    walk(drawn);
    expect(texts.some((text) => text.includes('01 / 29'))).to.equal(true);
    for (const credential of ['a.b.c', 'transient', 'jwt', 'track_1'])
      expect(
        texts.some((text) => text.includes(credential)),
        credential,
      ).to.equal(false);
  });

  it('tells the page of the field that the shopper is in; half a date is the date', async () => {
    const page = await Page.of(
      ['cardholder-name', 'expiry-month', 'expiry-year', 'number']
        .map((name) => `<card-vault-field name="${name}"></card-vault-field>`)
        .join(''),
    );
    const heard: string[] = [];
    for (const type of ['focus', 'blur'] as const)
      page.element.addEventListener(`card-vault-${type}`, ({detail}) =>
        heard.push(`${type} ${detail.field}`),
      );
    page.input('expiry-month').focus();
    page.input('expiry-month').blur();
    expect(heard).to.deep.equal(['focus expiry', 'blur expiry']);
  });
});
