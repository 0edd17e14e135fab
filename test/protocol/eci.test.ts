import {expect} from '@open-wc/testing';
import {liabilityShiftOf} from '../../src/protocol/index.js';

describe('electronic commerce indicator (spec 2.4)', () => {
  const expected: [string | undefined, boolean][] = [
    ['01', true],
    ['02', true],
    ['05', true],
    ['06', true],
    ['07', false],
    ['00', false],
    ['toString', false],
    [undefined, false],
  ];
  for (const [eci, shift] of expected) {
    it(`${eci ?? 'none'} ${shift ? 'shifts' : 'does not shift'} liability`, () => {
      expect(liabilityShiftOf(eci)).to.equal(shift);
    });
  }
});
