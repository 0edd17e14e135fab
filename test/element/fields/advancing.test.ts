import {expect} from '@open-wc/testing';
import {Advancing, type AdvancingOptions} from '../../../src/element/shopper/focus.js';
import type {FieldName} from '../../../src/element/options.js';

const fields = ['number', 'expiry', 'security-code'] as const;

function setup(
  right: readonly FieldName[],
  more: {wrong?: FieldName; focused?: FieldName; shown?: FieldName} = {},
) {
  const went: FieldName[] = [];
  const status = (field: FieldName) => ({
    empty: !right.includes(field) && more.wrong !== field,
    valid: right.includes(field),
  });
  const entries: AdvancingOptions['entries'] = {
    fields,
    firstProblem: fields.find((field) => !right.includes(field)),
    shown: (field) => (more.shown === field ? {key: 'numberMissing'} : undefined),
    status,
  };
  const host = {autoAdvance: true};
  return {
    host,
    went,
    advancing: new Advancing({
      host,
      entries,
      store: {focused: more.focused},
      focus: (field) => went.push(field),
    }),
  };
}

describe('Advancing', () => {
  // shows: peers 78
  it('goes on from the field that is typed into, where the page asks for it', () => {
    const {advancing, host, went} = setup(['number'], {focused: 'number'});
    advancing.whole('number');
    host.autoAdvance = false;
    advancing.whole('number');
    expect(went).to.deep.equal(['expiry']);
  });

  it('stays where the browser has filled the field in, and goes to no field that has something in it', () => {
    const filled = setup(['number']);
    filled.advancing.whole('number');
    const entered = setup(['number'], {focused: 'number', wrong: 'expiry'});
    entered.advancing.whole('number');
    expect([...filled.went, ...entered.went]).to.deep.equal([]);
  });

  it('takes Enter for “next” while a later field is empty', () => {
    const {advancing, went} = setup(['number', 'expiry'], {focused: 'number'});
    expect(advancing.enter('number')).to.equal(true);
    expect(went).to.deep.equal(['security-code']);
  });

  it('leaves Enter to the form when all is right, the field itself is wrong, or the error is shown already', () => {
    expect(setup(fields).advancing.enter('security-code')).to.equal(false);
    expect(setup([]).advancing.enter('number')).to.equal(false);
    expect(setup(['number'], {wrong: 'expiry'}).advancing.enter('number')).to.equal(false);
    expect(setup(['number'], {shown: 'expiry'}).advancing.enter('number')).to.equal(false);
  });
});
