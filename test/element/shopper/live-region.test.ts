import {expect} from '@open-wc/testing';
import {LiveRegion} from '../../../src/element/shopper/live-region.js';
import {FakeHost} from '../../support/fake-host.js';

describe('the live region', () => {
  function region() {
    const live = new LiveRegion(new FakeHost());
    /** What a screen reader hears of an update: nothing where the text is as it was. */
    let before = '';
    const heard = (): boolean => {
      const changed = live.text !== before;
      before = live.text;
      live.hostUpdated();
      return changed;
    };
    return {live, heard};
  }

  it('has the same words heard again', () => {
    const {live, heard} = region();
    for (let turn = 0; turn < 3; turn += 1) {
      live.say('The card could not be sent.');
      expect(heard()).to.equal(true);
    }
    expect(heard()).to.equal(false);
  });

  it('has them heard again, too, after words that were never drawn', () => {
    const {live, heard} = region();
    for (let turn = 0; turn < 3; turn += 1) {
      live.say('Saving…');
      live.say('The card could not be sent.');
      expect(live.text.trim()).to.equal('The card could not be sent.');
      expect(heard()).to.equal(true);
    }
  });
});
