import {createFetchAdapter} from '../../../src/adapter/index.js';
import {browserTimers} from '../../../src/gateways/timers.js';
import type {Enrollment, RawCard} from '../../../src/protocol/index.js';
import {createCardVaultServer} from '../../../src/server/index.js';
import {startService, type Service} from '../../../service/src/index.js';
import {encryptCard} from '../../../service/src/simulators/microform/index.js';
import {oneTimeCode, testCard} from '../../../src/testing/index.js';
import type {AdapterHarness, CreateHarness, Scenario} from './adapter-contract.js';
import {joined} from './staged.js';

const shop = 'http://localhost:5173';
const cases = {frictionless: '2.1', attempted: '2.3', failed: '2.2', challenge: '2.9'} as const;

/** The real service on ports of its own, to be closed when the suite is over. */
export function startRealService(): Promise<Service> {
  return startService({port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:', allowRaw: true});
}

/**
 * The fetch adapter before the real shop server and the real service; only the browser's own part is played.
 */
export function realHarness(service: Service): CreateHarness {
  return async ({accountVerification, entryMode}): Promise<AdapterHarness> => {
    let customer = '';
    const vault = createCardVaultServer({
      serviceUrl: service.urls.api,
      secretKey: service.keys.secretKey,
      publicKey: service.keys.publicKey,
      currency: 'USD',
      entryMode,
      accountVerification,
      customer: () => customer,
      onError: () => undefined,
    });
    const shopper = {firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', country: 'GB'};
    const created = await vault.client.customers.create({...shopper, phoneNumber: '+441234567'});
    customer = created.token;
    // What a browser adds to requests of the page.
    const asPage: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('origin', shop);
      if (!String(input).startsWith(shop)) return fetch(input, {...init, headers});
      headers.set('sec-fetch-site', 'same-origin');
      return vault.handle(new Request(input, {...init, headers}));
    };
    return {
      adapter: joined(
        createFetchAdapter({
          sessionUrl: `${shop}/card-vault/session`,
          timers: browserTimers,
          fetch: asPage,
        }),
      ),
      origin: shop,
      transientToken: ({jwt}, scenario) => transientToken(service, jwt, scenario),
      rawCard,
      collectDeviceData: ({deviceDataCollectionUrl, accessToken}) =>
        collectDeviceData(deviceDataCollectionUrl, accessToken),
      answerStepUp: (_, stepUp, answer) => answerStepUp(service, stepUp, answer),
      close: async () => undefined,
    };
  };
}

function rawCard(scenario: Scenario): RawCard {
  return {
    cardNumber: testCard(cases[scenario]).number,
    expirationMonth: '01',
    expirationYear: String(new Date().getUTCFullYear() + 3),
    securityCode: '123',
  };
}

/** What the frame of the number does with a complete card. */
async function transientToken(service: Service, jwt: string, scenario: Scenario): Promise<string> {
  const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly flx: {readonly jwk: Parameters<typeof encryptCard>[1]};
  };
  const {cardNumber: number, ...card} = rawCard(scenario);
  const response = await fetch(`${service.urls.fields}/flex/v2/tokens`, {
    method: 'POST',
    headers: {'content-type': 'application/json', origin: service.urls.fields},
    body: JSON.stringify({captureContext: jwt, card: await encryptCard({number, ...card}, claims.flx.jwk)}),
  });
  if (response.status !== 201) throw new Error(`no transient token: ${await response.text()}`);
  return response.text();
}

async function collectDeviceData(url: string, accessToken: string): Promise<string> {
  const page = await post(url, {JWT: accessToken}, shop);
  const [, sessionId] = /SessionId\W+([0-9a-f-]{36})/.exec(await page.text()) ?? [];
  if (sessionId === undefined) throw new Error('no session id');
  return sessionId;
}

/** Through the bank's page and back along the service's return path, as the forms there would go. */
async function answerStepUp(
  service: Service,
  {url, accessToken: token}: NonNullable<Enrollment['stepUp']>,
  answer: 'right' | 'wrong' | 'cancel',
): Promise<void> {
  await post(url, {JWT: token}, shop);
  const request =
    answer === 'cancel'
      ? {token, action: 'cancel'}
      : {token, action: 'confirm', code: answer === 'right' ? oneTimeCode : '9999'};
  for (let tries = 0; tries < 5; tries += 1) {
    const response = await fetch(`${url}/answer`, {
      method: 'POST',
      headers: {'content-type': 'application/json', origin: service.urls.issuer},
      body: JSON.stringify(request),
    });
    const {state, next} = (await response.json()) as {readonly state: string; readonly next?: string};
    if (state !== 'finished' || next === undefined) continue;
    const page = await (await fetch(new URL(next, url))).text();
    const field = (name: string): string =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
    const back = /action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const gone = await post(
      back,
      {TransactionId: field('TransactionId'), MD: field('MD')},
      service.urls.issuer,
    );
    if (gone.status !== 303) throw new Error(`no way back: ${gone.status}`);
    return;
  }
  throw new Error('the bank did not come to an end');
}

function post(url: string, form: Readonly<Record<string, string>>, origin: string): Promise<Response> {
  return fetch(url, {method: 'POST', body: new URLSearchParams(form), headers: {origin}, redirect: 'manual'});
}
