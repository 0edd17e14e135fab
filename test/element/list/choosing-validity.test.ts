import {expect} from '@open-wc/testing';
import {another} from '../../../src/element/list/view.js';
import {choosingSetup as setup, removeForms} from './choosing-setup.js';
import {card, nextTask} from './wallet-setup.js';

const [a, b] = [card('pm_a'), card('pm_b')];

/** A required list, in which nothing is chosen at first. */
function required(...given: Parameters<typeof setup>) {
  const all = setup(...given);
  Object.assign(all.host, {required: true, preselect: 'none'});
  const {internals} = all.host;
  const radios = all.host.shadowRoot!.querySelectorAll<HTMLInputElement>('.radio');
  return {...all, internals, radios, focused: () => all.host.shadowRoot!.activeElement};
}

describe('Choosing: what is missing', () => {
  afterEach(removeForms);

  it('is nothing where no card is required', () => {
    const {choosing, load, host} = setup();
    load();
    choosing.update();
    expect(host.internals.validity.valid).to.equal(true);
  });

  it('is the choice, in words for what the list does', () => {
    const {choosing, internals, load} = required();
    choosing.update();
    expect([internals.validity.valueMissing, internals.validationMessage]).to.deep.equal([
      true,
      'loadingCards',
    ]);
    load(a);
    choosing.update();
    expect(internals.validationMessage).to.equal('chooseCard');
    choosing.choose('pm_a');
    expect([internals.validity.valid, internals.validationMessage]).to.deep.equal([true, '']);
  });

  for (const [what, choice, cards, offered, isOfForm, valid] of [
    ['is asked for by the form of another card', another, [a], true, true, true],
    ['is asked for by the form of a first card', undefined, [], true, true, true],
    ['is the choice where a card is there, and no other is being entered', undefined, [a], true, true, false],
    ['is the choice where another card is not of this form', another, [a], true, false, false],
    ['is the choice where another card is not offered', undefined, [], false, true, false],
  ] as const)
    it(what, () => {
      const {choosing, internals, load, another: form} = required();
      Object.assign(form, {offered, isOfForm});
      load(...cards);
      if (choice) choosing.choose(choice);
      choosing.update();
      expect(internals.validity.valid).to.equal(valid);
    });

  it('is the choice while the cards are loaded, though none is there yet', () => {
    const {choosing, internals, another: form} = required();
    Object.assign(form, {offered: true, isOfForm: true});
    choosing.update();
    expect(internals.validity.valid).to.equal(false);
  });
});

