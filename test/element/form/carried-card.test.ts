import {expect} from '@open-wc/testing';
import {carryCard} from '../../../src/element/form/submitting.js';

describe('carryCard', () => {
  const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

  function setup({inactive = true, name = 'card', button = ''} = {}) {
    const form = document.createElement('form');
    form.innerHTML = `<input name="who" value="ada"><input name="addEventListener" disabled>${button}`;
    const host = {inactive, value: 'pm_1', getAttribute: () => name || null};
    carryCard(host, {form, button: form.querySelector('button') ?? undefined});
    return {form, host, sent: () => [...new FormData(form)].map(([key, value]) => `${key}=${String(value)}`)};
  }

  it('has what is submitted in this turn carry the card of a disabled element, however often it is read', () => {
    const {sent} = setup();
    expect(sent()).to.deep.equal(['who=ada', 'card=pm_1']);
    expect(sent()).to.deep.equal(['who=ada', 'card=pm_1']);
  });

  it('ends with the turn', async () => {
    const {sent} = setup();
    await nextTask();
    expect(sent()).to.deep.equal(['who=ada']);
  });

  it('leaves an element alone that carries it itself, or has no name', () => {
    expect(setup({inactive: false}).sent()).to.deep.equal(['who=ada']);
    expect(setup({name: ''}).sent()).to.deep.equal(['who=ada']);
  });

  for (const [what, button, carried] of [
    ['a disabled button', '<button name="do" value="two" disabled></button>', ['do=two']],
    ['a button that the browser takes itself', '<button name="do" value="two"></button>', []],
    ['a disabled button without a name', '<button value="two" disabled></button>', []],
  ] as const)
    it(`carries the button that was pressed where it is disabled by now: ${what}`, () => {
      expect(setup({button}).sent()).to.deep.equal(['who=ada', 'card=pm_1', ...carried]);
    });

  it('does nothing without a form', () => {
    const host = {inactive: true, value: 'pm_1', getAttribute: () => 'card'};
    expect(() => carryCard(host, {form: null, button: undefined})).not.to.throw();
  });
});
