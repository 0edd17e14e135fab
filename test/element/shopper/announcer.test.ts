import {expect} from '@open-wc/testing';
import {Announcer} from '../../../src/element/shopper/announcer.js';
import {FakeHost} from '../../support/fake-host.js';

describe('the live region', () => {
  function region() {
    const announcer = new Announcer(new FakeHost());
    /** What a screen reader hears of an update: nothing where the text is as it was. */
    let before = '';
    const heard = (): boolean => {
      const changed = announcer.text !== before;
      before = announcer.text;
      announcer.hostUpdated();
      return changed;
    };
    return {announcer, heard};
  }

  it('has the same words heard again', () => {
    const {announcer, heard} = region();
    for (let turn = 0; turn < 3; turn += 1) {
      announcer.say('The card could not be sent.');
      expect(heard()).to.equal(true);
    }
    expect(heard()).to.equal(false);
  });

  it('has them heard again, too, after words that were never drawn', () => {
    const {announcer, heard} = region();
    for (let turn = 0; turn < 3; turn += 1) {
      announcer.say('Saving…');
      announcer.say('The card could not be sent.');
      expect(announcer.text.trim()).to.equal('The card could not be sent.');
      expect(heard()).to.equal(true);
    }
  });
});
