import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startTestService, string, type Reply, type TestService} from './support/harness.js';
import {books, charge, savedCard} from './support/payments.js';

const path = '/user/customers/v1';

describe('customers: change, remove, list (spec 2.1; wire 1.4)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());
  const change = (customer: string, body: object) => api.call(`${path}/${customer}`, {method: 'PUT', body});
  const remove = (customer: string) => api.call(`${path}/${customer}`, {method: 'DELETE'});

  it('an update changes only the fields it names; null clears a field', async () => {
    const customer = await api.customer({first_name: 'Ada', last_name: 'Byron', country: 'GB'});
    const reply = await change(customer, {last_name: 'Lovelace', country: null, token: 'cus_other'});
    assert.equal(reply.status, 200, reply.text);
    const read = await api.call(`${path}/${customer}`);
    assert.deepEqual(read.json['data'], reply.json['data']);
    const {token, first_name, last_name, country} = read.json['data'] as unknown as Record<string, unknown>;
    assert.deepEqual([token, first_name, last_name, country], [customer, 'Ada', 'Lovelace', null]);
  });

  it('concurrent updates of different fields are both kept', async () => {
    const customer = await api.customer({first_name: 'A', last_name: 'Bo'});
    await Promise.all([change(customer, {first_name: 'Ada'}), change(customer, {last_name: 'Byron'})]);
    const {json} = await api.call(`${path}/${customer}`);
    assert.deepEqual([json['data']!['first_name'], json['data']!['last_name']] as unknown[], [
      'Ada',
      'Byron',
    ]);
  });

  it('an invalid update is refused field by field and changes nothing', async () => {
    const customer = await api.customer({first_name: 'Ada'});
    const reply = await change(customer, {first_name: 'Eve', email: 'nowhere', country: 'Pakistan'});
    assert.equal(reply.status, 400);
    assert.equal([...reply.json['fields']!].length, 2);
    assert.equal((await api.call(`${path}/${customer}`)).json['data']!['first_name'], 'Ada');
    assert.equal((await change('cus_nobody', {})).status, 404);
  });

  it('one character is a name, no character is none, and the blanks around an address are not of it', async () => {
    const customer = await api.customer({first_name: '李', last_name: '김', email: ' kim@shop.example '});
    const {data} = (await api.call(`${path}/${customer}`)).json;
    assert.deepEqual([data!['last_name'], data!['email']] as unknown[], ['김', 'kim@shop.example']);
    for (const field of ['first_name', 'last_name'])
      for (const name of ['', ' ', '\t']) {
        const {status, json} = await change(customer, {[field]: name});
        assert.equal(status, 400, `${field}: ${JSON.stringify(name)}`);
        assert.equal(json['fields']?.[0]?.['pointer'] as unknown, `/${field}`);
      }
  });

  it('removing a customer erases wallet, card numbers and personal data', async () => {
    const {user, method} = await savedCard(api);
    const reply = await remove(user);
    assert.deepEqual(reply.json['data'], {deleted: true, token: user} as unknown);
    for (const gone of [user, `${user}/wallet/`, `${user}/wallet/${method}`]) {
      assert.equal((await api.call(`${path}/${gone}`)).status, 404, gone);
    }
    assert.equal((await remove(user)).status, 404);
    const open = await api.call('/order/payments/v3/', {body: {user, currency: 'PKR'}});
    assert.equal(open.json['code'], 'customer.not_found');
    const rows = await api.service.database.query<{first_name: string | null; cards: number}>(
      `SELECT first_name, (SELECT count(*)::int FROM vault_cards) AS cards FROM customers WHERE token = $1`,
      [user],
    );
    assert.deepEqual(rows, [{first_name: null, cards: 0}]);
  });

  it('open trackers of a removed customer are cancelled; a hold can still be reversed', async () => {
    const user = await api.customer();
    const open = await api.tracker({user});
    await api.setUp(open);
    const held = await api.tracker({user});
    await api.setUp(held);
    await api.enroll(held);
    await api.authorize(held);
    assert.equal((await remove(user)).status, 200);
    assert.equal((await api.payment(open))['state'], 'TRACKER_CANCELLED');
    assert.equal((await api.enroll(open)).json['code'], 'tracker.ended');
    assert.equal((await api.act(held)).status, 200);
    assert.equal((await books(api, held)).length, 2);
  });

  it('a customer cannot be removed while one of its trackers runs an action', async () => {
    const user = await api.customer();
    const tracker = await api.tracker({user});
    await api.setUp(tracker);
    let open = () => {};
    api.issuer.gate = new Promise((resolve) => (open = resolve));
    const asked = api.issuer.enrollments.length;
    const enrolling = api.enroll(tracker);
    try {
      while (api.issuer.enrollments.length === asked) await new Promise((resolve) => setImmediate(resolve));
      const refused = await remove(user);
      assert.deepEqual([refused.status, refused.json['code']] as unknown[], [409, 'customer.busy']);
      assert.equal((await api.call(`${path}/${user}`)).json['data']!['first_name'], 'Ada');
    } finally {
      open();
    }
    assert.equal((await enrolling).status, 200);
  });

  it('a removed payment method is not charged', async () => {
    const {user, method} = await savedCard(api);
    await api.call(`${path}/${user}/wallet/${method}`, {method: 'DELETE'});
    const tracker = await api.tracker({user, mode: 'unscheduled_cof', amount: 5});
    assert.equal((await charge(api, tracker, method)).json['code'], 'payment_method.not_found');
  });
});

