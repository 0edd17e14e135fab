import {expect} from '@open-wc/testing';
import {Autofocus} from '../../../src/element/shopper/focus.js';
import {FakeHost} from '../../support/fake-host.js';

function setup(attribute: 'autofocus' | 'none' = 'autofocus') {
  const host = new FakeHost();
  host.style.display = 'block';
  host.toggleAttribute('autofocus', attribute === 'autofocus');
  const world = {focused: 0};
  new Autofocus(host, () => (world.focused += 1));
  return {host, world};
}

/** A part of the page that can have the focus, and has it. */
function focused(tag: 'input' | 'div'): HTMLElement {
  const one = document.createElement(tag);
  one.className = 'autofocus-test';
  one.tabIndex = -1;
  document.body.append(one);
  one.focus();
  expect(document.activeElement === one).to.equal(true);
  return one;
}

describe('Autofocus', () => {
  beforeEach(() => (document.activeElement as HTMLElement | null)?.blur());
  afterEach(() => document.querySelectorAll('fake-host, .autofocus-test').forEach((one) => one.remove()));

  it('asks for an update, which it focuses after', () => {
    const {host, world} = setup();
    expect(host.updates).to.equal(1);
    document.body.append(host);
    expect(world.focused).to.equal(0);
    host.update();
    expect(world.focused).to.equal(1);
  });

  it('focuses once for each connection', () => {
    const {host, world} = setup();
    document.body.append(host);
    host.update();
    host.update();
    expect(world.focused).to.equal(1);
    host.remove();
    document.body.append(host);
    host.update();
    host.update();
    expect(world.focused).to.equal(2);
  });

  it('leaves alone an element without the attribute, also where it comes later', () => {
    const {host, world} = setup('none');
    document.body.append(host);
    host.update();
    host.toggleAttribute('autofocus', true);
    host.update();
    expect(world.focused).to.equal(0);
  });

  it('does nothing before the element is in the page', () => {
    const {host, world} = setup();
    host.update();
    expect(world.focused).to.equal(0);
  });

  it('waits while the element is disabled', () => {
    const {host, world} = setup();
    host.inactive = true;
    document.body.append(host);
    host.update();
    expect(world.focused).to.equal(0);
    host.inactive = false;
    host.update();
    expect(world.focused).to.equal(1);
  });

  it('waits for the dialog around the element to open', () => {
    const {host, world} = setup();
    const dialog = document.createElement('dialog');
    dialog.className = 'autofocus-test';
    dialog.append(host);
    document.body.append(dialog);
    host.update();
    expect(world.focused).to.equal(0);
    dialog.open = true;
    host.update();
    expect(world.focused).to.equal(1);
  });

  it('takes the focus from no other field, then or later', () => {
    const {host, world} = setup();
    const other = focused('input');
    document.body.append(host);
    host.update();
    other.blur();
    host.update();
    expect(world.focused).to.equal(0);
  });

  it('takes the focus from what is around the element', () => {
    const {host, world} = setup();
    focused('div').append(host);
    host.update();
    expect(world.focused).to.equal(1);
  });
});
