import {defaultCardLimits} from '../../service/src/platform/card-limits.js';
import {
  shop,
  startTestService,
  string,
  type Call,
  type Reply,
  type TestService,
} from '../../service/test/support/harness.js';
import {transientToken} from '../../service/test/support/fakes.js';
import {passesLuhn} from '../../service/src/platform/pages/card-number.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'B8/E5';
export const title =
  'of many stolen cards the documented number reaches the network, and honest shoppers pay';

/**
 * A try: who tries it, where from, which card, and on which tracker (a new one if none is named). With a token it is a page that tries.
 */
interface Try {
  readonly user: string;
  readonly address: string;
  readonly number: string;
  readonly tracker?: string;
  readonly token?: string;
}

/**
 * Each request gets a connection of its own. The tries take minutes, and a connection that was idle may be
 * closed by the service in the instant in which the client uses it again.
 */
function withoutIdleConnections(api: TestService): TestService {
  const call = api.call.bind(api);
  api.call = (path, options = {}) =>
    call(path, {...options, headers: {...options.headers, connection: 'close'}});
  return api;
}

let numbers = 0;

/** A card number that was not tried before. */
function freshNumber(): string {
  const digits = `41111${String(++numbers).padStart(10, '0')}`;
  return [...'0123456789'].map((last) => digits + last).find(passesLuhn)!;
}

const open = async (api: TestService, user: string): Promise<string> => {
  const {json} = await api.call('/order/payments/v3/', {body: {user, currency: 'PKR'}});
  return string(json['data']!['tracker']!['token']);
};

/** Takes one card as far as the authorization by the network; gives the answer of the service. */
async function tryCard(api: TestService, {user, address, number, tracker, token: page}: Try): Promise<Reply> {
  const token = tracker ?? (await open(api, user));
  const call: Call =
    page === undefined ? {headers: {'x-sfpy-ip-address': address}} : {token: page, origin: shop};
  await api.act(token, {origin: shop}, call);
  const flex = {transient_token_jwt: transientToken(token, number)};
  const entered = await api.act(token, {payment_method: {flex}}, call);
  if (entered.status !== 200 || tracker !== undefined) return entered;
  await api.enroll(token, 'frictionless');
  return api.authorize(token);
}

/** An attack: its tries, and how many of them may get through. */
interface Attack {
  readonly name: string;
  readonly allowed: number;
  /** The bar makes four times as many tries. */
  readonly isLong?: true;
  readonly next: () => Try;
}

async function attacksOn(api: TestService, limits = defaultCardLimits): Promise<readonly Attack[]> {
  const [one, owner] = [await api.customer(), await api.customer()];
  const gang = await Promise.all(Array.from({length: 50}, () => api.customer()));
  const tracker = await open(api, owner);
  const pages = await Promise.all(
    [...Array.from({length: 50}, () => one), await api.customer()].map(async (user) => {
      const token = await open(api, user);
      return {user, tracker: token, token: await api.token({tracker: token, origin: shop})};
    }),
  );
  const stolen = freshNumber();
  let turn = 0;
  return [
    {
      ...{name: 'one shopper with many cards', allowed: limits.customer},
      next: () => ({user: one, address: `192.0.2.${turn++ % 200}`, number: freshNumber()}),
    },
    {
      ...{name: '50 shoppers of one address', allowed: limits.address, isLong: true},
      next: () => ({user: gang[turn++ % 50]!, address: '198.51.100.1', number: freshNumber()}),
    },
    {
      ...{name: 'one card over 50 shoppers', allowed: limits.card},
      next: () => ({user: gang[turn % 50]!, address: `203.0.113.${turn++ % 200}`, number: stolen}),
    },
    {
      ...{name: 'one tracker', allowed: limits.tracker},
      next: () => ({user: owner, address: '192.0.2.250', number: freshNumber(), tracker}),
    },
    {
      ...{name: 'one token', allowed: limits.tracker, isLong: true},
      next: () => ({...pages.at(-1)!, address: '', number: freshNumber()}),
    },
    {
      // Cards of the first shopper above, who has reached the limit of one shopper.
      ...{name: '50 tokens', allowed: 0, isLong: true},
      next: () => ({...pages[turn++ % 50]!, address: '', number: freshNumber()}),
    },
  ];
}

/** Makes the tries of an attack, eight at a time, and counts the answers. */
async function makeTries(api: TestService, attack: Attack, tries: number) {
  const replies: Reply[] = [];
  while (replies.length < tries) {
    const some = attack.name.startsWith('one t') ? 1 : Math.min(8, tries - replies.length);
    replies.push(...(await Promise.all(Array.from({length: some}, () => tryCard(api, attack.next())))));
  }
  const through = replies.filter(({status}) => status === 200).length;
  // A token that is used too often is revoked, and answered with 401 from then on.
  const refused = replies.filter(
    ({status, headers}) => (status === 429 && headers.has('retry-after')) || status === 401,
  ).length;
  return {through, refused, other: replies.length - through - refused};
}

