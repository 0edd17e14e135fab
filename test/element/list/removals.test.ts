import {expect} from '@open-wc/testing';
import {Removals} from '../../../src/element/list/removals.js';

function setup() {
  const sent: [string, boolean][] = [];
  const removals = new Removals((token, keepalive) => sent.push([token, keepalive]));
  return {sent, removals};
}

describe('Removals', () => {
  it('are all sent with the next change or when the page is left, in their order, and not again', () => {
    const {sent, removals} = setup();
    removals.begin('b');
    removals.begin('a');
    removals.begin('b');
    expect(sent).to.deep.equal([]);
    removals.flush(false);
    removals.flush(true);
    expect(sent).to.deep.equal([
      ['b', false],
      ['a', false],
    ]);
    removals.begin('c');
    removals.flush(true);
    expect(sent.at(-1)).to.deep.equal(['c', true]);
  });

  it('are taken back one by one', () => {
    const {sent, removals} = setup();
    removals.begin('a');
    removals.begin('b');
    expect(removals.undo('a')).to.equal(true);
    removals.flush(false);
    expect(sent).to.deep.equal([['b', false]]);
  });

  it('cannot be taken back twice, too late, or before they are begun', () => {
    const {removals} = setup();
    expect(removals.undo('a')).to.equal(false);
    removals.begin('a');
    removals.undo('a');
    expect(removals.undo('a')).to.equal(false);
    removals.begin('a');
    removals.flush(false);
    expect(removals.undo('a')).to.equal(false);
  });

  it('are over when they are sent, so that the same card may be removed again meanwhile', () => {
    let sent = 0;
    const removals: Removals = new Removals((token) => {
      sent += 1;
      if (sent === 1) removals.begin(token);
    });
    removals.begin('a');
    removals.flush(false);
    expect(sent).to.equal(1);
    removals.flush(false);
    expect(sent).to.equal(2);
  });
});