describe('lists with paging (wire 1.7)', () => {
  let api: TestService;
  const customers: string[] = [];
  const trackers: string[] = [];
  before(async () => {
    api = await startTestService();
    for (let index = 0; index < 7; index += 1) {
      api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + 1000));
      customers.push(await api.customer());
      trackers.push(await api.tracker({user: customers.at(-1)}));
    }
    // `tracker` also creates a customer, although the body names another one.
  });
  after(() => api.service.close());
  const tokens = (reply: Reply) => [...reply.json['data']!['list']!].map((item) => string(item['token']));

  for (const [name, address, all] of [
    ['payments', '/reporter/api/v1/payments', trackers],
    ['customers', `${path}/`, customers],
  ] as const) {
    it(`${name}: the pages add up to the whole list, newest or oldest first`, async () => {
      for (const direction of ['asc', 'desc'] as const) {
        const seen: string[] = [];
        for (let offset = 0; offset < 20; offset += 3) {
          const reply = await api.call(
            `${address}?limit=3&offset=${offset}&sort_by=created_at&direction=${direction}`,
          );
          assert.equal(reply.status, 200, reply.text);
          assert.deepEqual(reply.json['data']!['meta'], {
            offset,
            limit: 3,
            sort_by: 'created_at',
            direction,
          } as unknown);
          seen.push(...tokens(reply));
          assert.equal(reply.json['data']!['count'], name === 'payments' ? 7 : 14);
        }
        assert.equal(new Set(seen).size, seen.length);
        const expected = direction === 'asc' ? [...all] : all.toReversed();
        assert.deepEqual(
          seen.filter((token) => expected.includes(token)),
          expected,
        );
      }
    });

    it(`${name}: an invalid page parameter is refused by its name`, async () => {
      for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'sort_by=email', 'direction=up']) {
        const reply = await api.call(`${address}?${query}`);
        assert.deepEqual([reply.status, reply.json['code']] as unknown[], [400, 'request.invalid'], query);
      }
    });

    it(`${name}: needs the secret key`, async () => {
      assert.equal((await api.call(address, {token: await api.token()})).status, 403);
    });
  }
});

describe('fetchPayment (spec 4.4, wire 1.7)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  it('returns the actions in order, with their times and the answers of bank and network', async () => {
    const tracker = await api.tracker(
      {mode: 'payment', amount: 50},
      {first_name: 'Ada', email: 'a@b.example'},
    );
    await api.setUp(tracker);
    await api.enroll(tracker);
    await api.act(tracker, {authorization: {do_capture: true}});
    const payment = await api.payment(tracker);
    const kinds = (list: Iterable<{readonly [key: string]: unknown}>, name = 'kind') =>
      [...list].map((item) => item[name]);
    const order = [
      'GENERATE_CAPTURE_CONTEXT',
      'PROCESS_TRANSIENT_TOKEN',
      'PAYER_AUTH_SETUP',
      'PAYER_AUTH_ENROLLMENT',
      'AUTHORIZATION',
      'CAPTURE',
    ];
    assert.deepEqual(kinds(payment['actions']!), order);
    assert.deepEqual(kinds(payment['attempts']![0]!['actions_performed']!), order);
    assert.deepEqual(kinds(payment['events']!, 'type'), ['ENROLLMENT', 'AUTHORIZATION', 'CAPTURE']);
    assert.equal(payment['customer']!['email'], 'a@b.example');
    const {amount, fees, tax, net, balance} = payment['charge'] as unknown as Record<string, unknown>;
    assert.deepEqual([amount, fees, tax, net, balance], [50, 0, 0, 50, 50]);
  });

  it('a page gets its customer’s token and no personal data', async () => {
    const tracker = await api.tracker({}, {first_name: 'Ada', email: 'a@b.example'});
    const reply = await api.call(`/reporter/api/v1/payments/${tracker}`, {token: await api.token()});
    assert.ok(!reply.text.includes('a@b.example'));
    const {token: customer, ...rest} = reply.json['data']!['customer'] as unknown as Record<string, string>;
    assert.match(customer!, /^cus_/);
    // Clients expect strings here, not null.
    assert.deepEqual(rest, {first_name: '', last_name: '', email: '', phone: ''});
  });

  it('a refused action does not change the answer', async () => {
    const tracker = await api.tracker();
    const before_ = JSON.stringify(await api.payment(tracker));
    for (const reply of [
      await api.authorize(tracker),
      await api.enroll(tracker),
      await charge(api, tracker, 'pm_x'),
    ]) {
      assert.equal(reply.status, 400);
    }
    assert.equal(JSON.stringify(await api.payment(tracker)), before_);
  });
});

describe('FAILED and REJECTED in both forms (wire 0, settings.enrollmentFailures)', () => {
  for (const form of ['status', 'http'] as const) {
    it(`as ${form}: the tracker has ended, and fetchPayment returns its state`, async () => {
      const api = await startTestService({settings: {enrollmentFailures: form}});
      try {
        for (const outcome of ['failed', 'rejected'] as const) {
          const tracker = await api.tracker();
          await api.setUp(tracker);
          const reply = await api.enroll(tracker, outcome);
          assert.equal(reply.status, form === 'http' ? 400 : 200);
          assert.equal(/payer could not be authenticated/.test(reply.text), form === 'http');
          const payment = await api.payment(tracker);
          assert.equal(payment['state'], 'TRACKER_ENDED');
          assert.equal(
            payment['attempts']![0]!['enrollment']!['authentication_status'],
            outcome === 'failed' ? 'FAILED' : 'REJECTED',
          );
        }
      } finally {
        await api.service.close();
      }
    });
  }
});
