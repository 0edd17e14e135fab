import {expect} from '@open-wc/testing';
import {Removals, undoTime} from '../../../src/element/list/removals.js';
import {FakeTimers} from '../../support/fake-host.js';

function setup() {
  const timers = new FakeTimers();
  const sent: [string, boolean][] = [];
  const seen = new Set<string>();
  const removals = new Removals({
    timers,
    isSeen: (token) => seen.has(token),
    send: (token, keepalive) => sent.push([token, keepalive]),
  });
  return {timers, sent, seen, removals};
}

describe('Removals', () => {
  it('are sent each in its own time, once', () => {
    const {timers, sent, removals} = setup();
    removals.begin('a');
    timers.advance(1_000);
    removals.begin('b');
    timers.advance(undoTime - 1_001);
    expect(sent).to.deep.equal([]);
    timers.advance(1);
    expect(sent).to.deep.equal([['a', false]]);
    timers.advance(1_000);
    timers.advance(undoTime);
    expect(sent).to.deep.equal([
      ['a', false],
      ['b', false],
    ]);
  });

  it('are not put off by being begun again', () => {
    const {timers, sent, removals} = setup();
    removals.begin('a');
    timers.advance(undoTime - 1);
    removals.begin('a');
    timers.advance(1);
    expect(sent).to.deep.equal([['a', false]]);
    expect(timers.pending).to.equal(0);
  });

  it('are taken back one by one, and leave no timer behind', () => {
    const {timers, sent, removals} = setup();
    removals.begin('a');
    removals.begin('b');
    expect(removals.undo('a')).to.equal(true);
    expect(timers.pending).to.equal(1);
    timers.advance(undoTime);
    expect(sent).to.deep.equal([['b', false]]);
  });

  it('cannot be taken back twice, too late, or before they are begun', () => {
    const {timers, removals} = setup();
    expect(removals.undo('a')).to.equal(false);
    removals.begin('a');
    removals.undo('a');
    expect(removals.undo('a')).to.equal(false);
    removals.begin('a');
    timers.advance(undoTime);
    expect(removals.undo('a')).to.equal(false);
  });

  it('are all sent when the page is left, in their order, and not again', () => {
    const {timers, sent, removals} = setup();
    removals.begin('b');
    removals.begin('a');
    removals.flush();
    removals.flush();
    timers.advance(undoTime);
    expect(sent).to.deep.equal([
      ['b', true],
      ['a', true],
    ]);
  });

  it('are over when they are sent, so that the same card may be removed again meanwhile', () => {
    const timers = new FakeTimers();
    let sent = 0;
    const removals: Removals = new Removals({
      timers,
      isSeen: () => false,
      send(token) {
        sent += 1;
        if (sent === 1) removals.begin(token);
      },
    });
    removals.begin('a');
    timers.advance(undoTime);
    timers.advance(undoTime);
    expect(sent).to.equal(2);
  });
});

describe('A removal that the shopper looks at', () => {
  it('waits without end, and has its whole time again when they have left it', () => {
    const {timers, sent, removals} = setup();
    removals.begin('a');
    timers.advance(undoTime - 1);
    removals.hold('a', true);
    timers.advance(3_600_000);
    expect(sent).to.deep.equal([]);
    removals.hold('a', false);
    timers.advance(undoTime - 1);
    expect(sent).to.deep.equal([]);
    timers.advance(1);
    expect(sent).to.deep.equal([['a', false]]);
  });

  it('is not sent while they look at it, although no event has said so', () => {
    const {timers, sent, seen, removals} = setup();
    removals.begin('a');
    seen.add('a');
    timers.advance(undoTime);
    expect(sent).to.deep.equal([]);
    seen.delete('a');
    timers.advance(undoTime - 1);
    expect(sent).to.deep.equal([]);
    timers.advance(1);
    expect(sent).to.deep.equal([['a', false]]);
  });

  it('waits while the page is out of sight, and no longer than the page lives', () => {
    const {timers, sent, removals} = setup();
    removals.begin('a');
    removals.away(true);
    timers.advance(3_600_000);
    expect(sent).to.deep.equal([]);
    removals.flush();
    expect(sent).to.deep.equal([['a', true]]);
    removals.away(false);
    expect(timers.pending).to.equal(0);
  });

  it('is taken back while it waits', () => {
    const {timers, sent, removals} = setup();
    removals.begin('a');
    removals.hold('a', true);
    expect(removals.undo('a')).to.equal(true);
    removals.hold('a', false);
    timers.advance(undoTime);
    expect(sent).to.deep.equal([]);
  });
});
