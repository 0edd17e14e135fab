import assert from 'node:assert/strict';
import {createHmac, randomBytes} from 'node:crypto';
import {describe, it} from 'node:test';
import {
  isBodySignature,
  signBody,
  signWebhook,
  webhookFault,
  webhookKey,
} from '../../src/protocol/webhook-signature.js';

/** Known answer of guarantees 4.7. */
const known = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const headers = {id: known.id, timestamp: String(known.timestamp), signature: known.signature};
const judge = (changes: object = {}, body: string | Uint8Array = known.body, more: object = {}) =>
  webhookFault({...headers, ...changes}, body, {
    secrets: [known.secret],
    now: known.timestamp * 1000,
    ...more,
  });

describe('the signature of a webhook', () => {
  it('gives the published signature of Standard Webhooks, and believes it', async () => {
    assert.equal(await signWebhook(known.secret, known), known.signature);
    assert.equal(await judge(), undefined);
    assert.equal(await judge({}, new TextEncoder().encode(known.body)), undefined, 'bytes as well as text');
  });

  it('is the HMAC that another implementation makes', async () => {
    for (let length = 0; length < 40; length++) {
      const key = randomBytes(24 + length);
      const secret = `whsec_${key.toString('base64')}`;
      const body = randomBytes(length * 17);
      const signed = Buffer.concat([Buffer.from(`msg_${length}.${length}.`), body]);
      const mac = createHmac('sha256', key).update(signed).digest('base64');
      assert.equal(await signWebhook(secret, {id: `msg_${length}`, timestamp: length, body}), `v1,${mac}`);
      const hex = createHmac('sha512', secret).update(body).digest('hex');
      assert.equal(await signBody(secret, body), hex);
      assert.ok(await isBodySignature(hex, body, ['another', secret]));
    }
  });

  it('takes 24 to 64 bytes of key and no other text for a secret', () => {
    const secret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
    for (const bytes of [24, 32, 64]) assert.equal(webhookKey(secret(bytes))?.length, bytes);
    for (const bytes of [0, 23, 65]) assert.equal(webhookKey(secret(bytes)), undefined);
    for (const text of [
      '',
      'whsec_',
      secret(24).slice(6),
      `${secret(24)} `,
      'whsec_%%%%',
      secret(25).slice(0, -1),
    ])
      assert.equal(webhookKey(text), undefined, text);
  });

  it('is not made for what could be mistaken', async () => {
    await assert.rejects(signWebhook('secret', known), RangeError);
    await assert.rejects(signWebhook(known.secret, {...known, id: 'a.b'}), RangeError);
    await assert.rejects(signWebhook(known.secret, {...known, timestamp: 1.5}), RangeError);
  });

  it('holds 300 seconds both ways, and no longer', async () => {
    const at = (seconds: number) => judge({}, known.body, {now: (known.timestamp + seconds) * 1000});
    for (const seconds of [-300, 0, 300]) assert.equal(await at(seconds), undefined, String(seconds));
    for (const seconds of [-301, 301, 1e9]) assert.equal(await at(seconds), 'timestamp-out-of-tolerance');
  });

  it('refuses what the reference library lets through', async () => {
    const odd = {
      'a timestamp with a tail': {timestamp: `${known.timestamp}abc`},
      'a timestamp with a fraction': {timestamp: `${known.timestamp}.9`},
      'a timestamp after a blank': {timestamp: ` ${known.timestamp}`},
      'a timestamp with a sign': {timestamp: `+${known.timestamp}`},
      'a timestamp in hexadecimal': {timestamp: `0x${known.timestamp.toString(16)}`},
      'digits of another script': {timestamp: '١٦١٤٢٦٥٣٣٠'},
      'no timestamp': {timestamp: ''},
    };
    for (const [name, change] of Object.entries(odd))
      assert.equal(await judge(change), 'timestamp-invalid', name);
    const many = Array.from({length: 5000}, () => `v1,${Buffer.alloc(32).toString('base64')}`);
    assert.equal(await judge({signature: [...many, known.signature].join(' ')}), 'signature-invalid');
    assert.equal(await judge({id: 'msg.with.stops'}), 'id-invalid');
  });

  it('refuses headers that are not there and signatures that are none', async () => {
    for (const name of ['id', 'timestamp', 'signature'])
      assert.equal(await judge({[name]: null}), 'headers-missing', name);
    const mac = known.signature.slice(3);
    for (const signature of [
      '',
      mac,
      `v1 ${mac}`,
      `v1,${mac.slice(0, -1)}`,
      `v1,${mac}\n`,
      `v1,${mac}  v1,${mac}`,
      `v1,${mac.slice(4)}`,
      `v1,${mac.slice(0, -2)}F=`,
    ])
      assert.equal(await judge({signature}), 'signature-invalid', JSON.stringify(signature));
    assert.equal(await judge({}, `${known.body} `), 'signature-mismatch');
    assert.equal(await judge({}, known.body, {secrets: []}), 'signature-mismatch');
  });

  it('finds the right one of several signatures and several secrets, as during a rotation', async () => {
    const other = `whsec_${randomBytes(32).toString('base64')}`;
    const strange = await signWebhook(other, known);
    assert.equal(await judge({signature: `${strange} ${known.signature}`}), undefined);
    assert.equal(
      await judge({signature: `v1a,asymmetric ${known.signature}`}),
      undefined,
      'of another version',
    );
    assert.equal(await judge({}, known.body, {secrets: [other, known.secret]}), undefined);
    assert.equal(await judge({signature: strange}), 'signature-mismatch');
  });

  it('of the body is lower-case hexadecimal of the raw bytes', async () => {
    const signature = await signBody('shared', known.body);
    assert.ok(await isBodySignature(signature, known.body, ['shared']));
    for (const wrong of [signature.toUpperCase(), `${signature} `, signature.slice(2), '', `v1,${signature}`])
      assert.equal(await isBodySignature(wrong, known.body, ['shared']), false, wrong);
    assert.equal(await isBodySignature(signature, `${known.body}\n`, ['shared']), false);
    assert.equal(await isBodySignature(signature, known.body, ['other']), false);
  });
});
