import {expect} from '@open-wc/testing';
import {takePlace} from '../../../src/early/places.js';
import {PlacesController} from '../../../src/element/fields/places.js';
import {FakeHost} from '../../support/fake-host.js';

const begun = {fields: Promise.resolve(undefined)};

function setup(html = '', begunSession?: object) {
  const host = Object.assign(new FakeHost(), {begunSession});
  host.innerHTML = html;
  const places = new PlacesController(host, () => undefined);
  const slots = (): string[] => [...host.children].map(({slot}) => slot);
  const connect = (): void => document.body.append(host);
  return {host, places, slots, connect};
}

describe('PlacesController', () => {
  afterEach(() => document.querySelectorAll('fake-host').forEach((host) => host.remove()));

  it('makes one child for each hosted field when the element comes into the page', () => {
    const {host, places, slots, connect} = setup();
    expect(slots()).to.deep.equal([]);
    connect();
    expect(slots()).to.deep.equal(['number', 'security-code']);
    expect([...host.children]).to.deep.equal([places.current.number, places.current.securityCode]);
  });

  it('takes its children out with the element, and those of the page not', () => {
    const {host, slots, connect} = setup('<p slot="heading"></p>');
    connect();
    expect(slots()).to.deep.equal(['heading', 'number', 'security-code']);
    host.remove();
    expect(slots()).to.deep.equal(['heading']);
  });

  it('makes new ones when the element comes back', () => {
    const {host, places, slots, connect} = setup();
    connect();
    const {number} = places.current;
    host.remove();
    connect();
    expect(slots()).to.deep.equal(['number', 'security-code']);
    expect(places.current.number).not.to.equal(number);
  });

  it('keeps the children in which the page has begun the fields', () => {
    const {host, places, connect} = setup(
      '<div slot="number"><i></i></div><div slot="security-code"></div>',
      {
        ...begun,
      },
    );
    const [number, code] = host.children;
    connect();
    expect([places.current.number, places.current.securityCode]).to.deep.equal([number, code]);
    expect(number!.childElementCount).to.equal(1);
  });

  it('makes the child that the page lacks', () => {
    const {places, slots, connect} = setup('<div slot="number"></div>', begun);
    connect();
    expect(slots()).to.deep.equal(['number', 'security-code']);
    expect(places.current.securityCode.slot).to.equal('security-code');
  });

  it('puts its own in the place of copies, with whose frames nothing was begun', () => {
    for (const session of [undefined, {}]) {
      const {host, places, slots, connect} = setup('<div slot="number"><i></i></div>', session);
      const copy = host.firstElementChild;
      connect();
      expect(slots()).to.deep.equal(['number', 'security-code']);
      expect(places.current.number).not.to.equal(copy);
      expect(places.current.number.childElementCount).to.equal(0);
      host.remove();
    }
  });

  it('takes no notice of what is deeper in the element', () => {
    const {host, connect} = setup('<p><b slot="number"></b></p>', begun);
    connect();
    expect(host.querySelectorAll('[slot=number]')).to.have.length(2);
    expect(host.querySelector('p > b')).not.to.equal(null);
  });
});

describe('a place that is taken', () => {
  it('is the one that is there, emptied', () => {
    const {host} = setup('<div slot="number" id="own"><i></i></div>');
    const place = takePlace(host, 'number');
    expect([place.id, place.childElementCount]).to.deep.equal(['own', 0]);
    expect(host.children).to.have.length(1);
  });

  it('is a new one where there is none', () => {
    const {host, slots} = setup('<p><b slot="number"></b></p>');
    const place = takePlace(host, 'number');
    expect(slots()).to.deep.equal(['', 'number']);
    expect(host.lastElementChild).to.equal(place);
  });
});
