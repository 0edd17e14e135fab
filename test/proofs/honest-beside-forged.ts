import {randomBytes} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {developmentKeys} from '../../service/src/options.js';
import {Client, percentile} from '../../bench/support/client.js';
import type {FloodRequest, FloodResult} from './support/flood.js';
import {flood} from './support/flooding.js';
import {saveCard} from '../../bench/support/save.js';
import {ServiceProcess} from './support/service-process.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'D9';
export const title =
  'forged, foreign and misused requests get nothing, and shoppers beside them wait no longer than on a quiet service';

const goal = 1.5;
/** How many wrong requests come in a second, and how far apart two honest shoppers are. */
const [perSecond, everyMs] = [200, 500];

const json = {'content-type': 'application/json'};
const random = () => randomBytes(24).toString('base64url');
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (header: object) =>
  `${part(header)}.${part({iss: 'x', sub: 'track_x', act: ['AUTHORIZATION'], exp: 4e9})}.${random()}`;

/** Requests that no honest caller makes, on a tracker that exists. `foreign` is the secret key of another merchant. */
function wrongRequests(tracker: string, foreign: string): readonly FloodRequest[] {
  const action = `/order/payments/v3/${tracker}`;
  const post = (path: string, headers: Readonly<Record<string, string>>, body = '{"payload":{}}') => ({
    ...{method: 'POST', path, body},
    headers: {...json, ...headers},
  });
  const secret = {'x-sfpy-merchant-secret': developmentKeys.secretKey};
  const bearer = (token: string) => ({authorization: `Bearer ${token}`, origin: 'http://localhost:5173'});
  return [
    post(action, bearer(tokenOf({alg: 'none', typ: 'tbt+jwt'}))),
    post(action, bearer(tokenOf({alg: 'EdDSA', typ: 'tbt+jwt', kid: 'x'}))),
    post(action, bearer(tokenOf({alg: 'HS256', typ: 'tbt+jwt'}))),
    post(action, bearer(random())),
    post(action, {'x-sfpy-merchant-secret': `sk_${random()}`}),
    post(action, {...secret, origin: 'https://evil.example'}),
    post(`/order/payments/v3/track_${random()}`, secret),
    post(action, {'x-sfpy-merchant-secret': foreign}),
    post('/client/passport/v1/token', {'x-sfpy-merchant-secret': foreign}, `{"tracker":"${tracker}"}`),
    {
      method: 'GET',
      path: `/reporter/api/v1/payments/${tracker}`,
      headers: {'x-sfpy-merchant-secret': foreign},
    },
    post('/user/customers/v1/', secret, '{"first_name":'),
    post('/user/customers/v1/', secret, '{"first_name":["Ada"]}'),
    post('/client/passport/v1/token', secret, `{"tracker":"${tracker}","origin":"https://evil.example/x"}`),
    post('/order/payments/v3/', secret, '{"user":"cus_of_another","currency":"PKR"}'),
    post('/user/customers/v1/', secret, `{"first_name":"${'x'.repeat(60_000)}"}`),
    {method: 'GET', path: '/user/customers/v1/cus_of_another', headers: secret},
    {method: 'GET', path: `/reporter/api/v1/payments/track_${random()}`, headers: secret},
    {method: 'GET', path: `/${random()}`, headers: {}},
    {method: 'DELETE', path: '/user/customers/v1/', headers: secret},
  ];
}

async function anotherMerchant(service: ServiceProcess): Promise<string> {
  const {json} = await service.post('/sandbox/v1/merchants', {name: 'Another shop'}, random());
  const key = (json as {data?: {secret_key?: string}}).data?.secret_key;
  if (!key) throw new Error('There is no second merchant.');
  return key;
}

const grantedIn = ({statuses}: FloodResult) =>
  Object.entries(statuses).filter(([status]) => !status.startsWith('4'));

async function honest(service: ServiceProcess, count: number): Promise<readonly number[]> {
  const client = new Client(4);
  const urls = await service.ready();
  try {
    return await Promise.all(
      Array.from({length: count}, async (_, shopper) => {
        await pause(shopper * everyMs);
        const begun = performance.now();
        await saveCard(client, urls);
        return performance.now() - begun;
      }),
    );
  } finally {
    client.close();
  }
}

async function measure(wrong: number) {
  const service = new ServiceProcess({database: 'memory:'});
  try {
    const {api} = await service.ready();
    // A request that is granted has to be noticed among the others.
    const right = {...wrongRequests('', '')[10]!, body: '{"first_name":"Ada"}'};
    const planted = await flood({url: api, connections: 1, perSecond: 10, count: 1, requests: [right]});
    const tracker = await saveCard(new Client(1), await service.ready());
    const shoppers = Math.ceil(((wrong / perSecond) * 1000) / everyMs);
    const quiet = await honest(service, shoppers);
    const flooding = flood({
      ...{url: api, connections: 50, perSecond, count: wrong},
      requests: wrongRequests(tracker, await anotherMerchant(service)),
    });
    const beside = await honest(service, shoppers);
    const found = await flooding;
    return {
      found,
      notices: grantedIn(planted).length > 0,
      shoppers,
      ratio: percentile(beside, 99) / percentile(quiet, 99),
      quiet,
      beside,
    };
  } finally {
    await service.kill();
  }
}

/** Shoppers of the slice have waited for something else than a busy machine. */
const stopped = 50;

/** The slice sends 1,000 wrong requests, the bar 10,000 beside 100 shoppers. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const wrong = sizeOf('CARD_VAULT_REQUESTS', {bar, slice: 1000, full: 10_000});
  const {found, notices, shoppers, ratio, quiet, beside} = await measure(wrong);
  const statuses = Object.entries(found.statuses);
  return {
    lines: [
      `${wrong} wrong requests at ${perSecond} a second: ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')}`,
      `${shoppers} shoppers saved a card: p99 ${Math.round(percentile(quiet, 99))} ms on a quiet service, ${Math.round(percentile(beside, 99))} ms beside them (${ratio.toFixed(2)} ×), p50 ${Math.round(percentile(quiet, 50))} and ${Math.round(percentile(beside, 50))} ms`,
    ],
    violations: [
      ...(notices ? [] : ['a request that is granted is not noticed']),
      ...grantedIn(found).map(([status, count]) => `${count} wrong requests were answered with ${status}`),
      ...(found.broken > 0 ? [`V26 ${found.broken} requests without an answer`] : []),
      ...(ratio > (bar ? goal : stopped) ? [`honest shoppers wait ${ratio.toFixed(2)} times as long`] : []),
    ],
  };
}
