import {expect} from '@open-wc/testing';
import {createFlow} from '../../src/flow/index.js';
import type {StateName} from '../../src/flow/index.js';
import {FakePorts, settled} from './support/fake-ports.js';

const input = {expirationMonth: '01', expirationYear: '2030'};

describe('a run from open to saved', () => {
  it('frictionless', async () => {
    const fake = new FakePorts();
    const flow = createFlow({ports: fake.ports});
    const names: StateName[] = [];
    flow.subscribe((state) => names.push(state.name));
    flow.open();
    await settled();
    flow.save(input);
    await settled();
    expect(names).to.deep.equal([
      'opening',
      'capturing',
      'capturing',
      'collecting',
      'tokenizing',
      'setting-up',
      'collecting-device-data',
      'enrolling',
      'authorizing',
      'completing',
      'saved',
    ]);
  });
});
