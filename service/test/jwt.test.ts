import assert from 'node:assert/strict';
import {
  CompactEncrypt,
  compactDecrypt,
  exportJWK,
  generateKeyPair as generateJoseKeyPair,
  importJWK,
  jwtVerify,
} from 'jose';
import {
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import {describe, it} from 'node:test';
import {JwtError} from '../src/platform/errors.js';
import {decryptJwe} from '../src/platform/jwt/jwe.js';
import {keyIdOf, signJwt, verifyJwt, type Algorithm} from '../src/platform/jwt/jws.js';

const rsa = generateKeyPairSync('rsa', {modulusLength: 2048});
const ed = generateKeyPairSync('ed25519');
const secret = createSecretKey(randomBytes(32));
const keys: Readonly<Record<Algorithm, {readonly signs: KeyObject; readonly checks: KeyObject}>> = {
  EdDSA: {signs: ed.privateKey, checks: ed.publicKey},
  RS256: {signs: rsa.privateKey, checks: rsa.publicKey},
  HS256: {signs: secret, checks: secret},
};
const algorithms = Object.keys(keys) as Algorithm[];
const expected = (algorithm: Algorithm) => ({
  ...{algorithm, type: 'test+jwt', issuer: 'us', audience: 'you'},
  claims: ['exp', 'iat'],
});
const claims = {iss: 'us', aud: 'you', iat: 1, exp: 2, what: 'grün'};
const createToken = (algorithm: Algorithm, more: object = {}) =>
  signJwt({alg: algorithm, typ: 'test+jwt', kid: 'key'}, {...claims, ...more}, keys[algorithm].signs);
/** Signs a token without the library, because the library refuses to create some of the invalid tokens. */
function signByHand(algorithm: Algorithm, header: object, payload: object): string {
  const input = `${part(header)}.${part(payload)}`;
  const key = keys[algorithm].signs;
  const signature =
    algorithm === 'HS256'
      ? createHmac('sha256', key).update(input).digest()
      : sign(algorithm === 'RS256' ? 'sha256' : null, Buffer.from(input), key);
  return `${input}.${signature.toString('base64url')}`;
}
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('signed tokens', () => {
  for (const algorithm of algorithms) {
    it(`${algorithm}: creates tokens that a standard library reads, and reads those it creates`, async () => {
      const {checks} = keys[algorithm];
      const ours = await createToken(algorithm);
      const read = await jwtVerify(ours, checks, {
        ...{algorithms: [algorithm], typ: 'test+jwt', issuer: 'us', audience: 'you'},
        currentDate: new Date(1500),
      });
      assert.equal(read.payload['what'], 'grün');
      const theirs = signByHand(algorithm, {alg: algorithm, typ: 'test+jwt', kid: 'theirs'}, claims);
      assert.equal((await verifyJwt(theirs, checks, expected(algorithm)))['what'], 'grün');
      assert.equal(keyIdOf(theirs), 'theirs');
    });

    it(`${algorithm}: refuses any other header, claim, key or byte`, async () => {
      const genuine = await createToken(algorithm);
      const [head, body, tail] = genuine.split('.') as [string, string, string];
      const {checks} = keys[algorithm];
      const signed = (header: object, more: object = {}) =>
        signByHand(algorithm, {alg: algorithm, typ: 'test+jwt', ...header}, {...claims, ...more});
      assert.ok(await verifyJwt(signed({}), checks, expected(algorithm)), 'the way these are made is right');
      const last = tail.at(-1)!;
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const sibling = alphabet[alphabet.indexOf(last) ^ 1]!;
      const forged: Readonly<Record<string, string>> = {
        'no signature': `${head}.${body}.`,
        'alg none': `${part({alg: 'none', typ: 'test+jwt'})}.${body}.`,
        'another algorithm': `${part({alg: 'HS512', typ: 'test+jwt'})}.${body}.${tail}`,
        'another kind': signed({typ: 'other+jwt'}),
        'no kind': signed({typ: undefined}),
        'a critical extension': signed({crit: ['exp']}),
        'another issuer': signed({}, {iss: 'them'}),
        'another audience': signed({}, {aud: 'them'}),
        'several audiences': signed({}, {aud: ['you', 'them']}),
        'no end': signed({}, {exp: undefined}),
        'an end that is no number': signed({}, {exp: '2'}),
        'an altered payload': `${head}.${part({...claims, what: 'red'})}.${tail}`,
        'an altered signature': `${head}.${body}.${tail.startsWith('A') ? 'B' : 'A'}${tail.slice(1)}`,
        'the same signature in other letters': `${head}.${body}.${tail.slice(0, -1)}${sibling}`,
        padding: `${head}.${body}.${tail}=`,
        'a fourth part': `${genuine}.`,
        'a list': `${head}.${part([claims])}.${tail}`,
        nothing: '',
        noise: '.'.repeat(2),
      };
      assert.ok(await verifyJwt(genuine, checks, expected(algorithm)));
      for (const [what, text] of Object.entries(forged)) {
        await assert.rejects(verifyJwt(text, checks, expected(algorithm)), JwtError, what);
      }
    });
  }

  it('refuses a token signed with another key or with the public key as a secret', async () => {
    const other = generateKeyPairSync('ed25519');
    await assert.rejects(verifyJwt(await createToken('EdDSA'), other.publicKey, expected('EdDSA')), JwtError);
    const text = rsa.publicKey.export({type: 'spki', format: 'pem'});
    const confused = await signJwt(
      {alg: 'HS256', typ: 'test+jwt'},
      claims,
      createSecretKey(Buffer.from(text)),
    );
    await assert.rejects(verifyJwt(confused, rsa.publicKey, expected('RS256')), JwtError);
  });

  it('a header without a key id has none', () => {
    for (const text of ['', 'x', part({}), part({kid: 7}), part('kid')]) {
      assert.throws(() => keyIdOf(`${text}.a.b`), JwtError);
    }
  });
});

describe('encrypted tokens', () => {
  const plain = Buffer.from('{"number":"4111"}');
  const encrypted = (header: object = {}) =>
    new CompactEncrypt(plain)
      .setProtectedHeader({alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'key', ...header})
      .encrypt(rsa.publicKey);
  const open = (jwe: string, kid = 'key') => decryptJwe(jwe, {kid, key: rsa.privateKey});

  it('opens what was encrypted for the key', async () => {
    const jwe = await encrypted();
    assert.deepEqual(Buffer.from(await open(jwe)), plain);
    assert.deepEqual(Buffer.from((await compactDecrypt(jwe, rsa.privateKey)).plaintext), plain);
  });

  it('opens nothing else', async () => {
    const jwe = await encrypted();
    const parts = jwe.split('.');
    const altered = (index: number) =>
      parts
        .map((text, at) => (at === index ? `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}` : text))
        .join('.');
    for (const index of parts.keys()) await assert.rejects(open(altered(index)), Error, `part ${index}`);
    await assert.rejects(open(jwe, 'another key'));
    await assert.rejects(open(parts.slice(0, 4).join('.')));
    await assert.rejects(open([...parts.slice(0, 4), parts[4]!.slice(0, 6)].join('.')));
    const strangers = [
      await encrypted({enc: 'A128GCM'}),
      await encrypted({alg: 'RSA-OAEP'}),
      await encrypted({kid: undefined}),
    ];
    for (const stranger of strangers) await assert.rejects(open(stranger));
    const foreign = await generateJoseKeyPair('RSA-OAEP-256');
    const elsewhere = await new CompactEncrypt(plain)
      .setProtectedHeader({alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'key'})
      .encrypt(await importJWK(await exportJWK(foreign.publicKey), 'RSA-OAEP-256'));
    await assert.rejects(open(elsewhere));
  });
});
