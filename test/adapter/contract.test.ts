import {expect} from '@open-wc/testing';
import {createFetchAdapter} from '../../src/adapter/index.js';
import {browserTimers} from '../../src/gateways/timers.js';
import {createFakeAdapter, testCard} from '../../src/testing/index.js';
import {adapterContract, type ContractTools} from './support/adapter-contract.js';
import {FakeBackend, sessionUrl, shopOrigin} from './support/fake-backend.js';
import {joined} from './support/staged.js';

const tools: ContractTools = {
  describe,
  it,
  same: (actual, expected, message) => void expect(actual, message).to.deep.equal(expected),
};
const verdicts = {right: 'succeeded', wrong: 'failed', cancel: 'cancelled'} as const;
const cases = {frictionless: '2.1', attempted: '2.3', failed: '2.2', challenge: '2.9'} as const;
const expiry = {expirationMonth: '01', expirationYear: '2030', securityCode: '123'};

adapterContract(
  'the fetch adapter, over a fake service,',
  async (options) => {
    const backend = new FakeBackend(options);
    return {
      adapter: joined(createFetchAdapter({sessionUrl, timers: browserTimers, fetch: backend.fetch})),
      origin: shopOrigin,
      transientToken: async (_, scenario) => backend.transientToken(scenario),
      rawCard: (scenario) => ({cardNumber: `card-${scenario}`, ...expiry}),
      collectDeviceData: async () => 'session-1',
      answerStepUp: async (tracker, _, answer) => backend.trackers.validate(tracker, verdicts[answer]),
      close: async () => undefined,
    };
  },
  tools,
);

adapterContract(
  'the fake adapter for tests of shops',
  async ({accountVerification, entryMode}) => {
    const adapter = createFakeAdapter({accountVerification, entryMode, stepUp: 'silence'});
    const numberOf = (scenario: keyof typeof cases): string => testCard(cases[scenario]).number;
    return {
      adapter,
      origin: shopOrigin,
      knowsOrigin: false,
      transientToken: async (_, scenario) =>
        `x.${btoa(JSON.stringify({maskedValue: `XXXXXXXXXXXX${numberOf(scenario).slice(-4)}`}))}.x`,
      rawCard: (scenario) => ({cardNumber: numberOf(scenario), ...expiry}),
      collectDeviceData: async () => 'session-1',
      answerStepUp: async (_, __, answer) => adapter.answerStepUp(verdicts[answer]),
      close: async () => undefined,
    };
  },
  tools,
);
