import {expect} from '@open-wc/testing';
import {Frames} from '../../../src/element/fields/frames.js';
import {FakeHost} from '../../support/fake-host.js';
import {FakeFlow} from '../../support/fake-parts.js';

function runOf(calls: string[], flow = new FakeFlow()) {
  const fields = {
    clear: (field?: string) => calls.push(`clear ${field}`),
    focus: (field: string) => calls.push(`focus ${field}`),
    unmount: () => calls.push('unmount'),
  };
  return {flow, fields, sync: () => calls.push('sync'), restyle: () => calls.push('restyle')};
}

describe('the hosted fields of a run', () => {
  it('are none before there is a run', () => {
    const host = new FakeHost();
    const frames = new Frames(host, () => true);
    host.update();
    frames.restyle();
    frames.focus('number');
    frames.clear();
    frames.renew(true);
    frames.close();
    const calls: string[] = [];
    frames.take(runOf(calls));
    expect(calls).to.deep.equal([]);
  });

  it('are styled, focused and emptied, one of them or both', () => {
    const calls: string[] = [];
    const frames = new Frames(new FakeHost(), () => true);
    frames.take(runOf(calls));
    frames.restyle();
    frames.focus('securityCode');
    frames.clear('number');
    frames.clear();
    expect(calls).to.deep.equal(['restyle', 'focus securityCode', 'clear number', 'clear undefined']);
  });

  it('are renewed by their flow, where it can', () => {
    const renewed: unknown[] = [];
    const frames = new Frames(new FakeHost(), () => true);
    frames.take(runOf([]));
    frames.renew(true);
    frames.take(runOf([], Object.assign(new FakeFlow(), {renew: (silent: unknown) => renewed.push(silent)})));
    frames.renew(true);
    frames.renew(false);
    expect(renewed).to.deep.equal([true, false]);
  });

  it('are those of the last run', () => {
    const [first, second]: [string[], string[]] = [[], []];
    const host = new FakeHost();
    const frames = new Frames(host, () => true);
    frames.take(runOf(first));
    frames.take(runOf(second));
    host.update();
    frames.close();
    host.update();
    expect([first, second]).to.deep.equal([[], ['sync', 'unmount']]);
  });
});