const networkTries = async (api: TestService) => {
  const [row] = await api.service.database.query<{count: number}>(
    "SELECT count(*)::integer AS count FROM network_ledger WHERE kind = 'authorization'",
  );
  return row!.count;
};

/** Without limits every try gets through: otherwise the proof below would show nothing. */
async function notices(): Promise<boolean> {
  const limits = ['card', 'customer', 'address', 'merchant', 'tracker'].map((kind) => `${kind}=1000000`);
  const api = withoutIdleConnections(await startTestService({limits}));
  try {
    const [attack] = await attacksOn(api);
    const {through} = await makeTries(api, attack!, attack!.allowed + 5);
    return through > attack!.allowed && (await networkTries(api)) > attack!.allowed;
  } finally {
    await api.service.close();
  }
}

/**
 * A tester with an address and a shopper for every card: the merchant's limit lets so many through, and no more,
 * while honest shoppers are asked by their bank, and pay. The tester cannot answer the bank.
 */
async function passTheMerchantsLimit(tries: number) {
  const allowed = 20;
  const api = withoutIdleConnections(await startTestService({limits: [`merchant=${allowed}`]}));
  try {
    const users = await Promise.all(Array.from({length: 10}, () => api.customer()));
    const statuses: number[] = [];
    for (let turn = 0; turn < tries; turn++) {
      const address = `2001:db8:0:${turn.toString(16)}::1`;
      const {status} = await tryCard(api, {user: users[turn % 10]!, address, number: freshNumber()});
      statuses.push(status);
    }
    const reached = await networkTries(api);
    let paid = 0;
    for (let honest = 0; honest < 3; honest++) {
      const tracker = await open(api, await api.customer());
      await api.act(tracker, {origin: shop});
      const flex = {transient_token_jwt: transientToken(tracker, freshNumber())};
      await api.act(tracker, {payment_method: {flex}});
      const {json} = await api.enroll(tracker);
      const asked = json['data']?.['action']?.['payer_authentication_enrollment'];
      const transaction = string(asked?.['authentication_transaction_id']);
      api.issuer.finish(transaction, 'succeeded', '05');
      const back = await api.comeBack(tracker, transaction);
      if (back.headers.get('location')?.includes('payment_method=')) paid++;
    }
    const through = statuses.filter((status) => status === 200).length;
    const isRight = through === allowed && reached === allowed && paid === 3 && !statuses.includes(429);
    return {
      line: `${tries} tries from as many networks, merchant's limit ${allowed}: ${through} through, ${reached} at the network; ${paid} of 3 honest shoppers pay after a step-up`,
      violations: isRight ? [] : ["the merchant's limit is no step-up for those above it"],
    };
  } finally {
    await api.service.close();
  }
}

/** The slice makes 150 tries for each attack, the bar 2,500, and 10,000 with one token, with 50 and from one address. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const violations: string[] = [];
  const lines: string[] = [];
  if (!(await notices())) violations.push('without limits the tries do not get through: nothing is measured');
  const above = await passTheMerchantsLimit(60);
  lines.push(above.line);
  violations.push(...above.violations);
  const few = sizeOf('CARD_VAULT_TRIES', {bar, slice: 150, full: 2500});
  const api = withoutIdleConnections(await startTestService({limits: []}));
  try {
    let honest = 0;
    const payHonestly = async () => {
      const mine = {user: await api.customer(), address: `10.1.${honest % 250}.7`, number: freshNumber()};
      const {status} = await tryCard(api, mine);
      honest += 1;
      if (status !== 200) violations.push(`honest shopper ${honest} was answered ${status}`);
    };
    for (const attack of await attacksOn(api)) {
      const tries = attack.isLong ? few * (bar ? 4 : 1) : few;
      const before = await networkTries(api);
      const beside = Array.from({length: bar ? 25 : 3}, payHonestly);
      const {through, refused, other} = await makeTries(api, attack, tries);
      await Promise.all(beside);
      const reached = (await networkTries(api)) - before - beside.length;
      lines.push(
        `${attack.name}: ${tries} tries, ${through} through, ${refused} refused, ${reached} at the network`,
      );
      if (through > attack.allowed || reached > attack.allowed || other > 0)
        violations.push(
          `${attack.name}: ${through} through of ${attack.allowed} allowed, ${other} other answers`,
        );
    }
    const events = await api.service.database.query<{limit: string}>(
      "SELECT DISTINCT data->>'limit' AS limit FROM events WHERE type = 'velocity.limit_reached'",
    );
    const heard = events.map(({limit}) => limit).sort();
    const expected = (['address', 'card', 'customer', 'tracker'] as const).filter(
      (kind) => defaultCardLimits[kind] < few,
    );
    if (heard.join() !== expected.join()) violations.push(`the merchant hears of ${heard.join()}`);
    lines.push(`${honest} honest shoppers beside them; the merchant hears of ${heard.join(', ')}`);
  } finally {
    await api.service.close();
  }
  return {lines, violations};
}
