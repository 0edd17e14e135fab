import {expect} from '@open-wc/testing';
import {FocusReporter} from '../../../src/element/fields/field-reporters.js';
import type {FieldName} from '../../../src/element/options.js';
import {FakeHost} from '../../support/fake-host.js';

const tree = (...ids: string[]): string => ids.map((id) => `<input id="${id}">`).join('');

function setup(entered?: FieldName, shown: FieldName[] = ['number', 'expiry', 'security-code', 'name']) {
  const host = new FakeHost();
  const root = host.attachShadow({mode: 'open'});
  root.innerHTML = tree('expiry', 'expiry-month', 'name', 'city', 'other');
  const events: string[] = [];
  for (const type of ['focus', 'blur'] as const)
    host.addEventListener(`card-vault-${type}`, ({detail}) => events.push(`${type} ${detail.field}`));
  const world = {shown};
  const reporter = new FocusReporter(host, {fields: () => world.shown, entered});
  const move = (type: 'focusin' | 'focusout', id: string, from: ParentNode = root): void => {
    from.querySelector(`#${id}`)!.dispatchEvent(new FocusEvent(type, {bubbles: true}));
  };
  return {host, reporter, events, world, enter: move.bind(0, 'focusin'), leave: move.bind(0, 'focusout')};
}

describe('FocusReporter', () => {
  it('tells of the element’s own inputs by the names of their fields', () => {
    const {events, enter, leave} = setup();
    enter('expiry');
    leave('expiry');
    enter('name');
    leave('name');
    expect(events).to.deep.equal(['focus expiry', 'blur expiry', 'focus name', 'blur name']);
  });

  it('tells of a half of the date as of the date', () => {
    const {events, enter, leave} = setup();
    enter('expiry-month');
    leave('expiry-month');
    expect(events).to.deep.equal(['focus expiry', 'blur expiry']);
  });

  it('tells nothing of what is no field, or of one that is not shown', () => {
    const {events, enter, world} = setup();
    enter('other');
    enter('city');
    expect(events).to.deep.equal([]);
    world.shown = ['city'];
    enter('city');
    expect(events).to.deep.equal(['focus city']);
  });

  it('tells of the hosted fields, and of nothing else that they report', () => {
    const {events, reporter} = setup();
    reporter.hear({type: 'focus', field: 'number'});
    reporter.hear({type: 'unread'});
    reporter.hear({type: 'submit', field: 'number'});
    reporter.hear({type: 'blur', field: 'number'});
    reporter.hear({type: 'focus', field: 'securityCode'});
    expect(events).to.deep.equal(['focus number', 'blur number', 'focus security-code']);
  });

  it('tells once of a field that is entered again without having been left', () => {
    const {events, reporter, enter} = setup();
    reporter.hear({type: 'focus', field: 'number'});
    reporter.hear({type: 'focus', field: 'number'});
    enter('expiry');
    enter('expiry-month');
    expect(events).to.deep.equal(['focus number', 'blur number', 'focus expiry']);
  });

  it('has each field left before the next, also where its frame reports late', () => {
    const {events, reporter, enter} = setup();
    reporter.hear({type: 'focus', field: 'number'});
    enter('expiry');
    reporter.hear({type: 'blur', field: 'number'});
    expect(events).to.deep.equal(['focus number', 'blur number', 'focus expiry']);
  });

  it('has the shopper in the field that was entered before it was there', () => {
    const {events, host, reporter} = setup('number');
    expect(events).to.deep.equal(['focus number']);
    reporter.hear({type: 'blur', field: 'number'});
    expect(events).to.deep.equal(['focus number', 'blur number']);
    expect(host.updates).to.equal(0);
  });

  it('has a hosted field left when its frame is taken down, and an input not', () => {
    for (const [field, expected] of [
      ['number', ['focus number', 'blur number']],
      ['security-code', ['focus security-code', 'blur security-code']],
      ['expiry', ['focus expiry']],
    ] as const) {
      const {events, reporter} = setup(field);
      reporter.forget();
      reporter.forget();
      expect(events).to.deep.equal(expected);
    }
  });

  it('hears the inputs of another tree that it is given', () => {
    const {events, reporter, enter, leave} = setup();
    const other = document.createElement('div');
    other.innerHTML = tree('name');
    enter('name', other);
    reporter.listen(other);
    enter('name', other);
    leave('name', other);
    expect(events).to.deep.equal(['focus name', 'blur name']);
  });

  it('dispatches events that leave the trees of the page', () => {
    const {host, enter} = setup();
    const outer = document.createElement('div');
    outer.attachShadow({mode: 'open'}).append(host);
    const targets: unknown[] = [];
    outer.addEventListener('card-vault-focus', ({target}) => targets.push(target));
    enter('name');
    expect(targets).to.deep.equal([outer]);
  });
});
