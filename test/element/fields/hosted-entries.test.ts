import {expect} from '@open-wc/testing';
import {HostedEntries} from '../../../src/element/fields/hosted-entries.js';

describe('HostedEntries', () => {
  const report = {type: 'change', field: 'number', valid: false, couldBeValid: true} as const;

  it('is empty by the last reports of both fields', () => {
    const hosted = new HostedEntries();
    expect(hosted.empty).to.equal(true);
    hosted.take({...report, empty: false}, undefined);
    hosted.take({...report, field: 'securityCode', empty: false}, undefined);
    hosted.take({...report, empty: true}, undefined);
    expect(hosted.empty).to.equal(false);
    hosted.forget();
    expect(hosted.empty).to.equal(true);
  });
});
