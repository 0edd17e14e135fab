import {expect} from '@open-wc/testing';
import {AppearanceController} from '../../../src/element/shopper/appearance.js';
import {FakeHost} from '../../support/fake-host.js';

function setup() {
  const host = new FakeHost();
  host.attachShadow({mode: 'open'});
  const calls: string[] = [];
  const appearance = new AppearanceController(host, () => calls.push(accent()));
  /** The accent that the element's styles would read. */
  const accent = (): string => getComputedStyle(host).getPropertyValue('--_page-accent');
  return {host, calls, appearance, accent, sheets: () => host.shadowRoot!.adoptedStyleSheets.length};
}

describe('AppearanceController', () => {
  afterEach(() => document.querySelectorAll('fake-host').forEach((host) => host.remove()));

  it('takes the accent colour of the page when the element comes into it', () => {
    const {host, accent, calls, sheets} = setup();
    host.style.accentColor = 'rgb(1, 2, 3)';
    document.body.append(host);
    expect(accent()).to.equal('rgb(1, 2, 3)');
    expect(sheets()).to.equal(1);
    expect(calls).to.deep.equal([]);
  });

  it('adds no style where the page has no accent colour', () => {
    const {host, accent, sheets, appearance} = setup();
    document.body.append(host);
    appearance.onProbeChange();
    expect([accent(), sheets()]).to.deep.equal(['', 0]);
  });

  it('has the new accent when it tells of a change', () => {
    const {host, calls, appearance} = setup();
    document.body.append(host);
    host.style.accentColor = 'rgb(1, 2, 3)';
    appearance.onProbeChange();
    appearance.onProbeChange();
    expect(calls).to.deep.equal(['rgb(1, 2, 3)', 'rgb(1, 2, 3)']);
  });

  it('follows the accent in one style sheet, and gives it up with the page', () => {
    const {host, accent, sheets, appearance} = setup();
    document.body.append(host);
    for (const [color, expected] of [
      ['rgb(1, 2, 3)', 'rgb(1, 2, 3)'],
      ['rgb(4, 5, 6)', 'rgb(4, 5, 6)'],
      ['auto', ''],
    ] as const) {
      host.style.accentColor = color;
      appearance.takeAccent();
      expect(accent()).to.equal(expected);
    }
    expect(sheets()).to.equal(1);
  });

  it('puts the accent into the tree that it is given', () => {
    const {host, appearance, sheets} = setup();
    const other = document.createElement('div').attachShadow({mode: 'open'});
    document.body.append(host);
    host.style.accentColor = 'rgb(1, 2, 3)';
    appearance.takeAccent(other);
    expect(other.adoptedStyleSheets).to.have.length(1);
    expect(sheets()).to.equal(0);
  });
});
