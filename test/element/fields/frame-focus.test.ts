import {expect} from '@open-wc/testing';
import {reportLimit} from '../../../src/element/fields/entries.js';

/** An element with a frame and an input beside it, in the page itself or in a shadow tree of it. */
function setup(isInShadow = false) {
  const page = document.createElement('div');
  document.body.append(page);
  const root = isInShadow ? page.attachShadow({mode: 'open'}) : page;
  const [host, frame, input] = (['div', 'iframe', 'input'] as const).map((name) =>
    document.createElement(name),
  ) as [HTMLElement, HTMLIFrameElement, HTMLInputElement];
  root.append(host, frame, input);
  return {host, frame, input, end: () => page.remove()};
}

describe('the time that a frame has to report its last digit', () => {
  for (const isInShadow of [false, true]) {
    const where = isInShadow ? 'in a shadow tree' : 'in the page';

    it(`is short ${where} while the focus is still in a frame`, () => {
      const {host, frame, end} = setup(isInShadow);
      frame.focus();
      expect(reportLimit(host, 'number')).to.equal(250);
      expect(reportLimit(host, 'security-code')).to.equal(250);
      end();
    });

    it(`is long ${where} where the focus has left the frame of a field that counts as entered`, () => {
      const {host, input, end} = setup(isInShadow);
      input.focus();
      expect(reportLimit(host, 'number')).to.equal(2_000);
      expect(reportLimit(host, 'security-code')).to.equal(2_000);
      end();
    });
  }

  it('is long where nothing has the focus any more', () => {
    const {host, end} = setup(true);
    expect(reportLimit(host, 'number')).to.equal(2_000);
    end();
  });

  it('is short for an input of the element, and where no field is entered', () => {
    const {host, input, end} = setup();
    input.focus();
    expect(reportLimit(host, 'expiry')).to.equal(250);
    expect(reportLimit(host, undefined)).to.equal(250);
    end();
  });
});
