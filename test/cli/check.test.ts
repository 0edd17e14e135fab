import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {after, before, describe, it} from 'node:test';
import {checkNames} from '../../src/cli/check/finding.js';
import {
  allOptions,
  check,
  login,
  openRecordedStreet,
  openStreet,
  run,
  webhookSecret,
  type Street,
} from './support/shop.js';

const command = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/index.ts', ...args], {
    ...{encoding: 'utf8', env: {...process.env, ...env}},
  });

describe('npx card-vault check, against a right shop', () => {
  let street: Street;
  before(async () => (street = await openStreet()));
  after(() => street.close());

  it('finds nothing wrong and leaves nothing out', async () => {
    const shop = await street.shop();
    const {exitCode, text} = await run(allOptions(shop));
    assert.equal(exitCode, 0, text);
    const lines = text.split('\n');
    assert.deepEqual(
      lines.slice(0, -2).map((line) => line.split(/\s+/).slice(0, 2)),
      checkNames.map((name) => ['ok', name]),
    );
    assert.equal(lines.at(-1), `${checkNames.length} ok, 0 wrong, 0 not tried`);
    // The forged event is all that the shop's log has to say.
    assert.equal(shop.errors.length, 1);
    assert.match(String(shop.errors[0]), /refused: signature-mismatch/);
  });

  it('says why something was not tried', async () => {
    const {session} = await street.shop();
    const {exitCode, text} = await run(['check', session, '--header', `Cookie: ${login}`], {secret: ''});
    assert.equal(exitCode, 0, text);
    assert.match(text, /^not tried page +no page was named; use --page URL$/m);
    assert.match(text, /^not tried webhook +no receiver was named; use --webhook URL$/m);
    const webhook = await run(['check', session, '--webhook', session], {secret: ''});
    assert.match(webhook.text, /^not tried webhook +CARD_VAULT_WEBHOOK_SECRET is not set/m);
  });

  it('needs no permission for a service that the shop relays', async () => {
    const {all, wrong} = await check(await street.shop({options: {relay: true}}));
    assert.deepEqual(wrong, {});
    assert.match(all.find((one) => one.check === 'cors')!.says, /^The page calls its own origin/);
  });

  it('leaves nothing behind but one open tracker, and reads with a GET', async () => {
    const methods: string[] = [];
    const shop = await street.shop({
      between: (request, handle) => {
        methods.push(`${request.method} ${new URL(request.url).pathname.replace(/track_[\w-]+/, 'TRACKER')}`);
        return handle(request);
      },
    });
    await run(['check', shop.session, '--header', `Cookie: ${login}`]);
    assert.equal(methods.filter((one) => one === 'POST /card-vault/session').length, 1);
    const allowed = ['POST /card-vault/session', 'POST /card-vault/return'];
    const others = methods.filter((one) => !one.startsWith('GET ') && !allowed.includes(one));
    assert.deepEqual(others, []);
  });

  it('prints no credential, not even one that a shop repeats', async () => {
    const seen: string[] = [];
    const shop = await street.shop({
      between: async (request, handle) => {
        const response = await handle(request);
        if (!request.url.endsWith('/session')) return response;
        const session = (await response.json()) as {time_based_token: string};
        seen.push(session.time_based_token);
        const leak = `https://shop.test/${encodeURIComponent(login)}/${session.time_based_token}`;
        return Response.json({...session, frame_url: leak});
      },
    });
    for (const format of [[], ['--json']]) {
      const {text} = await run([...allOptions(shop), ...format], street.withFetch());
      assert.match(text, /\[credential\]/);
      for (const secret of [
        login,
        encodeURIComponent(login),
        webhookSecret,
        street.backend.secretKey,
        ...seen,
      ])
        assert.ok(!text.includes(secret), secret);
      assert.doesNotMatch(text, /eyJ/);
    }
  });

  it('exits with 0, 1 or 2, and takes the secret of the receiver from the environment', async () => {
    const shop = await street.shop();
    const env = {CARD_VAULT_WEBHOOK_SECRET: webhookSecret};
    // The shop runs in this process: a synchronous child could not be answered.
    const mistake = command(['check'], env);
    assert.deepEqual([mistake.status, mistake.stdout], [2, '']);
    assert.match(mistake.stderr, /the address of the session route is missing/);
    const closed = command(['check', 'http://127.0.0.1:9/card-vault/session'], env);
    assert.deepEqual([closed.status, closed.stderr], [1, '']);
    assert.match(closed.stdout, /^wrong +route +The session route \S+ gives no response/m);
    assert.equal((await street.command(allOptions(shop), env)).exitCode, 0);
  });
});

