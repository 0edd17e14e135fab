import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {decodeJwt} from 'jose';
import {createPasswords} from '../src/domain/accounts/passwords.js';
import {AddressLimits, callsOfAddress, mostTries, windowMs} from '../src/domain/accounts/tries.js';
import {loginLifeMs} from '../src/domain/accounts/logins.js';
import {shop, startTestService, string} from './support/harness.js';
import type {Call, Json, Reply, TestService} from './support/harness.js';

const password = 'correct horse battery';
const person = {first_name: 'Ada', last_name: 'Byron', phone: '+923001234567'};
const nobody: Call = {secret: null};

describe('accounts of shoppers (wire 1.2)', () => {
  let it_: TestService;
  let count = 0;
  before(async () => {
    it_ = await startTestService({settings: {passwordCost: 10}});
  });
  after(() => it_.service.close());

  const freshEmail = () => `ada${++count}@example.com`;
  const reason = ({json}: Reply) => [...json['status']!['errors']!][0] as unknown;
  const register = (email: string, more: object = {}, call: Call = {}) =>
    it_.call('/user/v2/', {...call, body: {...person, email, password, ...more}});
  const logIn = (email: string, more: object = {}, call: Call = {}) =>
    it_.call('/auth/v2/user/login', {...call, body: {type: 'password', email, password, ...more}});
  const refresh = (token: string, call: Call = {}) =>
    it_.call('/auth/v2/user/refresh', {...call, body: {refresh_token: token}});
  const me = (token: string, call: Call = {}) => it_.call('/user/v2/', {token, ...call});

  interface Opened {
    readonly session: string;
    readonly customer: string;
    readonly refreshToken: string;
  }
  function opened(reply: Reply): Opened {
    assert.equal(reply.status, 200, reply.text);
    const {session, token, refresh_token: refreshToken} = reply.json['data']!;
    return {session: string(session), customer: string(token), refreshToken: string(refreshToken)};
  }
  async function account(email = freshEmail()): Promise<Opened & {readonly email: string}> {
    assert.equal((await register(email)).status, 200);
    return {...opened(await logIn(email)), email};
  }

  it('registers without credentials, logs in, reads itself: the three calls of a mobile client', async () => {
    const email = 'Ada.Byron@Example.com';
    const made = await register(email, {country: 'PK'}, nobody);
    const {token, created_at: at} = made.json['data']!;
    assert.deepEqual(made.json['data'] as unknown, {
      ...{token, ...person, country: 'PK', email: email.toLowerCase()},
      ...{contacts: [], avatar: '', suspended: 0, suspend_reason: '', verified: 0},
      verification: {
        ...{user_id: token, code: '', verification_type: 0, expires_at: '', created_at: '', updated_at: ''},
      },
      ...{created_at: at, updated_at: at},
    });
    const {session, customer} = opened(await logIn(email.toUpperCase(), {}, nobody));
    assert.equal(customer, token as unknown);
    assert.equal((await me(session)).json['data']!['email'] as unknown, email.toLowerCase());
    const server = await it_.call(`/user/customers/v1/${customer}`);
    assert.deepEqual([server.json['data']!['is_guest'], server.json['data']!['email']] as unknown[], [
      false,
      email,
    ]);
  });

  it('the session opens what is the shopper’s own: wallet, one card of it, removal, and nobody else’s', async () => {
    const [mine, other] = [await account(), await account()];
    const tracker = await it_.call('/order/payments/v3/', {
      body: {user: mine.customer, currency: 'PKR', is_account_verification: true},
    });
    const token = string(tracker.json['data']!['tracker']!['token']);
    await it_.setUp(token);
    await it_.enroll(token);
    await it_.authorize(token);
    const listed = await it_.call('/user/wallets/v1/', {token: mine.session});
    const [item] = [...(listed.json['data'] as Json)];
    assert.equal(item!['max_usage'] as unknown, null, 'no guest: as often as one likes');
    const one = `/user/wallets/v1/${string(item!['token'])}`;
    for (const call of [{token: other.session}, {token: other.session, method: 'DELETE'}]) {
      assert.equal((await it_.call(one, call)).json['code'], 'payment_method.not_found');
    }
    assert.equal((await it_.call(one)).json['code'], 'shopper_session_required');
    assert.deepEqual((await it_.call(one, {token: mine.session})).json['data'], item);
    const removed = await it_.call(one, {token: mine.session, method: 'DELETE'});
    assert.deepEqual(removed.json['data'] as unknown, {deleted: true, token: item!['token']});
    assert.deepEqual(
      [...((await it_.call('/user/wallets/v1/', {token: mine.session})).json['data'] as Json)],
      [],
    );
    assert.deepEqual(
      await it_.service.database.query('SELECT 1 FROM vault_cards WHERE id = $1', [item!['token']]),
      [],
    );
    assert.equal((await it_.call(one, {token: mine.session})).status, 404);
  });

  it('one e-mail address has one account, and an account joins no customer who is there already', async () => {
    const email = freshEmail();
    const before_ = await it_.customer({email});
    const replies = await Promise.all([1, 2, 3].map(() => register(email)));
    assert.deepEqual(replies.map(({status}) => status).sort(), [200, 409, 409]);
    assert.equal((await register(email.toUpperCase())).json['code'], 'account.exists');
    assert.notEqual(opened(await logIn(email)).customer, before_);
    const rows = await it_.service.database.query('SELECT token FROM customers WHERE email = $1', [email]);
    assert.equal(rows.length, 2, 'the refused left no customer behind');
  });

  it('only the merchant’s server gives an account to a customer who is there already', async () => {
    const [user, email] = [await it_.customer(), freshEmail()];
    assert.equal((await register(email, {user}, nobody)).json['code'], 'merchant_authentication_required');
    const unknown = await register(email, {user: 'cus_nobody'}, {});
    assert.equal(unknown.json['code'], 'customer.not_found');
    assert.equal((await register(email, {user}, {})).json['data']!['token'] as unknown, user);
    assert.equal(opened(await logIn(email)).customer, user);
    assert.equal((await register(freshEmail(), {user}, {})).json['code'], 'account.exists');
  });

  it('a wrong password and an unknown address get one answer; neither is told apart by what is stored', async () => {
    const {email} = await account();
    const replies = [
      await logIn(email, {password: 'wrong horse battery'}),
      await logIn('nobody@example.com'),
      await logIn(email, {password: ` ${password}`}),
    ];
    for (const reply of replies) assert.equal(reply.status, 401);
    assert.equal(new Set(replies.map(({text}) => text)).size, 1);
    const tries = await it_.service.database.query('SELECT * FROM login_tries');
    assert.ok(!JSON.stringify(tries).includes('nobody@example.com'));
  });

  it('a password of another time is compared all the same, and hashed anew', async () => {
    const {email} = await account();
    it_.service.settings.passwordCost = 11;
    opened(await logIn(email));
    it_.service.settings.passwordCost = 10;
    const [row] = await it_.service.database.query<{password: string}>(
      'SELECT password FROM accounts WHERE email = $1',
      [email],
    );
    assert.match(row!.password, /^scrypt\$11\$8\$3\$/);
    opened(await logIn(email));
  });

  it('a refresh token is good once, and the same one twice ends the login with its sessions', async () => {
    const first = await account();
    const second = opened(await refresh(first.refreshToken));
    assert.equal(second.customer, first.customer);
    const third = opened(await refresh(second.refreshToken));
    const stolen = await refresh(first.refreshToken);
    assert.deepEqual([stolen.status, reason(stolen)], [401, 'credentials_refused']);
    for (const {session} of [first, second, third]) assert.equal((await me(session)).status, 401);
    assert.equal((await refresh(third.refreshToken)).status, 401);
    opened(await logIn(first.email));
  });

  it('of many renewals at once with one token at most one succeeds, and the login is over', async () => {
    const {refreshToken} = await account();
    const replies = await Promise.all(Array.from({length: 8}, () => refresh(refreshToken)));
    const good = replies.filter(({status}) => status === 200);
    assert.ok(good.length <= 1);
    for (const reply of good) assert.equal((await me(opened(reply).session)).status, 401);
  });

  it('logging out ends every session of the login and no other login', async () => {
    const one = await account();
    const renewed = opened(await refresh(one.refreshToken));
    const other = opened(await logIn(one.email));
    const out = await it_.call('/auth/v2/user/logout', {token: one.session, body: {}});
    assert.equal(out.status, 200, out.text);
    for (const session of [one.session, renewed.session]) {
      assert.equal(reason(await me(session)), 'credentials_refused');
    }
    assert.equal((await refresh(renewed.refreshToken)).status, 401);
    assert.equal((await me(other.session)).status, 200);
  });

  it('a guest has no account, and logs out like everybody', async () => {
    const guest = await it_.call('/user/v1/guest/', {body: person});
    const session = string(guest.json['data']!['session']);
    assert.equal((await me(session)).json['code'], 'account.not_found');
    assert.equal((await it_.call('/auth/v2/user/logout', {token: session, body: {}})).status, 200);
    assert.equal((await it_.call('/user/wallets/v1/', {token: session})).status, 401);
  });

  it('another password ends the other logins; the merchant’s server sets one for who forgot it', async () => {
    const {email, session, customer} = await account();
    const other = opened(await logIn(email));
    const change = (old: string, key?: string) =>
      it_.call('/user/v2/change-password/', {
        token: session,
        body: {old_password: old, new_password: 'another password'},
        ...(key !== undefined && {key}),
      });
    assert.equal((await change('not this one')).json['code'], 'account.password_wrong');
    const changed = await change(password, 'c-1');
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await change(password, 'c-1')).text, changed.text);
    assert.equal((await me(session)).status, 200);
    assert.equal((await me(other.session)).status, 401);
    assert.equal((await refresh(other.refreshToken)).status, 401);
    assert.equal((await logIn(email)).status, 401);
    const reset = {user: customer, password: 'a third password'};
    assert.equal((await it_.call('/user/v2/password-reset/', {token: session, body: reset})).status, 401);
    assert.equal((await it_.call('/user/v2/password-reset/', {body: reset})).status, 200);
    assert.equal((await me(session)).status, 401);
    opened(await logIn(email, {password: reset.password}));
    const nobodys = await it_.call('/user/v2/password-reset/', {
      body: {...reset, user: await it_.customer()},
    });
    assert.equal(nobodys.json['code'], 'account.not_found');
  });

  it('changes its name and number, not its address', async () => {
    const {session, email} = await account();
    const reply = await it_.call('/user/v2/', {
      method: 'PUT',
      token: session,
      body: {last_name: 'Lovelace', phone: '+923007654321', email: 'other@example.com'},
    });
    const {first_name, last_name, phone, email: kept} = reply.json['data']!;
    assert.deepEqual([first_name, last_name, phone, kept] as unknown[], [
      'Ada',
      'Lovelace',
      '+923007654321',
      email,
    ]);
  });

  it('tells whether there is an account, and nothing more about it', async () => {
    const {email} = await account();
    const ask = (of: string) => it_.call(`/user/v2/exists?email=${encodeURIComponent(of)}`, nobody);
    const shown = (exists: boolean, of: string) => ({
      ...{exists, is_local: exists, has_password: exists, email: of, phone: ''},
    });
    assert.deepEqual((await ask(email)).json['data'] as unknown, shown(true, email));
    assert.deepEqual((await ask('who@example.com')).json['data'] as unknown, shown(false, 'who@example.com'));
    assert.equal((await ask('nonsense')).json['code'], 'request.invalid');
  });

  it('a login from a page is good for pages of that origin alone', async () => {
    const {email} = await account();
    const page = opened(await logIn(email, {}, {...nobody, origin: shop}));
    assert.equal(decodeJwt(page.session)['ori'], shop);
    assert.equal((await me(page.session, {origin: shop})).status, 200);
    assert.equal((await me(page.session)).json['code'], 'token_origin_mismatch');
    assert.equal((await refresh(page.refreshToken)).json['code'], 'token_origin_mismatch');
    const renewed = await refresh(page.refreshToken, {...nobody, origin: shop});
    assert.equal(renewed.headers.get('access-control-allow-origin'), shop);
    opened(renewed);
    const evil = await logIn(email, {}, {...nobody, origin: 'https://evil.example'});
    assert.equal(evil.json['code'], 'origin_not_allowed');
    assert.equal(evil.headers.get('access-control-allow-origin'), null);
  });

  it('says no word of passwords and refresh tokens at rest or in the log', async () => {
    const {refreshToken, session} = await account();
    const tables = ['accounts', 'account_logins', 'refresh_tokens', 'login_tries', 'idempotency_keys'];
    const rows = await Promise.all(
      tables.map((table) => it_.service.database.query(`SELECT * FROM ${table}`)),
    );
    const kept = JSON.stringify(rows) + it_.logs.join('\n');
    for (const secret of [password, refreshToken, refreshToken.slice(3), session])
      assert.ok(!kept.includes(secret));
  });

  it('goes with its customer', async () => {
    const {email, customer, session, refreshToken} = await account();
    assert.equal((await it_.call(`/user/customers/v1/${customer}`, {method: 'DELETE'})).status, 200);
    assert.equal((await me(session)).status, 401);
    assert.equal((await refresh(refreshToken)).status, 401);
    assert.equal((await logIn(email)).status, 401);
    for (const table of ['accounts', 'account_logins']) {
      const rows = await it_.service.database.query(`SELECT 1 FROM ${table} WHERE customer = $1`, [customer]);
      assert.deepEqual(rows, []);
    }
    opened(await register(email).then(() => logIn(email)));
  });

  it('wrong bodies are named field by field', async () => {
    const pointers = ({json}: Reply) => [...json['fields']!].map(({pointer}) => pointer as unknown);
    assert.deepEqual(pointers(await register('nonsense', {password: 'short'})), ['/email', '/password']);
    assert.deepEqual(pointers(await logIn(freshEmail(), {type: 'otp'})), ['/type']);
    assert.deepEqual(pointers(await it_.call('/auth/v2/user/refresh', {...nobody, body: {}})), [
      '/refresh_token',
    ]);
  });

  it('one request under one key registers once', async () => {
    const email = freshEmail();
    const [first, again] = [
      await register(email, {}, {...nobody, key: 'a-1'}),
      await register(email, {}, {...nobody, key: 'a-1'}),
    ];
    assert.equal(first.status, 200);
    assert.equal(again.text, first.text);
  });

  it('ten tries in a row at one address, then a wait, whether or not there is an account', async () => {
    const {email} = await account();
    for (const address of [email, 'nobody.here@example.com']) {
      for (let tries = 0; tries < mostTries; tries++) {
        assert.equal((await logIn(address, {password: 'wrong horse'}, byServer(tries))).status, 401);
      }
      const refused = await logIn(address, {}, byServer(mostTries));
      assert.equal(refused.json['code'], 'account.too_many_tries');
      assert.equal(refused.headers.get('retry-after'), String(windowMs / 1000));
    }
    it_.service.clock.advanceTo(new Date(it_.service.clock.now().getTime() + windowMs));
    opened(await logIn(email, {}, byServer(0)));
  });

  /** A shop’s server relays its shoppers, each from an address of their own. */
  const byServer = (host: number): Call => ({headers: {'x-sfpy-ip-address': `203.0.113.${host}`}});

  it('among several merchants each has its own accounts, and a request says whose it means', async () => {
    const made = await it_.call('/sandbox/v1/merchants', {body: {name: 'other'}});
    const secret = string(made.json['data']!['secret_key']);
    const theirs = {merchant_api_key: string(made.json['data']!['public_key'])};
    const ours = {merchant_api_key: it_.service.keys.publicKey};
    const email = freshEmail();
    assert.equal((await register(email, {}, nobody)).json['code'], 'merchant.unnamed');
    assert.equal((await register(email, {merchant_api_key: 'sec_nobody'}, nobody)).status, 401);
    assert.equal((await register(email, theirs, nobody)).status, 200);
    assert.equal((await logIn(email, ours, nobody)).status, 401);
    const {session, customer, refreshToken} = opened(await logIn(email, theirs, nobody));
    assert.equal((await register(email, {...ours, password: 'our own password'}, nobody)).status, 200);
    opened(await logIn(email, {...ours, password: 'our own password'}, nobody));
    assert.equal((await it_.call(`/user/customers/v1/${customer}`)).status, 404);
    assert.equal((await it_.call(`/user/customers/v1/${customer}`, {secret})).status, 200);
    const reset = {user: customer, password: 'not for us to say'};
    assert.equal((await it_.call('/user/v2/password-reset', {body: reset})).status, 404);
    assert.equal((await me(session)).status, 200);
    assert.equal((await refresh(refreshToken)).status, 401, 'with our secret key');
    opened(await refresh(refreshToken, nobody));
  });

  // The last: the clock is never turned back.
  it('after thirty days the password is asked for again', async () => {
    const email = freshEmail();
    await register(email);
    const {refreshToken} = opened(await logIn(email));
    const start = it_.service.clock.now().getTime();
    it_.service.clock.advanceTo(new Date(start + loginLifeMs - 1000));
    const {refreshToken: next} = opened(await refresh(refreshToken));
    it_.service.clock.advanceTo(new Date(start + loginLifeMs));
    assert.equal((await refresh(next)).status, 401);
  });
});

