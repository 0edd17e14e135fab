import {expect} from '@open-wc/testing';
import {createFetchAdapter} from '../../src/adapter/index.js';
import {adapterContract} from './support/adapter-contract.js';
import {FakeBackend, sessionUrl, shopOrigin} from './support/fake-backend.js';

adapterContract(
  'the fetch adapter, over a fake service,',
  async (options) => {
    const backend = new FakeBackend(options);
    const verdicts = {right: 'succeeded', wrong: 'failed', cancel: 'cancelled'} as const;
    return {
      adapter: createFetchAdapter({sessionUrl, fetch: backend.fetch}),
      origin: shopOrigin,
      transientToken: async (_, scenario) => backend.transientToken(scenario),
      rawCard: (scenario) => ({
        cardNumber: `card-${scenario}`,
        expirationMonth: '01',
        expirationYear: '2030',
        securityCode: '123',
      }),
      collectDeviceData: async () => 'session-1',
      answerStepUp: async (tracker, _, answer) => backend.trackers.validate(tracker, verdicts[answer]),
      close: async () => undefined,
    };
  },
  {
    describe,
    it,
    same: (actual, expected, message) => expect(actual, message).to.deep.equal(expected),
  },
);
