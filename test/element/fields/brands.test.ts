import {expect} from '@open-wc/testing';
import {Brands} from '../../../src/element/fields/brands.js';
import {FakeHost} from '../../support/fake-host.js';
import {waitUntil} from '../../support/wait.js';

class Host extends FakeHost {
  acceptedBrands: string | undefined = 'visa, Nonesuch';
}
customElements.define('fake-brands-host', Host);

describe('Brands: what accepted-brands names', () => {
  const {warn} = console;
  let heard: string[];
  beforeEach(() => {
    heard = [];
    console.warn = (text: string) => void heard.push(text);
  });
  afterEach(() => void (console.warn = warn));

  it('is only read by who asks for it; the host hears once of a name that is not known when it updates', async () => {
    const host = new Host();
    const brands = new Brands(host);
    expect([brands.accepted, brands.accepted]).to.deep.equal([['visa'], ['visa']]);
    // The words of a warning would be loaded by now.
    await import('../../../src/element/developer.js');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(heard).to.deep.equal([]);
    host.update();
    host.update();
    await waitUntil(() => heard.length > 0);
    expect(heard).to.have.length(1);
    expect(heard[0]).to.contain('"nonesuch" is not known');
    expect(host.updates).to.equal(0);
  });

  it('is at once what the page has changed it to', () => {
    const host = new Host();
    const brands = new Brands(host);
    host.acceptedBrands = 'amex';
    expect(brands.accepted).to.deep.equal(['amex']);
  });
});