describe('passwords', () => {
  const passwords = createPasswords(() => 10);

  it('are one and the same however their characters are typed, and salted', async () => {
    const [first, second] = [
      await passwords.hash('cafe\u0301 crème'),
      await passwords.hash('caf\u00e9 crème'),
    ];
    assert.notEqual(first, second);
    assert.ok(await passwords.verify('caf\u00e9 crème', first));
    assert.ok(!(await passwords.verify('cafe crème', first)));
  });

  it('nobody’s are compared as long as somebody’s', async () => {
    const hash = await passwords.hash('somebody’s');
    const time = async (of: string | undefined) => {
      const times: number[] = [];
      for (let round = 0; round < 15; round++) {
        const started = performance.now();
        assert.equal(await passwords.verify('another one', of), false);
        times.push(performance.now() - started);
      }
      return Math.min(...times);
    };
    const [known, unknown] = [await time(hash), await time(undefined)];
    // The best of many rounds: without a comparison it would be a hundredth.
    assert.ok(unknown > known / 3, `${unknown} ms against ${known} ms`);
  });

  it('beyond what can be compared soon, more are sent away', async () => {
    const results = await Promise.allSettled(Array.from({length: 80}, () => passwords.hash('x')));
    const refused = results.filter(({status}) => status === 'rejected');
    assert.equal(refused.length, 80 - 66);
    assert.match(await passwords.hash('x'), /^scrypt/);
  });
});

describe('calls without credentials', () => {
  it('are counted by network address and minute', () => {
    let now = 0;
    const limits = new AddressLimits(() => now);
    for (let call = 0; call < callsOfAddress; call++) limits.count('203.0.113.1');
    assert.throws(() => limits.count('203.0.113.1'), {code: 'account.too_many_tries', retryAfterSeconds: 60});
    limits.count('203.0.113.2');
    now = 60_000;
    limits.count('203.0.113.1');
  });
});
