import {expect} from '@open-wc/testing';
import {readCaptureContext, readCaptureContextToken} from '../../src/protocol/index.js';
import {refusal, token} from './support.js';

const origin = 'https://shop.example';
const data = {
  clientLibrary: 'https://fields.example/microform/bundle/v2.6.0/flex-microform.min.js',
  clientLibraryIntegrity: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  allowedCardNetworks: ['VISA', 'MASTERCARD'],
  targetOrigins: ['https://other.example', origin],
};
const claims = (changes: object = {}) => ({
  iss: 'Flex API ✓',
  iat: 1_767_225_600,
  exp: 1_767_226_500,
  ctx: [{type: 'mf-2.0.0', data: {...data, ...changes}}],
});
const wrapped = (jwt: unknown) => ({data: {action: {token: 'act_1', flex: {capture_context_jwt: jwt}}}});

describe('readCaptureContext (wire 2.1)', () => {
  it('reads the merchant where it is named, in ASCII or beyond', () => {
    for (const merchant of ['sec_shop', 'sec_café', 'sec_店 €']) {
      const jwt = token({...claims({merchant}), iss: 'Flex API'});
      expect(readCaptureContextToken(jwt, origin).merchant).to.equal(merchant);
    }
  });

  it('reads the claims out of the token', () => {
    const jwt = token(claims());
    expect(readCaptureContext(wrapped(jwt), origin)).to.deep.equal({
      jwt,
      ...data,
      merchant: undefined,
      issuedAt: 1_767_225_600_000,
      expiresAt: 1_767_226_500_000,
    });
  });

  it('finds the microform among other contexts', () => {
    const {ctx, ...rest} = claims();
    const jwt = token({...rest, ctx: [{type: 'other', data: {}}, ...ctx]});
    expect(readCaptureContextToken(jwt, origin).clientLibrary).to.equal(data.clientLibrary);
  });

  it('takes a library on this machine over http, for development', () => {
    for (const host of ['localhost:4101', '127.0.0.1:4101', '[::1]:4101']) {
      const jwt = token(claims({clientLibrary: `http://${host}/microform.js`}));
      expect(readCaptureContextToken(jwt, origin).clientLibrary).to.equal(`http://${host}/microform.js`);
    }
  });

  it('does without a list of networks', () => {
    const jwt = token(claims({allowedCardNetworks: undefined}));
    expect(readCaptureContextToken(jwt, origin).allowedCardNetworks).to.deep.equal([]);
  });

  it('does without a hash of the library where that is allowed, never with one it cannot read', () => {
    const jwt = token(claims({clientLibraryIntegrity: undefined}));
    expect(readCaptureContextToken(jwt, origin, true)).not.to.have.property('clientLibraryIntegrity');
    expect(readCaptureContext(wrapped(jwt), origin, true)).to.have.property(
      'clientLibrary',
      data.clientLibrary,
    );
    const odd = token(claims({clientLibraryIntegrity: 'md5-abc='}));
    expect(refusal(() => readCaptureContextToken(odd, origin, true)).code).to.equal(
      'capture-context-invalid',
    );
  });

  const faults: readonly (readonly [string, string, string])[] = [
    ['no token', 'not a token', 'is no signed token'],
    ['no JSON inside', 'a.!!!.c', 'is no signed token'],
    ['text inside', token('text'), '/ctx should be a list'],
    [
      'another page',
      token(claims({targetOrigins: ['https://evil.example']})),
      'not for https://shop.example',
    ],
    ['a prefix of the page', token(claims({targetOrigins: ['https://shop.exampl']})), 'not for'],
    ['no page', token(claims({targetOrigins: []})), 'is meant for no origin'],
    ['pages that are no list', token(claims({targetOrigins: origin})), 'targetOrigins should be a list'],
    ['no integrity hash', token(claims({clientLibraryIntegrity: undefined})), 'names no integrity hash'],
    ['an empty hash', token(claims({clientLibraryIntegrity: ''})), 'names no integrity hash'],
    ['a weak hash', token(claims({clientLibraryIntegrity: 'md5-abc='})), 'names no integrity hash'],
    ['a library over http', token(claims({clientLibrary: 'http://fields.example/x.js'})), 'not https'],
    ['a library made of data', token(claims({clientLibrary: 'data:text/javascript,0'})), 'an http address'],
    [
      'a host that only looks local',
      token(claims({clientLibrary: 'http://localhost.evil.example/x.js'})),
      'not https',
    ],
    ['no library', token(claims({clientLibrary: undefined})), 'clientLibrary should be a text'],
    ['no end', token({...claims(), exp: undefined}), '/exp should be a number'],
  ];
  for (const [name, jwt, says] of faults) {
    it(`${name}: capture-context-invalid`, () => {
      const error = refusal(() => readCaptureContext(wrapped(jwt), origin));
      expect(error).to.include({code: 'capture-context-invalid', audience: 'merchant'});
      expect(error.message).to.contain(says);
      expect(error.message).not.to.contain(jwt);
    });
  }

  it('an answer without a token is unreadable', () => {
    expect(refusal(() => readCaptureContext({data: {action: {}}}, origin))).to.include({
      code: 'answer-unreadable',
      field: '/data/action/flex/capture_context_jwt',
    });
  });
});
