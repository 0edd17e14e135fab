import {expect} from '@open-wc/testing';
import {defaultLimits} from '../../src/flow/index.js';
import {untilLimit} from '../../src/flow/limits.js';
import {createDeviceDataCollection} from '../../src/gateways/index.js';
import {ManualTimers} from '../flow/support/manual-timers.js';
import {signal} from './support/doubles.js';
import {bank, nextArrival, pages, shell, startBank} from './support/pages.js';

const {deviceData: limit} = defaultLimits;
const stalled = new URL('bank/stalled', pages).href;

describe('device data collection under the limit of the flow', () => {
  let clock: ManualTimers;
  let host: HTMLElement;
  before(startBank);
  beforeEach(() => {
    clock = new ManualTimers();
    host = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => {
    host.remove();
  });

  const device = (told?: (fault: string) => void) =>
    createDeviceDataCollection({
      host: () => host,
      after: (ms, callback) => clock.after(ms, callback),
      onFault: ({code}) => told?.(code),
    });
  /** As the flow collects: skipped when the time is up. What the shop is told comes before. */
  const collect = async (frameUrl: string): Promise<string> => {
    const said: string[] = [];
    const request = {accessToken: 'a.b.c', url: bank(), frameUrl};
    const outcome = await untilLimit(
      ...([clock, limit, signal] as const),
      async (own) => (await device((fault) => said.push(fault)).collect(request, {signal: own})).outcome,
      () => 'skipped',
    );
    return [...said, outcome].join(', ');
  };

  it('says that the page of the shell does not load', async () => {
    const result = collect(stalled);
    await clock.pass(limit);
    expect(await result).to.equal('shell-unreachable, failed');
    expect([host.childElementCount, clock.running]).to.deep.equal([0, 0]);
  });

  it('says so where a shell was loaded ahead and its time ends during the collection', async () => {
    device().prepare(stalled, {signal});
    await clock.pass(9_000);
    const result = collect(stalled);
    await clock.pass(limit);
    expect(await result).to.equal('shell-unreachable, failed');
    expect([host.childElementCount, clock.running]).to.deep.equal([0, 0]);
  });

  it('skips a bank that is silent', async () => {
    const arrival = nextArrival();
    const result = collect(shell());
    await arrival;
    await clock.pass(limit);
    expect(await result).to.equal('skipped');
    expect([host.childElementCount, clock.running]).to.deep.equal([0, 0]);
  });
});
