import {expect} from '@open-wc/testing';
import {CardVaultHarness} from '../support/card-vault-harness.js';

/** Parents that ask their content how wide it is. */
const parents: Readonly<Record<string, {style: string; tag?: string; open?: (parent: HTMLElement) => void}>> =
  {
    'a flex item': {style: 'display: flex'},
    'a centred grid item': {style: 'display: grid; place-items: center'},
    'an inline block': {style: 'display: inline-block'},
    'an absolute box': {style: 'position: absolute'},
    'a box as wide as its content': {style: 'inline-size: fit-content'},
    'a table cell': {style: 'display: table-cell'},
    'a popover': {
      style: '',
      open: (parent) => {
        parent.popover = 'auto';
        parent.showPopover();
      },
    },
    'a dialog': {style: '', tag: 'dialog', open: (parent) => (parent as HTMLDialogElement).showModal()},
  };

describe('the form has a width of its own', () => {
  afterEach(() => CardVaultHarness.clean());

  for (const [name, {style, tag = 'div', open}] of Object.entries(parents)) {
    it(`in ${name}`, async () => {
      const parent = document.createElement(tag);
      parent.style.cssText = style;
      CardVaultHarness.page().append(parent);
      open?.(parent);
      const harness = await CardVaultHarness.ready(undefined, parent);
      expect(harness.element.getBoundingClientRect().width).to.be.within(260, 400);
    });
  }

  it('and the width of its parent where that has one', async () => {
    const parent = document.createElement('div');
    parent.style.inlineSize = '500px';
    CardVaultHarness.page().append(parent);
    const harness = await CardVaultHarness.ready(undefined, parent);
    expect(harness.element.getBoundingClientRect().width).to.equal(500);
  });
});
