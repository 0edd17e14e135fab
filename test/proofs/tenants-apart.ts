import {
  startTestService,
  string,
  type Call,
  type Reply,
  type TestService,
} from '../../service/test/support/harness.js';
import {subscribed} from '../../service/test/support/billing.js';
import {advance, deliveriesOf, endpoint, appendEvents} from '../../service/test/support/webhooks.js';
import {operationsOf} from '../../service/src/edges/openapi/operations.js';
import {median} from '../../bench/support/client.js';
import type {ProofResult} from './support/proof.js';

export const id = 'B9';
export const title = 'every route with the ids of another merchant answers as for ids that do not exist';

const unknown = '00000000-0000-4000-8000-000000000000';

/** Something of a merchant's, by its name in paths. */
type Ids = Readonly<
  Record<
    'customer' | 'method' | 'tracker' | 'plan' | 'subscription' | 'endpoint' | 'delivery' | 'address',
    string
  >
>;

const home = {street1: '1 Mall Road', city: 'Karachi', country: 'PK'};

/** Bodies that would be accepted for an own id, so that nothing but the id is refused. */
const bodies: Readonly<Record<string, (ids: Ids) => object>> = {
  setupPayment: ({customer}) => ({user: customer, currency: 'PKR'}),
  mintToken: ({tracker}) => ({tracker, origin: 'http://localhost:5173'}),
  addMetadata: () => ({data: {a: 1}}),
  updateCustomer: () => ({first_name: 'Eve'}),
  createAddress: ({customer}) => ({...home, user: customer}),
  updateAddress: () => ({city: 'Lahore'}),
  changePaymentMethod: () => ({is_default: true}),
  updatePlan: () => ({name: 'Eve'}),
  changeSubscription: () => ({pause_collection: {payment_collection_behavior: 'MARK_VOID'}}),
  replayEvents: () => ({from: '2026-01-01T00:00:00Z'}),
};

const fill = (path: string, ids: Ids) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name as keyof Ids] ?? `no ${name} is known`);

/** Routes that name something of a merchant's, in the path or in the body. */
const named = operationsOf({sandbox: false}).filter(
  ({access, path, id: name}) => access !== 'public' && (path.includes(':') || name in bodies),
);
const routes = named.filter(({access}) => access !== 'shopper');
/** Those that take a shopper's session and name what is not the shopper's by nature. */
const shopperRoutes = named.filter(
  ({access, path}) => ['owner', 'identified', 'shopper'].includes(access) && path.includes(':'),
);

/** Milliseconds of one question about another merchant's id and of the same about an unknown one, asked one after the other. */
interface Pair {
  readonly foreign: number;
  readonly absent: number;
}

async function timed(ask: () => Promise<Reply>): Promise<[Reply, number]> {
  const started = performance.now();
  const reply = await ask();
  return [reply, performance.now() - started];
}

async function compare(
  service: TestService,
  calls: {theirs: Ids; nobodys: Ids; call: Call; asked?: typeof routes},
  pairs: Pair[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const {method, path, id: name} of calls.asked ?? routes) {
    const ask = (ids: Ids) => () => {
      const body = method === 'post' || method === 'put' ? {body: bodies[name]?.(ids) ?? {}} : {};
      return service.call(fill(path, ids), {...calls.call, ...body, method: method.toUpperCase()});
    };
    // Who is asked about first changes from pair to pair, so that being second is no advantage.
    const turned = pairs.length % 2 === 0;
    const first = await timed(ask(turned ? calls.nobodys : calls.theirs));
    const second = await timed(ask(turned ? calls.theirs : calls.nobodys));
    const [[foreign, slow], [absent, quick]] = turned ? [second, first] : [first, second];
    pairs.push({foreign: slow, absent: quick});
    const text = foreign.text.replaceAll(/req_[0-9a-f-]{36}/g, 'req');
    const same = text === absent.text.replaceAll(/req_[0-9a-f-]{36}/g, 'req');
    const hidden = foreign.status === 404 || (calls.call.token !== undefined && foreign.status === 403);
    if (!same || !hidden || foreign.status !== absent.status) {
      wrong.push(`${name}: ${foreign.status} for another merchant’s, ${absent.status} for unknown ones`);
    }
  }
  return wrong;
}

/**
 * Whether times tell the two apart: by how many pairs one of them took longer (a sign test, which a busy machine does not disturb),
 * and by how much. Half a millisecond is less than one statement.
 */
