import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {gzipSync} from 'node:zlib';
import {lostInReading} from '../src/platform/http/exact-json.js';
import {readInstant} from '../src/platform/http/instant.js';
import {startTestService, string, type TestService} from './support/harness.js';

describe('a body is read exactly as it was sent, or refused', () => {
  let api: TestService;
  before(async () => (api = await startTestService()));
  after(() => api.service.close());

  async function send(body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) {
    const response = await fetch(`${api.service.urls.api}/user/customers/v1/`, {
      ...{method: 'POST', body},
      headers: {
        'content-type': 'application/json',
        'x-sfpy-merchant-secret': api.service.keys.secretKey,
        ...headers,
      },
    });
    const json = (await response.json()) as {
      code?: string;
      data: {first_name?: string} | null;
      fields?: {pointer: string}[];
    };
    return {...json, status: response.status};
  }
  const jose = '{"first_name":"José"}';

  it('text that is not UTF-8 is 400, in every way to break it', async () => {
    for (const bytes of [
      Buffer.from(jose, 'latin1'),
      Buffer.from(jose, 'utf16le'),
      Buffer.concat([Buffer.from('{"first_name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      Buffer.concat([Buffer.from('{"first_name":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
      Buffer.from(jose).subarray(0, -3),
    ]) {
      const {status, code} = await send(bytes);
      assert.deepEqual([status, code], [400, 'request.not_utf8']);
    }
  });

  it('another charset is 415, UTF-8 under each of its names is read', async () => {
    for (const charset of ['iso-8859-1', '"windows-1252"', 'UTF-16', 'us-ascii']) {
      const {status, code} = await send(jose, {'content-type': `application/json; charset=${charset}`});
      assert.deepEqual([status, code], [415, 'request.charset'], charset);
    }
    for (const charset of ['utf-8', '"UTF-8"', 'utf8']) {
      const {status, data} = await send(jose, {'content-type': `application/json;charset=${charset}`});
      assert.deepEqual([status, data?.first_name], [200, 'José'], charset);
    }
  });

  it('a compressed body is 415, however it is named', async () => {
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const {status, code} = await send(gzipSync(jose), {'content-encoding': encoding});
      assert.deepEqual([status, code], [415, 'request.compressed'], encoding);
    }
    assert.equal((await send(jose, {'content-encoding': 'identity'})).status, 200);
  });

  it('a lone half of a surrogate pair is 400', async () => {
    assert.equal((await send(String.raw`{"first_name":"\ud83d"}`)).code, 'request.unstorable_text');
  });

  it('numbers that JavaScript rounds and names that come twice are 400 with their field', async () => {
    for (const [text, pointer] of [
      ['{"first_name":"Ada","metadata":{"order":12345678901234567891}}', '/metadata/order'],
      ['{"first_name":"Ada","amount":9007199254740993}', '/amount'],
      ['{"list":[1,[2,{"a/b":1e400}]]}', '/list/1/1/a~1b'],
      ['{"small":1e-400}', '/small'],
      ['{"price":0.12345678901234567891}', '/price'],
      ['{"first_name":"Ada","first_name":"Eve"}', '/first_name'],
      [String.raw`{"a":{"b":1,"\u0062":2}}`, '/a/b'],
    ] as const) {
      const {status, code, fields} = await send(text);
      assert.deepEqual(
        [status, code, fields?.map((field) => field.pointer)],
        [400, 'request.invalid', [pointer]],
      );
    }
    // A name that is a card number is not repeated.
    assert.deepEqual(lostInReading('{"4111111111111111":1e999}')[0]?.pointer, '');
  });

  it('numbers that JavaScript holds pass, however they are written', () => {
    for (const number of [
      '0',
      '-0',
      '0.10',
      '1E3',
      '1e+21',
      '100000000000000000000',
      '4999.99',
      '9007199254740992',
    ])
      assert.deepEqual(
        lostInReading(`{"a":[${number},{"a":"1e999 {\\"a\\":1} ,"}],"b":${number}}`),
        [],
        number,
      );
  });

  it('a number of any length is read in a time that grows with it', () => {
    assert.equal(lostInReading(`[1${'0'.repeat(400_000)}1]`).length, 1);
  });

  it('a form whose escaped bytes are no UTF-8 is refused', async () => {
    const tracker = await api.tracker();
    const post = (body: string) =>
      api.call(`/order/payments/v3/${tracker}/validation`, {
        ...{raw: body, secret: null, headers: {'content-type': 'application/x-www-form-urlencoded'}},
      });
    assert.notEqual((await post('TransactionId=50%')).json['code'] as unknown, 'request.not_utf8');
    const {status, json} = await post('TransactionId=Jos%E9');
    assert.deepEqual([status, json['code'] as unknown], [400, 'request.not_utf8']);
  });
});

describe('instants', () => {
  const good: Readonly<Record<string, string>> = {
    '2027-01-31T00:00:00Z': '2027-01-31T00:00:00.000Z',
    '2027-01-31T00:00:00+05': '2027-01-30T19:00:00.000Z',
    '2027-01-31T00:00:00.1234567+05:30': '2027-01-30T18:30:00.123Z',
    '2028-02-29T12:00Z': '2028-02-29T12:00:00.000Z',
    '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00Z': '1970-01-01T00:00:00.000Z',
  };
  const bad = [
    ...['2027-02-30T00:00:00Z', '2027-02-29T00:00:00Z', '2027-04-31T00:00:00Z', '2027-13-01T00:00:00Z'],
    ...[
      '2027-01-31',
      '2027-01-31T00:00:00',
      'tomorrow',
      '',
      '1700000000',
      '31 Jan 2027',
      '2027-01-31T25:00:00Z',
    ],
    ...[
      '+010000-01-01T00:00:00Z',
      '+275760-09-13T00:00:00Z',
      '-000001-01-01T00:00:00Z',
      '1969-12-31T23:59:59Z',
    ],
    ...['0001-01-01T00:00:00Z', '2027-01-31T00:00:00+99:00'],
  ];

  it('have one reader, which takes no day that no month has', () => {
    for (const [text, instant] of Object.entries(good))
      assert.equal(readInstant(text)?.toISOString(), instant);
    for (const text of bad) assert.equal(readInstant(text), undefined, text);
  });

  it('are 400 with their field on every route that reads one, else read in the same way', async () => {
    const api = await startTestService();
    try {
      const created = await api.call('/client/webhooks/v1/', {body: {url: 'https://shop.example/hook'}});
      const replay = `/client/webhooks/v1/${string(created.json['data']!['token'])}/replay`;
      for (const text of bad) {
        const replies = [
          await api.call(replay, {body: {from: text}}),
          await api.call(replay, {body: {from: '2026-01-01T00:00:00Z', to: text}}),
          await api.call('/sandbox/v1/clock/advance', {body: {to: text}}),
          await api.call(`/sandbox/v1/coming-charges?until=${encodeURIComponent(text)}`),
        ];
        const pointers = replies.map(({json}) => json['fields']?.[0]?.['pointer'] as unknown);
        assert.deepEqual(
          replies.map(({status}) => status),
          [400, 400, 400, 400],
          text,
        );
        assert.deepEqual(pointers, ['/from', '/to', '/to', '/until']);
      }
      for (const text of Object.keys(good)) {
        assert.equal((await api.call(replay, {body: {from: text}})).status, 200, text);
        const until = `/sandbox/v1/coming-charges?until=${encodeURIComponent(text)}`;
        assert.equal((await api.call(until)).status, 200, text);
      }
      for (const by of ['P9000Y', 'P999999Y', 'P99999999999D']) {
        const {status, json} = await api.call('/sandbox/v1/clock/advance', {body: {by, catch_up: true}});
        assert.deepEqual([status, json['fields']?.[0]?.['pointer'] as unknown], [400, '/by'], by);
      }
      const offset = await api.call('/sandbox/v1/clock/advance', {body: {to: '2026-11-20T18:00:00+05'}});
      assert.equal(offset.json['data']!['now'] as unknown, '2026-11-20T13:00:00.000Z');
    } finally {
      await api.service.close();
    }
  });
});