describe('npx card-vault check, at the recorded service (wire 9)', () => {
  let street: Street;
  before(async () => (street = await openRecordedStreet()));
  after(() => street.close());
  const signedPlainly = () => ({secret: String(street.backend.webhooks.secrets[0])});

  it('finds nothing wrong with a right shop, and tries all but the signature, whose key no recording shows', async () => {
    for (const options of [{}, {relay: true}]) {
      const {all, wrong} = await check(await street.shop({options}), [], signedPlainly());
      assert.deepEqual(wrong, {});
      assert.deepEqual(
        all.filter(({result}) => result === 'not tried').map((one) => one.check),
        ['signature'],
      );
    }
  });

  it('finds that a page which is told no payment_url cannot read payments', async () => {
    const shop = await street.shop({between: street.sessionWith({payment_url: undefined})});
    const {wrong} = await check(shop, [], signedPlainly());
    assert.deepEqual(Object.keys(wrong), ['truth']);
  });

  it('finds the scheme that the shop expects, and that it is not the one the service uses', async () => {
    const secrets = street.backend.webhooks.secrets;
    const shop = await street.shop({options: {webhooks: {scheme: 'sfpy-data', secrets}}});
    const {all, wrong} = await check(shop, [], signedPlainly());
    assert.deepEqual(wrong, {});
    assert.match(all.find((one) => one.check === 'webhook')!.says, /scheme sfpy-data/);
    const other = await check(shop, ['--webhook-scheme', 'sfpy'], signedPlainly());
    assert.match(other.wrong['webhook']!, /expects the scheme sfpy-data, not sfpy/);
  });
});

describe('npx card-vault check, at a service with contexts of type mf-0.11 (wire 9.3)', () => {
  let street: Street;
  before(async () => (street = await openRecordedStreet({context: 'mf-0.11'})));
  after(() => street.close());

  it('says that the library has no hash, unless the shop allows that', async () => {
    const world = {secret: String(street.backend.webhooks.secrets[0])};
    const {wrong} = await check(await street.shop(), [], world);
    assert.deepEqual(Object.keys(wrong), ['capture-context', 'library']);
    assert.match(wrong['library']!, /names no hash/);
    const allowing = await check(await street.shop({options: {libraryWithoutHash: true}}), [], world);
    assert.deepEqual(allowing.wrong, {});
  });
});

describe('arguments of card-vault check', () => {
  const mistakes = {
    'more than one address': ['http://a.test/s', 'http://b.test/s'],
    'must be an http or https address': ['shop.test/session'],
    'must not hold a password': ['http://ada:secret@shop.test/session'],
    "not of the form 'Name: value'": ['http://shop.test/s', '--header', 'shopper=1234567'],
    'is one of standard, sfpy, sfpy-data': ['http://shop.test/s', '--webhook-scheme', 'hmac'],
    'an option is unknown': ['http://shop.test/s', '--secret', 'sk_1234567'],
  };
  for (const [says, args] of Object.entries(mistakes)) {
    it(`are refused when there is a mistake: ${says}`, async () => {
      const {exitCode, text} = await run(['check', ...args]);
      assert.equal(exitCode, 2);
      assert.ok(text.includes(says), text);
      assert.doesNotMatch(text, /1234567|ada:secret/);
    });
  }

  it('are explained by --help', async () => {
    const {exitCode, text} = await run(['check', '--help']);
    assert.equal(exitCode, 0);
    for (const option of ['--origin', '--page', '--header', '--webhook', '--webhook-scheme', '--json'])
      assert.ok(text.includes(option), option);
  });
});