function timing(pairs: readonly Pair[]): {readonly line: string; readonly tells: boolean} {
  const longer = pairs.filter(({foreign, absent}) => foreign > absent).length;
  const deviation = (longer - pairs.length / 2) / Math.sqrt(pairs.length / 4);
  const [foreign, absent] = [
    median(pairs.map((pair) => pair.foreign)),
    median(pairs.map((pair) => pair.absent)),
  ];
  const apart = median(pairs.map((pair) => pair.foreign - pair.absent));
  const line = `times: median ${foreign.toFixed(2)} ms for another merchant’s, ${absent.toFixed(2)} ms for unknown ones; ${longer} of ${pairs.length} pairs took longer for another’s (${deviation.toFixed(1)} standard deviations), median difference ${apart.toFixed(3)} ms`;
  return {line, tells: Math.abs(deviation) > 5 && Math.abs(apart) > 0.5};
}

/** One of each thing that a merchant can have. */
async function everything(service: TestService): Promise<Ids> {
  const {customer, method, subscription} = await subscribed(service);
  // The first period is charged before anybody looks.
  await advance(service, 0);
  const tracker = await service.tracker({user: customer});
  const read = await service.call(`/client/subscriptions/v1/${subscription}`);
  const made = await endpoint(service, 'https://shop.example/webhooks');
  await appendEvents(service, {});
  const kept = await service.call('/user/address/v2/', {body: {...home, user: customer}});
  const [delivery] = await deliveriesOf(service, made['token']!);
  await service.call(`/client/webhooks/v1/${string(made['token'])}`, {method: 'PUT', body: {enabled: false}});
  return {
    ...{customer, method, tracker, subscription},
    address: string(kept.json['data']!['token']),
    plan: string(read.json['data']!['plan_id']),
    endpoint: string(made['token']),
    delivery: string(delivery!['token']),
  };
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rounds = bar ? 200 : 10;
  const service = await startTestService();
  const violations: string[] = [];
  const pairs: Pair[] = [];
  try {
    const made = await service.call('/sandbox/v1/merchants', {body: {name: 'other'}});
    const secret = string(made.json['data']!['secret_key']);
    // One shopper of the other merchant, and one of the same: what is a neighbour's is as far away.
    const sessionOf = async (call: Call) => {
      const reply = await service.call('/user/v1/guest/', {...call, body: {}});
      return string(reply.json['data']!['session']);
    };
    const nobodys = {
      ...{customer: `cus_${unknown}`, method: `pm_${unknown}`, tracker: `track_${unknown}`},
      ...{plan: `plan_${unknown}`, subscription: `sub_${unknown}`},
      ...{endpoint: `wh_${unknown}`, delivery: `del_${unknown}`, address: `addr_${unknown}`},
    };
    for (let round = 0; round < rounds; round += 1) {
      const theirs = await everything(service);
      const {tracker, subscription} = theirs;
      const look = async () =>
        JSON.stringify([
          await service.payment(tracker),
          (await service.call(`/client/subscriptions/v1/${subscription}`)).text,
          (await service.call(`/user/address/v2/${theirs.address}`)).text,
        ]);
      const before = await look();
      // A token may call 1,200 times a minute: one for each round.
      const minted = await service.call('/client/passport/v1/token', {secret, body: {}});
      const token = string(minted.json['data']);
      violations.push(...(await compare(service, {theirs, nobodys, call: {secret}}, pairs)));
      violations.push(...(await compare(service, {theirs, nobodys, call: {token}}, pairs)));
      for (const call of [{secret}, {}]) {
        const session = {token: await sessionOf(call)};
        violations.push(
          ...(await compare(service, {theirs, nobodys, call: session, asked: shopperRoutes}, pairs)),
        );
      }
      if ((await look()) !== before)
        violations.push(`${tracker}, ${subscription} or ${theirs.address} was changed`);
      // A merchant has so many endpoints and no more.
      await service.call(`/client/webhooks/v1/${theirs.endpoint}`, {method: 'DELETE'});
    }
  } finally {
    await service.service.close();
  }
  const {line, tells} = timing(pairs);
  if (tells) violations.push(line);
  const lines = [
    `${routes.length} routes × 2 credentials, ${shopperRoutes.length} × 2 shoppers, × ${rounds}: same status and body as for unknown ids`,
    line,
  ];
  return {lines, violations};
}