describe('Choosing: a refused submission', () => {
  afterEach(removeForms);

  it('is explained under the list and aloud, at the first card that can be chosen, and not by the browser', async () => {
    const {choosing, form, host, load, said, radios, focused} = required();
    radios[0]!.disabled = true;
    load(a);
    choosing.update();
    const {updates} = host;
    let isBubble = true;
    host.addEventListener('invalid', (event) => (isBubble = !event.defaultPrevented));
    expect(form.reportValidity()).to.equal(false);
    expect([isBubble, choosing.problem, said]).to.deep.equal([false, 'chooseCard', ['chooseCard']]);
    expect(host.updates).to.equal(updates + 1);
    await nextTask();
    expect(focused() === radios[1]).to.equal(true);
  });

  for (const [phase, words] of [
    ['loading', 'loadingCards'],
    ['failed', 'cardsNotLoaded'],
  ] as const)
    it(`says of cards that are not there what is the matter: ${phase}`, () => {
      const {choosing, form, load, said, wallet} = required();
      load(a);
      wallet.phase = phase;
      choosing.update();
      form.reportValidity();
      expect(said).to.deep.equal([words]);
    });

  it('is explained until something is chosen, and not again at once', () => {
    const {choosing, form, load} = required();
    load(a, b);
    choosing.update();
    form.reportValidity();
    choosing.choose('pm_a');
    expect(choosing.problem).to.equal(undefined);
    choosing.dropped(a);
    expect(choosing.problem).to.equal(undefined);
  });

  it('is explained no more after a reset', () => {
    const {choosing, form, load} = required();
    load(a);
    choosing.update();
    form.reportValidity();
    expect(choosing.problem).to.equal('chooseCard');
    choosing.reset();
    expect(choosing.problem).to.equal(undefined);
  });

  it('is explained no more where nothing is missing any more', () => {
    const {choosing, form, host, load} = required();
    load(a);
    choosing.update();
    form.reportValidity();
    host.required = false;
    expect(choosing.problem).to.equal(undefined);
  });

  for (const [what, html, words] of [
    ['is announced as that of another control before the list', '<input required><slot></slot>', []],
    [
      'is announced by the list before a later control',
      '<i></i><slot></slot><input required>',
      ['chooseCard'],
    ],
  ] as const)
    it(what, () => {
      const {choosing, form, load, said} = required({html});
      load(a);
      choosing.update();
      form.reportValidity();
      expect([choosing.problem, said]).to.deep.equal(['chooseCard', words]);
    });

  it('keeps the focus where the browser would go on to a later control, inside a fieldset too', async () => {
    for (const html of [
      '<slot></slot><input required>',
      '<fieldset><slot></slot></fieldset><input required name="elements">',
    ]) {
      const {choosing, form, host, load, said} = required({html});
      load(a);
      choosing.update();
      form.reportValidity();
      await nextTask();
      expect(document.activeElement === host, html).to.equal(true);
      expect(said, html).to.deep.equal(['chooseCard']);
      removeForms();
    }
  });

  it('leaves the focus to another control before the list', () => {
    const {choosing, form, load, focused} = required({html: '<input required><slot></slot>'});
    load(a);
    choosing.update();
    form.reportValidity();
    expect(focused()).to.equal(null);
    expect(document.activeElement).to.equal(form.querySelector('input'));
  });

  it('is explained by a list that is in no form', () => {
    const {choosing, internals, load, said} = required({isInForm: false});
    load(a);
    choosing.update();
    expect(internals.reportValidity()).to.equal(false);
    expect(said).to.deep.equal(['chooseCard']);
  });

  it('is no matter of the list where it is that of a control inside', () => {
    const {choosing, host, load, said} = required();
    load(a);
    choosing.update();
    const inside = host.appendChild(document.createElement('input'));
    inside.dispatchEvent(new Event('invalid', {bubbles: true}));
    expect([choosing.problem, said]).to.deep.equal([undefined, []]);
  });
});

describe('Choosing: the focus', () => {
  afterEach(removeForms);

  it('goes into the choice, else into the first card that can be chosen', () => {
    const {choosing, radios, focused} = required();
    choosing.focus();
    expect(focused()).to.equal(radios[0]);
    radios[2]!.checked = true;
    choosing.focus();
    expect(focused()).to.equal(radios[2]);
    radios[2]!.disabled = true;
    choosing.focus();
    expect(focused()).to.equal(radios[0]);
  });

  it('goes to the button that loads the cards again, and on from a button that is gone', () => {
    const {choosing, host, focused} = required();
    const root = host.shadowRoot!;
    root.innerHTML = '<button part="tool again-button"></button>';
    choosing.refocus();
    expect(focused()?.part.value).to.equal('tool again-button');
    const elsewhere = document.body.appendChild(document.createElement('input'));
    elsewhere.focus();
    choosing.refocus();
    expect(document.activeElement === elsewhere).to.equal(true);
    elsewhere.remove();
  });

  it('stays where there is no card', () => {
    const {choosing, host, focused} = required();
    host.shadowRoot!.innerHTML = '';
    choosing.focus();
    expect(focused()).to.equal(null);
  });

  it('stays where the list was never drawn, whose validity is known all the same', () => {
    const {choosing, host, internals} = required();
    Object.defineProperty(host, 'renderRoot', {value: undefined});
    choosing.focus();
    choosing.update();
    expect(internals.validity.valueMissing).to.equal(true);
  });
});
