import {expect} from '@open-wc/testing';
import {ChangeReporter} from '../../../src/element/fields/entries.js';
import type {CardVaultChangeDetail} from '../../../src/element/events.js';
import {FakeHost} from '../../support/fake-host.js';

const nothing: CardVaultChangeDetail = {
  valid: false,
  empty: true,
  brand: 'unknown',
  fields: {number: {empty: true, valid: false}},
};

function setup({isNews = false} = {}) {
  const host = new FakeHost();
  const world = {detail: nothing};
  const heard: Readonly<CardVaultChangeDetail>[] = [];
  host.addEventListener('card-vault-change', ({detail}) => heard.push(detail));
  new ChangeReporter(host, () => world.detail, isNews);
  return {host, world, heard};
}

describe('ChangeReporter', () => {
  it('says nothing of what was so from the start', () => {
    const {host, heard} = setup();
    host.update();
    expect(heard).to.deep.equal([]);
  });

  it('tells once of what was entered before it was there', () => {
    const {host, heard} = setup({isNews: true});
    host.update();
    host.update();
    expect(heard).to.deep.equal([nothing]);
  });

  for (const [what, change] of [
    ['the validity', {valid: true}],
    ['the emptiness', {empty: false}],
    ['the brand', {brand: 'visa'}],
    ['one field', {fields: {number: {empty: false, valid: false}}}],
    ['the fields that are shown', {fields: {...nothing.fields, name: {empty: true, valid: false}}}],
  ] as const)
    it(`tells once of a change of ${what}, after the update`, () => {
      const {host, world, heard} = setup();
      world.detail = {...nothing, ...change};
      expect(heard).to.deep.equal([]);
      host.update();
      host.update();
      expect(heard).to.deep.equal([{...nothing, ...change}]);
    });

  it('says nothing of another object that says the same', () => {
    const {host, world, heard} = setup();
    world.detail = {...nothing, fields: {number: {empty: true, valid: false}}};
    host.update();
    expect(heard).to.deep.equal([]);
  });

  it('tells of a change and of the change back', () => {
    const {host, world, heard} = setup();
    world.detail = {...nothing, valid: true};
    host.update();
    world.detail = nothing;
    host.update();
    expect(heard.map(({valid}) => valid)).to.deep.equal([true, false]);
  });

  it('tells once of a change that its own event leads to', () => {
    const {host, world, heard} = setup();
    host.addEventListener('card-vault-change', () => host.update(), {once: true});
    world.detail = {...nothing, valid: true};
    host.update();
    expect(heard).to.have.length(1);
  });
});
