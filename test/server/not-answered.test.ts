import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {notAnswered, type Refusal} from './support/not-answered.js';
import {OutsideService, type Json} from './support/outside.js';

/** What the path needs anyway, to which a row's body is added. */
const plan = {
  name: 'Box',
  product: 'Box',
  amount: '24.00',
  currency: 'PKR',
  interval: 'MONTH',
  interval_count: 1,
  type: 'RECURRING',
  active: true,
};

describe('what docs/not-answered.md lists', () => {
  let api: OutsideService;
  let customer: string;
  let charged: string;
  before(async () => {
    api = await OutsideService.start();
    customer = await api.customer();
    charged = await api.charged(customer, await api.saved(customer));
  });
  after(() => api.close());

  /** A tracker in the state that the path names. */
  const trackerFor = (name: string): Promise<string> => {
    if (name === 'charged') return Promise.resolve(charged);
    if (name === 'enrollable') return api.setUp(customer);
    if (name === 'enrolled') return api.enrolled(customer);
    return api.tracker({user: customer});
  };

  async function send({method, path, body, asks}: Refusal) {
    const name = /\{(\w+)\}/.exec(path)?.[1];
    const value = name === undefined || name === 'quicklink' ? 'ql_none' : await trackerFor(name);
    const needed = path.startsWith('/client/plans/')
      ? plan
      : path === '/order/payments/v3'
        ? {user: customer, currency: 'PKR', merchant_api_key: api.service.keys.publicKey}
        : {};
    const sent = {...needed, ...body};
    return api.ask({
      method,
      path: path.replace(/\{\w+\}/, value),
      ...(method === 'GET' ? {} : {body: sent}),
      ...(asks.includes('without a credential') && {headers: {'content-type': 'application/json'}}),
    });
  }

  it('is not empty, and every row has a reason', () => {
    const rows = notAnswered();
    assert.ok(rows.length > 35, `${rows.length} rows`);
    for (const {reason, path} of rows) assert.ok(reason.length > 7, path);
  });

  for (const row of notAnswered()) {
    const said = row.body === undefined ? '' : ` ${JSON.stringify(row.body)}`;
    // shows: attack 14
    it(`${row.method} ${row.path}${said} is refused with ${row.status} ${row.code}`, async () => {
      const {status, text, json} = await send(row);
      assert.equal(status, row.status, text);
      if (row.code === '') return assert.match(text, /<h1/);
      assert.equal(json['code'], row.code, text);
      assert.equal(json['data'], null);
      const errors = json['status']!['errors'] as unknown as readonly Json[];
      assert.ok(errors.length > 0 && errors.every((error) => typeof error === 'string'), text);
      assert.ok(String(json['message']).length > 20, text);
      if (row.code === 'request.invalid') assert.ok(namesTheField(row, json), text);
    });
  }
});

/** A wrong value is named by its pointer. */
function namesTheField({body}: Refusal, json: Json): boolean {
  const pointers = (json['fields'] as unknown as readonly Json[]).map(({pointer}) => String(pointer));
  const wanted = Object.keys(body ?? {});
  return wanted.every((name) => pointers.some((pointer) => pointer.startsWith(`/${name}`)));
}
