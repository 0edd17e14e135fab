import {expect} from '@open-wc/testing';
import {HostedEntries} from '../../../src/element/fields/hosted-entries.js';

describe('HostedEntries', () => {
  const report = {type: 'change', field: 'number', valid: false, couldBeValid: true} as const;

  it('is not empty while a report cannot be read yet', () => {
    const hosted = new HostedEntries();
    hosted.unread = true;
    expect(hosted.empty).to.equal(false);
    hosted.take({...report, empty: false}, undefined);
    expect(hosted.empty).to.equal(false);
    hosted.take({...report, empty: true}, undefined);
    expect(hosted.empty).to.equal(true);
  });

  it('is empty with new fields, though a report of the old ones was still unread', () => {
    const hosted = new HostedEntries();
    hosted.unread = true;
    hosted.forget();
    expect(hosted.empty).to.equal(true);
  });
});
