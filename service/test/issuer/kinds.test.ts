import assert from 'node:assert/strict';
import {after, before, beforeEach, describe, it} from 'node:test';
import type {IssuerEnrollment} from '../../src/domain/ports/issuer.js';
import {stepUpKinds, type StepUpKind} from '../../src/platform/settings.js';
import {passkeyOrigin} from '../../src/simulators/issuer/passkeys.js';
import {
  openIssuer,
  testDependencies,
  type OpenedIssuer,
  type TestDependencies,
} from '../microform/support.js';
import {TestAuthenticator, type Fault} from './authenticator.js';

const shop = 'http://localhost:5173';
const cards = {succeeds: '4000000000002503', fails: '4000000000002370', asksNothing: '4111111111111111'};

interface Reply {
  readonly state: string;
  readonly again?: number | null;
  readonly next?: string;
  readonly challenge?: string;
  readonly ids?: readonly string[];
}

/** A step-up that has begun: its page, and both tokens. */
interface Begun {
  readonly transactionId: string;
  readonly html: string;
  readonly status: number;
  readonly token: string;
  readonly windowToken: string;
  readonly stepUp: NonNullable<IssuerEnrollment['stepUp']>;
}

describe('how the bank asks (decision 0069)', () => {
  let deps: TestDependencies;
  let issuer: OpenedIssuer;
  let waited: number[];
  let serial = 0;

  before(async () => {
    deps = await testDependencies();
    issuer = await openIssuer(deps, {
      wait: async (ms) => {
        waited.push(ms);
      },
    });
  });
  beforeEach(() => {
    waited = [];
    deps.settings.stepUp = 'code';
  });
  after(() => deps.database.close());

  const post = (path: string, fields: Record<string, string>, language = '') =>
    issuer.routes.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: {'accept-language': language},
    });
  const enroll = async ({
    number = cards.succeeds,
    merchant,
    language,
  }: {number?: string; merchant?: string; language?: string} = {}) => {
    const tracker = `track_${++serial}`;
    const card = {number, expirationMonth: '01', expirationYear: '2029', brand: 'visa'} as const;
    const {referenceId, accessToken} = await issuer.setup({tracker, origin: shop, card});
    await post('/V1/Cruise/Collect', {JWT: accessToken});
    return issuer.enroll({
      ...{merchant, language, tracker, referenceId, sessionId: referenceId, origins: [shop]},
      returnUrl: `${deps.urls.api}/return`,
    });
  };
  const begin = async (
    kind: StepUpKind,
    options: Parameters<typeof enroll>[0] & {browser?: string} = {},
  ): Promise<Begun> => {
    deps.settings.stepUp = kind;
    const {transactionId, stepUp} = await enroll(options);
    const token = stepUp!.accessToken;
    const page = await post('/V2/Cruise/StepUp', {JWT: token}, options.browser);
    const html = await page.text();
    const windowToken = /action="\/V2\/Cruise\/Window"[^]*?value="([^"]+)"/.exec(html)?.[1] ?? '';
    return {transactionId, html, status: page.status, token, windowToken, stepUp: stepUp!};
  };
  const act = async (token: string, fields: object | string): Promise<Reply> => {
    const request = typeof fields === 'string' ? {action: fields} : fields;
    const response = await issuer.routes.request('/V2/Cruise/StepUp/answer', {
      method: 'POST',
      headers: {'content-type': 'application/json', origin: deps.urls.issuer},
      body: JSON.stringify({token, ...request}),
    });
    return (await response.json()) as Reply;
  };
  const confirm = (token: string) => act(token, {action: 'confirm', code: '1234'});
  const result = async ({transactionId}: Begun) => (await issuer.result({transactionId})).state;
  const secondPage = async ({windowToken}: Begun, language = '') => {
    const response = await post('/V2/Cruise/Window', {JWT: windowToken}, language);
    return {status: response.status, html: await response.text()};
  };

  describe('what testers choose', () => {
    it('counts for one merchant; a choice without a merchant for all that have made none', async () => {
      const {stepUps} = issuer;
      assert.deepEqual(
        stepUps!.kinds.map(({kind}) => kind),
        stepUpKinds,
      );
      const chosen = () => Promise.all(['m1', 'm2', undefined].map((merchant) => stepUps!.chosen(merchant)));
      await stepUps!.choose('m1', 'app');
      assert.deepEqual(await chosen(), ['app', 'code', 'code']);
      await stepUps!.choose(undefined, 'window');
      assert.deepEqual(await chosen(), ['app', 'window', 'window']);
      await stepUps!.choose('m1', null);
      assert.deepEqual(await chosen(), ['window', 'window', 'window']);
      await stepUps!.choose(undefined, null);
      deps.settings.stepUp = 'passkey';
      assert.deepEqual(await chosen(), ['passkey', 'passkey', 'passkey']);
    });

    it('changes neither which cards are asked nor what comes of it', async () => {
      for (const kind of stepUpKinds) {
        deps.settings.stepUp = kind;
        const answer = await enroll({number: cards.asksNothing});
        assert.deepEqual([answer.pares, answer.eci, answer.stepUp], ['Y', '05', undefined], kind);
      }
      const approved = await begin('app', {number: cards.fails});
      await act(approved.windowToken, 'approve');
      assert.equal(await result(approved), 'failed');
    });

    it('is fixed at the enrollment', async () => {
      deps.settings.stepUp = 'app';
      const {stepUp} = await enroll();
      deps.settings.stepUp = 'code';
      const page = await post('/V2/Cruise/StepUp', {JWT: stepUp!.accessToken});
      assert.match(await page.text(), /Open the app/);
    });
  });

  it('enters the code itself only where that was chosen', async () => {
    assert.match((await begin('answered')).html, /"enters":"1234"/);
    assert.doesNotMatch((await begin('code')).html, /"enters"/);
  });

  describe('in the bank’s app', () => {
    it('the page waits while the app asks, and goes on when it was approved there', async () => {
      const begun = await begin('app');
      assert.deepEqual(await act(begun.token, 'look'), {state: 'waiting', again: 1000});
      const app = await secondPage(begun);
      assert.equal(app.status, 200);
      assert.match(app.html, /id="approve"[^]*id="decline"/);
      assert.deepEqual(await act(begun.windowToken, 'approve'), {state: 'finished'});
      const {state, next} = await act(begun.token, 'look');
      assert.equal(state, 'finished');
      assert.match(await (await issuer.routes.request(next!)).text(), /id="return"/);
      assert.equal(await result(begun), 'succeeded');
      assert.match((await secondPage(begun)).html, /You can close this page/);
    });

    it('a decline is a failed authentication', async () => {
      const begun = await begin('app');
      await act(begun.windowToken, 'decline');
      assert.deepEqual(await issuer.result(begun), {state: 'failed', eci: undefined});
    });

    it('the server says when the page stops looking; the step-up ends with its time', async () => {
      const begun = await begin('app');
      deps.clock.advance(180_000);
      assert.deepEqual(await act(begun.token, 'look'), {state: 'waiting', again: null});
      deps.clock.advance(420_001);
      assert.equal((await act(begun.token, 'look')).state, 'finished');
      assert.equal(await result(begun), 'unavailable');
    });

    it('only the app approves, and no code is taken there or in the page', async () => {
      const begun = await begin('app');
      assert.equal((await act(begun.token, 'approve')).state, 'refused');
      assert.equal((await confirm(begun.token)).state, 'refused');
      assert.equal((await act(begun.windowToken, 'cancel')).state, 'refused');
      assert.equal(await result(begun), 'pending');
      assert.equal((await post('/V2/Cruise/Window', {JWT: begun.token})).status, 400);
    });

    it('requests that end it at once lead to the same return page', async () => {
      const begun = await begin('app');
      await act(begun.windowToken, 'approve');
      const [first, second] = await Promise.all([act(begun.token, 'look'), act(begun.token, 'cancel')]);
      assert.equal(first.next, second.next);
      assert.equal(await result(begun), 'succeeded');
    });

    it('the shopper may use a code instead', async () => {
      const begun = await begin('app');
      assert.deepEqual(await act(begun.token, 'use-code'), {state: 'code'});
      await act(begun.windowToken, 'approve');
      assert.equal(await result(begun), 'pending');
      assert.equal((await confirm(begun.token)).state, 'finished');
      assert.equal(await result(begun), 'succeeded');
    });
  });

  describe('in a window of its own', () => {
    it('the code is taken in the window only', async () => {
      const begun = await begin('window');
      assert.equal((await confirm(begun.token)).state, 'refused');
      assert.match((await secondPage(begun)).html, /id="code-form"/);
      assert.deepEqual(await confirm(begun.windowToken), {state: 'finished'});
      assert.equal((await act(begun.token, 'look')).state, 'finished');
      assert.equal(await result(begun), 'succeeded');
    });
  });

  describe('with a code that has expired', () => {
    it('only a new one counts, and asking for it costs no try', async () => {
      const begun = await begin('new-code');
      for (let i = 0; i < 4; i++) assert.equal((await confirm(begun.token)).state, 'code-old');
      assert.equal((await act(begun.token, 'resend')).state, 'sent');
      assert.equal((await confirm(begun.token)).state, 'finished');
      assert.equal(await result(begun), 'succeeded');
    });
  });

  describe('slowly, or not at all', () => {
    it('takes four seconds for each of its answers', async () => {
      const begun = await begin('slow');
      await confirm(begun.token);
      assert.deepEqual(waited, [4000, 4000]);
      assert.equal(await result(begun), 'succeeded');
    });

    it('shows that it is down, and counts as unavailable', async () => {
      const begun = await begin('down');
      assert.equal(begun.status, 503);
      assert.match(begun.html, /The bank is not available/);
      assert.equal((await confirm(begun.token)).state, 'refused');
      deps.clock.advance(deps.settings.challengeStartLimitMs + 1);
      assert.deepEqual(await issuer.result(begun), {state: 'unavailable', eci: '07'});
    });
  });

  describe('with a passkey', () => {
    const origin = () => passkeyOrigin(deps.urls.issuer);
    const challengeOf = async (token: string) => {
      const {challenge, ids} = await act(token, 'ask-passkey');
      return {challenge: challenge!, ids};
    };
    const register = async ({windowToken}: Begun, fault?: Fault) => {
      const authenticator = new TestAuthenticator(origin());
      const {challenge} = await challengeOf(windowToken);
      const {state} = await act(windowToken, authenticator.create(challenge, fault));
      return {authenticator, state};
    };

    it('lives at a name, because an address has no passkeys', async () => {
      const {stepUp} = await begin('passkey');
      assert.equal(new URL(stepUp.url).origin, 'http://localhost:4102');
      assert.equal(passkeyOrigin('https://acs.bank.example'), 'https://acs.bank.example');
    });

    it('is made in a second page, and then signs', async () => {
      const begun = await begin('passkey');
      assert.match((await secondPage(begun)).html, /id="create-passkey"/);
      const {authenticator, state} = await register(begun);
      assert.equal(state, 'created');
      const {challenge, ids} = await challengeOf(begun.token);
      assert.ok(ids!.includes(authenticator.id));
      assert.equal((await act(begun.token, authenticator.use(challenge))).state, 'finished');
      assert.equal(await result(begun), 'succeeded');
    });

    const wrong: Readonly<Record<string, Fault>> = {
      'another origin': {origin: 'http://localhost:5173'},
      'another domain': {domain: 'shop.example'},
      'another kind of report': {type: 'payment.get'},
      'another challenge': {challenge: 'AAAA'},
      'no check of the shopper': {flags: 1},
    };
    for (const [name, fault] of Object.entries(wrong)) {
      it(`is refused with ${name}`, async () => {
        const begun = await begin('passkey');
        assert.equal((await register(begun, fault)).state, 'unused');
        const {authenticator} = await register(begun);
        const {challenge} = await challengeOf(begun.token);
        assert.equal((await act(begun.token, authenticator.use(challenge, fault))).state, 'unused');
        assert.equal(await result(begun), 'pending');
      });
    }

    it('signs a challenge once, and none that was not asked for', async () => {
      const begun = await begin('passkey');
      const {authenticator} = await register(begun);
      assert.equal((await act(begun.token, authenticator.use('AAAA'))).state, 'unused');
      const {challenge} = await challengeOf(begun.token);
      const spoiled = {...authenticator.use(challenge), signature: 'AAAA'};
      assert.equal((await act(begun.token, spoiled)).state, 'unused');
      assert.equal((await act(begun.token, authenticator.use(challenge))).state, 'unused');
      assert.equal(await result(begun), 'pending');
    });

    it('confirms no other card', async () => {
      const {authenticator} = await register(await begin('passkey', {number: cards.fails}));
      const begun = await begin('passkey');
      const {challenge, ids} = await challengeOf(begun.token);
      assert.ok(!ids!.includes(authenticator.id));
      assert.equal((await act(begun.token, authenticator.use(challenge))).state, 'unused');
      assert.equal(await result(begun), 'pending');
    });
  });

  describe('in the shopper’s language', () => {
    it('speaks that of the shop’s page, else the browser’s, else English', async () => {
      const cases = [
        ['ar-EG', 'en', 'ar', 'rtl', 'أكّد هويتك'],
        ['en-GB', 'ur', 'en', 'ltr', 'Confirm it’s you'],
        ['nb', 'ur-PK,en;q=0.5', 'ur', 'rtl', 'اپنی تصدیق کریں'],
        [undefined, 'ar', 'ar', 'rtl', 'أكّد هويتك'],
        [undefined, 'nb', 'en', 'ltr', 'Confirm it’s you'],
      ] as const;
      for (const [language, browser, spoken, direction, words] of cases) {
        const {html} = await begin('code', {...(language && {language}), browser});
        assert.ok(html.includes(`<html lang="${spoken}" dir="${direction}">`), spoken);
        assert.ok(html.includes(words), words);
      }
    });

    it('keeps it in the second page and on the page that returns to the shop', async () => {
      const begun = await begin('app', {language: 'ar'});
      assert.match((await secondPage(begun, 'en')).html, /lang="ar" dir="rtl"[^]*هل هذا أنت؟/);
      await act(begun.windowToken, 'approve');
      const {next} = await act(begun.token, 'look');
      assert.match(await (await issuer.routes.request(next!)).text(), /lang="ar"[^]*شكرًا لك/);
    });
  });
});
