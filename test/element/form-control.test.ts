import {expect} from '@open-wc/testing';
import {attributeOf, cardVaultOptions, type OptionDeclaration} from '../../src/element/options.js';
import {CardVaultHarness} from '../support/card-vault-harness.js';
import {waitUntil} from '../support/wait.js';

const tick = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** An element that is not live until `release` is called. */
function loading(parent: ParentNode, setup: (harness: CardVaultHarness) => void = () => undefined) {
  const harness = new CardVaultHarness();
  let release: () => void = () => undefined;
  harness.world.adapter.script.hold.openSession = new Promise<void>((resolve) => (release = resolve));
  setup(harness);
  parent.append(harness.element);
  const live = async (): Promise<void> => {
    release();
    await harness.element.whenReady();
    await harness.settled();
  };
  return {harness, live};
}

function labelOf(harness: CardVaultHarness): HTMLLabelElement {
  const label = document.createElement('label');
  label.textContent = 'Your card';
  label.htmlFor = harness.element.id = 'card';
  harness.element.before(label);
  return label;
}

function textInput(parent: ParentNode): HTMLInputElement {
  const input = document.createElement('input');
  parent.append(input);
  return input;
}

describe('a label of the element', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: time 95
  it('puts the focus into the first field', async () => {
    const harness = await CardVaultHarness.ready();
    labelOf(harness).click();
    expect(harness.fields.focused).to.deep.equal(['number']);
  });

  // shows: peers 85
  it('puts it into the first field that needs something', async () => {
    const harness = await CardVaultHarness.ready();
    harness.fields.change('number', {valid: true, brands: ['visa']});
    labelOf(harness).click();
    expect(harness.root.activeElement?.id).to.equal('expiry');
  });

  // shows: time 43
  it('puts it there once the fields are live', async () => {
    const {harness, live} = loading(CardVaultHarness.page());
    labelOf(harness).click();
    await live();
    expect(harness.fields.focused).to.deep.equal(['number']);
  });

  it('leaves a shopper alone who has moved on before the fields are live', async () => {
    const page = CardVaultHarness.page();
    const {harness, live} = loading(page);
    const mail = textInput(page);
    labelOf(harness).click();
    mail.focus();
    await live();
    expect(document.activeElement).to.equal(mail);
    expect(harness.fields.focused).to.deep.equal([]);
  });

  it('leaves a shopper alone who types the expiry date meanwhile', async () => {
    const {harness, live} = loading(CardVaultHarness.page());
    await harness.settled();
    labelOf(harness).click();
    await harness.type('expiry', '01');
    await live();
    expect(harness.root.activeElement?.id).to.equal('expiry');
  });

  it('does nothing while the element is disabled', async () => {
    const harness = await CardVaultHarness.ready();
    harness.element.disabled = true;
    labelOf(harness).click();
    expect(harness.fields.focused).to.deep.equal([]);
  });

  it('around the element does not move the focus out of the field that was clicked', async () => {
    const label = document.createElement('label');
    CardVaultHarness.page().append(label);
    const harness = await CardVaultHarness.ready(undefined, label);
    harness.input('expiry').focus();
    harness.input('expiry').click();
    expect(harness.root.activeElement?.id).to.equal('expiry');
    expect(harness.fields.focused).to.deep.equal([]);
  });
});

describe('autofocus', () => {
  afterEach(() => CardVaultHarness.clean());

  it('puts the focus into the first field when it is live', async () => {
    const harness = await CardVaultHarness.ready((element) => element.toggleAttribute('autofocus', true));
    await waitUntil(() => harness.fields.focused.length > 0, 'a field is focused');
    expect(harness.fields.focused).to.deep.equal(['number']);
  });

  it('takes the focus from no other field of the page', async () => {
    const page = CardVaultHarness.page();
    const mail = textInput(page);
    mail.focus();
    const first = await CardVaultHarness.ready((element) => element.toggleAttribute('autofocus', true), page);
    expect(first.fields.focused).to.deep.equal([]);
    mail.blur();
    const {harness, live} = loading(page, ({element}) => element.toggleAttribute('autofocus', true));
    await harness.settled();
    mail.focus();
    await live();
    expect(document.activeElement).to.equal(mail);
  });

  it('waits for the dialog around the element to open', async () => {
    const dialog = document.createElement('dialog');
    CardVaultHarness.page().append(dialog);
    const harness = new CardVaultHarness();
    harness.element.toggleAttribute('autofocus', true);
    dialog.append(harness.element);
    await harness.settled();
    await tick();
    expect(harness.world.fields).to.have.length(0);
    dialog.showModal();
    await waitUntil(
      () => harness.world.fields[0]?.focused.includes('number') === true,
      'the number is focused',
    );
  });
});

describe('focus()', () => {
  afterEach(() => CardVaultHarness.clean());

  it('does nothing to an element that is in no page, now or later', async () => {
    const harness = new CardVaultHarness();
    harness.element.focus();
    CardVaultHarness.page().append(harness.element);
    await harness.element.whenReady();
    await harness.settled();
    expect(harness.fields.focused).to.deep.equal([]);
  });
});

describe('properties and attributes', () => {
  afterEach(() => CardVaultHarness.clean());

  // shows: time 98
  it('are one: a property is seen in its attribute at once', () => {
    const {element} = new CardVaultHarness();
    const options = Object.entries<OptionDeclaration>(cardVaultOptions);
    for (const [property, {attribute, oneOf = ['', 'visa'], type}] of options) {
      if (attribute === false) continue;
      const name = attributeOf(property);
      const [value, text] = type === Boolean ? [true, ''] : [oneOf.at(-1)!, oneOf.at(-1)!];
      element.removeAttribute(name);
      const usual: unknown = Reflect.get(element, property);
      Reflect.set(element, property, value);
      expect(element.getAttribute(name), property).to.equal(text);
      Reflect.set(element, property, undefined);
      expect(element.hasAttribute(name), property).to.equal(false);
      element.setAttribute(name, text);
      expect(Reflect.get(element, property), property).to.equal(value);
      element.removeAttribute(name);
      expect(Reflect.get(element, property), property).to.equal(usual);
    }
  });

  it('leave a wrong attribute as the page wrote it', () => {
    const {element} = new CardVaultHarness();
    element.setAttribute('layout', 'sideways');
    expect([element.layout, element.getAttribute('layout')]).to.deep.equal(['stacked', 'sideways']);
  });

  it('give the default again when the property is set to undefined', () => {
    const {element} = new CardVaultHarness();
    element.theme = 'dark';
    Object.assign(element, {theme: undefined});
    expect([element.theme, element.hasAttribute('theme')]).to.deep.equal(['auto', false]);
  });
});
