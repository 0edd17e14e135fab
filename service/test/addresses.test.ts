import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {
  shop,
  startTestService,
  string,
  type Call,
  type Json,
  type Reply,
  type TestService,
} from './support/harness.js';

const path = '/user/address/v2/';
const unknown = 'addr_00000000-0000-4000-8000-000000000000';

describe('addresses (wire 1.4)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  const karachi = {street1: '3A-2 7th South Street', city: 'Karachi', country: 'PK'};
  const data = (reply: Reply): Json => {
    assert.equal(reply.status, 200, reply.text);
    return reply.json['data']!;
  };
  const save = async (body: object = karachi, call: Call = {}) =>
    string(data(await api.call(path, {...call, body}))['token']);
  const read = (address: string, call: Call = {}) => api.call(path + address, call);
  const put = (address: string, body: object, call: Call = {}) =>
    api.call(path + address, {...call, method: 'PUT', body});

  async function guest(): Promise<{session: string; customer: string}> {
    const {session, token} = data(await api.call('/user/v1/guest/', {body: {first_name: 'Ada'}}));
    return {session: string(session), customer: string(token)};
  }

  it('are returned as they were sent; province is read as state', async () => {
    const details = {
      ...karachi,
      street2: 'Phase 4',
      postal_code: ' 75500 ',
      province: 'Sindh',
      country: 'pk',
    };
    const {
      token,
      created_at: created,
      updated_at: updated,
      ...rest
    } = data(await api.call(path, {body: details})) as unknown as Record<string, unknown>;
    assert.match(string(token), /^addr_[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      ...{owner: null, ...karachi, street2: 'Phase 4', postal_code: '75500', state: 'Sindh'},
    });
    const seconds = Math.floor(api.service.clock.now().getTime() / 1000);
    assert.deepEqual(
      [created, updated],
      [
        {seconds, nanos: 0},
        {seconds, nanos: 0},
      ],
    );
    const again = data(await read(string(token))) as unknown;
    assert.deepEqual(again, {token, ...rest, created_at: created, updated_at: updated});
  });

  it('must follow their country’s rules when they are created and after each change', async () => {
    const pointers = ({json}: Reply) => [...json['fields']!].map(({pointer}) => pointer as unknown);
    const nowhere = await api.call(path, {body: {}});
    assert.deepEqual([nowhere.status, pointers(nowhere)], [400, ['/street1', '/city', '/country']]);
    const wrong = await api.call(path, {body: {...karachi, country: 'US', postal_code: '9'}});
    assert.deepEqual(pointers(wrong), ['/state', '/postal_code']);
    assert.ok(!wrong.text.includes('Karachi'));
    const address = await save();
    const moved = await put(address, {country: 'DE'});
    assert.deepEqual([moved.status, pointers(moved)], [400, ['/postal_code']]);
    assert.equal(data(await read(address))['country'] as unknown, 'PK');
    assert.equal((await put(address, {city: null})).status, 400);
    assert.equal((await put(address, {city: ''})).status, 400);
    assert.equal((await put(address, {city: 5})).json['code'], 'request.invalid');
  });

  it('an update changes only the fields it names', async () => {
    const address = await save({...karachi, postal_code: '75500', state: 'SD'});
    const changed = data(await put(address, {street1: '12 Clifton Road', postal_code: null}));
    const fields = ['street1', 'city', 'state', 'postal_code'].map((field) => changed[field] as unknown);
    assert.deepEqual(fields, ['12 Clifton Road', 'Karachi', 'SD', null]);
    assert.deepEqual(data(await read(address)), changed);
  });

  it('belong to the customer that the server names, or to the shopper who enters them', async () => {
    const [mine, other] = [await guest(), await guest()];
    const savedByServer = await save({...karachi, user: mine.customer});
    const savedByShopper = await save({...karachi, user: other.customer}, {token: mine.session});
    for (const address of [savedByServer, savedByShopper]) {
      assert.equal(data(await read(address))['owner'] as unknown, mine.customer);
      assert.equal((await read(address, {token: mine.session})).status, 200);
      assert.equal((await put(address, {city: 'Lahore'}, {token: mine.session, origin: shop})).status, 200);
      const [foreign, absent] = [
        await read(address, {token: other.session}),
        await read(unknown, {token: other.session}),
      ];
      assert.deepEqual([foreign.status, foreign.text], [404, absent.text]);
      assert.equal((await put(address, {city: 'Swat'}, {token: other.session})).status, 404);
    }
    const stranger = {...karachi, user: 'cus_00000000-0000-4000-8000-000000000000'};
    assert.equal((await api.call(path, {body: stranger})).json['code'], 'customer.not_found');
  });

  it('the wallet shows the last one that was saved', async () => {
    const {session, customer} = await guest();
    const tracker = await api.tracker({user: customer, is_account_verification: true});
    await api.setUp(tracker);
    await api.enroll(tracker);
    await api.authorize(tracker);
    await save(karachi, {token: session});
    api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + 1000));
    const latest = await save({...karachi, city: 'Lahore'}, {token: session});
    const reply = await api.call('/user/wallets/v1/', {token: session});
    const [item] = [...(reply.json['data'] as Json)];
    assert.deepEqual(item!['address'], data(await read(latest)));
  });

  it('a time-based token reads its customer’s addresses, none without a scope, and never writes', async () => {
    const tracker = await api.tracker();
    const customer = string((await api.payment(tracker))['customer']!['token']);
    const scoped = {token: await api.token({tracker, origin: shop}), origin: shop};
    const free = {token: await api.token(), origin: shop};
    const [ownAddress, otherAddress, unownedAddress] = [
      await save({...karachi, user: customer}),
      await save({...karachi, user: await api.customer()}),
      await save(),
    ];
    const statuses = async (call: Call) =>
      Promise.all(
        [ownAddress, otherAddress, unownedAddress].map(async (address) => (await read(address, call)).status),
      );
    assert.deepEqual(await statuses(scoped), [200, 404, 404]);
    assert.deepEqual(await statuses(free), [404, 404, 200]);
    assert.equal((await read(ownAddress, {...scoped, origin: 'https://evil.example'})).status, 403);
    for (const call of [scoped, free]) {
      for (const reply of [
        await api.call(path, {...call, body: karachi}),
        await put(ownAddress, {city: 'x'}, call),
      ]) {
        assert.deepEqual(
          [reply.status, reply.json['code'] as unknown],
          [403, 'merchant_authentication_required'],
        );
      }
    }
    assert.equal((await read(unownedAddress, {secret: null})).status, 401);
  });

  it('another merchant’s address and customer are answered as not found', async () => {
    const merchant = await api.call('/sandbox/v1/merchants', {body: {name: 'other'}});
    const secret = string(merchant.json['data']!['secret_key']);
    const customer = await api.customer();
    for (const address of [await save(), await save({...karachi, user: customer})]) {
      const [foreign, absent] = [await read(address, {secret}), await read(unknown, {secret})];
      assert.deepEqual([foreign.status, foreign.text], [404, absent.text]);
      assert.equal((await put(address, {city: 'Swat'}, {secret})).status, 404);
      assert.equal(data(await read(address))['city'] as unknown, 'Karachi');
    }
    const refused = await api.call(path, {secret, body: {...karachi, user: customer}});
    assert.equal(refused.json['code'], 'customer.not_found');
  });

  it('an idempotency key creates one address; another shopper’s equal key is a different one', async () => {
    const [mine, other] = [await guest(), await guest()];
    const first = await save(karachi, {token: mine.session, key: 'a-1'});
    assert.equal(await save(karachi, {token: mine.session, key: 'a-1'}), first);
    const replyToOther = await api.call(path, {token: other.session, key: 'a-1', body: karachi});
    assert.equal(replyToOther.headers.get('idempotent-replayed'), null);
    assert.equal(data(replyToOther)['owner'] as unknown, other.customer);
  });

  it('are erased when their customer is removed', async () => {
    const customer = await api.customer();
    const address = await save({...karachi, user: customer});
    await api.call(`/user/customers/v1/${customer}`, {method: 'DELETE'});
    assert.equal((await read(address)).json['code'], 'address.not_found');
    const rows = await api.service.database.query('SELECT 1 FROM addresses WHERE owner = $1', [customer]);
    assert.equal(rows.length, 0);
  });

  it('CORS allows a page to change an address', async () => {
    const preflight = await api.call(path + unknown, {
      method: 'OPTIONS',
      secret: null,
      origin: shop,
      headers: {
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    assert.equal(preflight.status, 204);
    assert.match(preflight.headers.get('access-control-allow-methods')!, /\bPUT\b/);
  });
});
