import {startTestService, type TestService} from '../../service/test/support/harness.js';
import {HostedBrowser} from '../../service/test/support/hosted-browser.js';
import {productionOptions} from '../../service/test/support/production.js';
import type {ProofResult} from './support/proof.js';

export const id = 'E2';
export const title = 'a merchant gets nothing for an origin that is another’s';

const owned = 'https://owned.example';
const second = {publicKey: 'sec_second', secretKey: 'sk_second_merchant_of_this_proof'};

interface Answer {
  readonly status: number;
  readonly headers: Headers;
}

/** Everything that a merchant can ask for an origin. An answer below 300 grants it. */
async function requests(
  api: TestService,
  secret: string,
  {claims = true}: {readonly claims?: boolean} = {},
): Promise<Readonly<Record<string, Answer>>> {
  const post = (path: string, body: object) => api.call(path, {secret, body});
  const {json} = await post('/user/customers/v1/', {first_name: 'Ada'});
  const user = json['data']!['token'];
  const opened = await post('/order/payments/v3/', {user, currency: 'PKR'});
  const tracker = opened.json['data']!['tracker']!['token'] as unknown as string;
  const minted = await post('/client/passport/v1/token', {});
  const token = minted.json['data'] as unknown as string;
  const page = {token, origin: owned};
  const link = await post('/client/passport/v1/token', {scope: 'portal', user});
  const query = new URLSearchParams({auth_token: String(link.json['data']), redirect_url: `${owned}/`});
  return {
    ...(claims && {claim: await post('/client/origins/v1', {origin: owned})}),
    token: await post('/client/passport/v1/token', {tracker, origin: owned}),
    'checkout token': await post('/client/passport/v1/token', {scope: 'checkout', user, origin: owned}),
    guest: await post('/user/v1/guest', {first_name: 'Guest', origin: owned}),
    'capture context': await post(`/order/payments/v3/${tracker}`, {payload: {origin: owned}}),
    'capture context of a page': await api.act(tracker, {origin: owned}, {token}),
    'call of a page': await api.call(`/reporter/api/v1/payments/${tracker}`, page),
    'return URL': await new HostedBrowser(api).get(`/portal?${query.toString()}`),
  };
}

/** Which requests were granted. A link that is followed answers with a redirect. */
const granted = (replies: Readonly<Record<string, Answer>>): string[] =>
  Object.entries(replies).flatMap(([what, {status, headers}]) => {
    const readable = headers.get('access-control-allow-origin') === owned;
    return status < 400 || readable ? [what] : [];
  });

/** Asks in development and in production: before, while, and after the origin is the first merchant's. */
export async function run(): Promise<ProofResult> {
  const violations: string[] = [];
  let tried = 0;
  for (const [mode, options] of Object.entries({development: {}, production: productionOptions})) {
    const api = await startTestService({...options, origins: [owned], merchants: [second]});
    try {
      const replies = await requests(api, second.secretKey);
      tried += Object.keys(replies).length;
      violations.push(...granted(replies).map((what) => `${mode}: ${what} was granted`));
      const own = granted(await requests(api, api.service.keys.secretKey));
      if (own.length < Object.keys(replies).length)
        violations.push(`${mode}: the owner itself gets only ${own.join(', ')}`);
    } finally {
      await api.service.close();
    }
  }
  const api = await startTestService({origins: [], merchants: [second]});
  const {secretKey} = api.service.keys;
  const path = '/client/origins/v1';
  try {
    await api.call(path, {body: {origin: owned}});
    const whileAsked = await requests(api, second.secretKey);
    const whileOwned = granted(whileAsked);
    await api.call(`${path}/${encodeURIComponent(owned)}`, {method: 'DELETE'});
    const removed = [secretKey, second.secretKey].map((secret) => requests(api, secret, {claims: false}));
    const after = (await Promise.all(removed)).flatMap(granted);
    tried += whileOwned.length + 22;
    violations.push(...whileOwned.map((what) => `added by request: ${what} was granted`));
    violations.push(...after.map((what) => `after its removal: ${what} was granted`));
    // It is free now, so the second merchant may claim it: the proof has to notice what is granted.
    const planted = granted(await requests(api, second.secretKey));
    if (planted.length < Object.keys(whileAsked).length)
      violations.push(`of a granted origin only ${planted.join(', ')} was noticed`);
  } finally {
    await api.service.close();
  }
  return {lines: [`${tried} requests for an origin of another merchant, 0 granted`], violations};
}
