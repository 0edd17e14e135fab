import {expect} from '@open-wc/testing';
import {browserTimers} from '../../src/gateways/timers.js';

describe('a time limit in a browser', () => {
  const {setTimeout: real, clearTimeout: clear} = globalThis;
  let due: Map<number, {readonly ms: number; readonly callback: () => void}>;
  let pieces: number[];
  beforeEach(() => {
    due = new Map();
    pieces = [];
    const set = (callback: () => void, ms: number): number => {
      due.set(pieces.push(ms), {ms, callback});
      return pieces.length;
    };
    Object.assign(globalThis, {setTimeout: set, clearTimeout: (id: number) => void due.delete(id)});
  });
  afterEach(() => Object.assign(globalThis, {setTimeout: real, clearTimeout: clear}));

  /** The piece that is waited for passes, however long the page was frozen in it. */
  function pass(): void {
    for (const [id, {callback}] of [...due]) {
      due.delete(id);
      callback();
    }
  }
  function start(ms: number) {
    const limit = {isOver: false, stop: () => undefined as void};
    limit.stop = browserTimers.after(ms, () => (limit.isOver = true));
    return limit;
  }

  it('counts a sleep of the machine, or a frozen page, as one second at most', () => {
    const limit = start(30_000);
    for (let piece = 0; piece < 29; piece += 1) pass();
    expect(limit.isOver).to.equal(false);
    pass();
    expect(limit.isOver).to.equal(true);
    expect(due.size).to.equal(0);
  });

  it('is waited for to the millisecond', () => {
    const limit = start(2_500);
    while (!limit.isOver) pass();
    expect(pieces).to.deep.equal([1_000, 1_000, 500]);
  });

  it('ends when it is cancelled, in whichever piece', () => {
    const limit = start(2_500);
    pass();
    limit.stop();
    expect(due.size).to.equal(0);
    expect(limit.isOver).to.equal(false);
  });
});
