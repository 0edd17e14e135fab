import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {saveAtRecorded, type RecordedSave} from '../../tools/docs/recorded-save.js';
import {requestsDocument} from '../../tools/docs/requests-document.js';
import type {RecordedRequest} from '../recorded/index.js';

const origins = {
  service: 'http://127.0.0.1:4001',
  fields: 'http://127.0.0.1:4002',
  collector: 'http://collector.localhost:4003',
  issuer: 'http://issuer.localhost:4004',
  shop: 'http://localhost:4005',
};
const secretKey = '5ec2e7'.repeat(8);

const request = (
  place: RecordedRequest['place'],
  line: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): RecordedRequest => {
  const [method = '', path = ''] = line.split(' ');
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {place, method, path, rawHeaders: Object.entries(headers), headers: Object.fromEntries(lower), body};
};
const kit = (line: string, body = '') =>
  request('service', line, {'X-SFPY-MERCHANT-SECRET': secretKey}, body);
const documentOf = (...requests: RecordedRequest[]) =>
  requestsDocument({requests, origins, secretKey, publicKey: 'sec_public'} satisfies RecordedSave);
const id = '0a1b2c3d-0000-4000-8000-00000000abcd';

describe('the list of what a save sends', () => {
  it('is docs/requests.md, from a save of today', async () => {
    const current = requestsDocument(await saveAtRecorded());
    const written = readFileSync('docs/requests.md', 'utf8');
    assert.equal(current, written, 'run: npm run docs');
    // No preflight asks for more than the recorded service allows (wire 9.1).
    const asked = [...current.matchAll(/^Access-Control-Request-Headers: (.*)$/gm)].map(([, names]) => names);
    assert.deepEqual([...new Set(asked)], ['authorization,content-type']);
  });

  it('names what differs from run to run, and leaves out what a browser adds', () => {
    const origin = {
      Origin: origins.shop,
      Authorization: 'Bearer abc=',
      Host: '127.0.0.1:4001',
      'User-Agent': 'X/1',
    };
    const body = `{"payload":{"token":"${id}","urls":["${origins.shop}/return"]}}`;
    const text = documentOf(request('service', `POST /order/payments/v3/track_${id}`, origin, body));
    const wanted = [
      ...[
        'POST /order/payments/v3/<tracker> HTTP/1.1',
        'Origin: <shop>',
        'Authorization: Bearer <time-based token>',
      ],
      ...['Host: <service host>', ''],
      '{"payload":{"token":"<id>","urls":["<shop>/return"]}}',
    ];
    assert.ok(
      text.includes(
        `The page, to the service: \`POST /order/payments/v3/<tracker>\`\n\n\`\`\`http\n${wanted.join('\n')}\n\`\`\`\n`,
      ),
      text,
    );
  });

  it('shows no key', () => {
    const text = documentOf(kit('POST /client/passport/v1/token', '{"merchant_api_key":"sec_public"}'));
    assert.ok(!text.includes(secretKey) && !text.includes('sec_public'), text);
    assert.ok(text.includes('X-SFPY-MERCHANT-SECRET: <secret key>'), text);
  });

  it('lists a repeated request once, and what is asked at once in one order', () => {
    const open = kit('POST /order/payments/v3/');
    const page = request('service', 'GET /x', {Origin: origins.shop});
    const [wallet, token] = [kit('GET /user/customers/v1/c/wallet/'), kit('POST /client/passport/v1/token')];
    assert.equal(documentOf(open, wallet, token, page), documentOf(open, token, wallet, page, page, open));
  });

  it('leaves out what vendors’ libraries and pages send', () => {
    const text = documentOf(
      request('fields', 'POST /flex/v2/tokens', {Origin: origins.fields}, 'card'),
      request('collector', 'GET /logo.png', {Origin: origins.shop}),
      request('issuer', 'POST /challenge/1/answer', {Origin: origins.issuer}, 'code=1234'),
      request('service', 'POST /payer-authentication/return', {Origin: origins.issuer}, 'TransactionId=1'),
    );
    assert.ok(!text.includes('```'), text);
  });
});
