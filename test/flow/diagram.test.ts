import {expect} from '@open-wc/testing';
import {flowDocument} from '../../tools/docs/flow-document.js';

describe('docs/flow.md', () => {
  it('is what the tables of the flow say (npm run docs writes it)', async () => {
    const response = await fetch('/docs/flow.md');
    expect(await response.text()).to.equal(flowDocument());
  });
});
