import type {BrowserContext, Route} from 'playwright-core';

/** What one tampering changes between the shop, the service and the page. */
export interface Tampering {
  readonly name: string;
  /** Changes the session's answer, by its capture context or as a whole. */
  readonly session?: (answer: SessionBody, other: SessionBody) => SessionBody;
  /** Answers instead of the origin that serves the library. */
  readonly library?: (route: Route, places: {readonly attacker: string}) => Promise<void>;
  /** Codes of the error that the page may hear. */
  readonly codes: readonly string[];
  readonly short?: true;
}

export interface SessionBody {
  readonly capture_context?: string | number;
  readonly [key: string]: unknown;
}

interface Claims {
  iat: number;
  exp: number;
  ctx: {type: string; data: Record<string, unknown>}[];
  flx: {jwk: Record<string, unknown>};
}

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Changes the claims of a signed text, and leaves the signature as it is. */
export function withClaims(token: string, change: (claims: Claims) => void): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = decode(payload) as Claims;
  change(claims);
  return [header, encode(claims), signature].join('.');
}

const context = (change: (token: string, other: string) => string | number) =>
  ((answer, other) => ({
    ...answer,
    capture_context: change(String(answer.capture_context), String(other.capture_context)),
  })) satisfies Tampering['session'];
const claims = (change: (claims: Claims) => void) => context((token) => withClaims(token, change));
const data = (change: (data: Record<string, unknown>) => void) => claims(({ctx}) => change(ctx[0]!.data));

const invalid = ['capture-context-invalid'];
const blocked = ['fields-blocked'];
const either = [...invalid, ...blocked, 'capture-context-expired'];
const script = (body: string, headers: Record<string, string> = {}) => ({
  body,
  contentType: 'text/javascript',
  headers: {'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin', ...headers},
});
const evil = 'window.tampered = true; window.Flex = class { microform() { return {}; } };';

/** Tamperings of the library itself, while its address and its hash are right. */
const libraries: readonly Tampering[] = [
  {
    name: 'the library is another script',
    library: (route) => route.fulfill(script(evil)),
    codes: blocked,
    short: true,
  },
  {
    name: 'a line is added to the library',
    library: async (route) => route.fulfill(script(`${await (await route.fetch()).text()}\n${evil}`)),
    codes: blocked,
    short: true,
  },
  {name: 'the library is empty', library: (route) => route.fulfill(script('')), codes: blocked},
  {
    name: 'the library is cut short',
    library: async (route) => route.fulfill(script((await (await route.fetch()).text()).slice(0, -20))),
    codes: blocked,
  },
  {
    name: 'the library’s address leads to the attacker',
    library: (route, {attacker}) =>
      route.fulfill({
        status: 302,
        headers: {location: `${attacker}/library.js`, 'access-control-allow-origin': '*'},
      }),
    codes: blocked,
  },
  {
    name: 'the library may not be read by the page',
    library: async (route) =>
      route.fulfill(
        script(await (await route.fetch()).text(), {'access-control-allow-origin': 'https://other.example'}),
      ),
    codes: blocked,
  },
];

/** Tamperings of the capture context, whose signature is then wrong. */
const contexts: readonly Tampering[] = [
  {
    name: 'the hash is another one',
    session: data((data) => (data['clientLibraryIntegrity'] = `sha256-${'A'.repeat(43)}=`)),
    codes: blocked,
    short: true,
  },
  {
    name: 'the hash is left out',
    session: data((data) => delete data['clientLibraryIntegrity']),
    codes: invalid,
    short: true,
  },
  {
    name: 'the hash cannot be read',
    session: data((data) => (data['clientLibraryIntegrity'] = 'md5-AAAA')),
    codes: invalid,
  },
  {name: 'the hash is empty', session: data((data) => (data['clientLibraryIntegrity'] = '')), codes: invalid},
  {
    name: 'the library comes by plain http from elsewhere',
    session: data((data) => (data['clientLibrary'] = 'http://attacker.example/library.js')),
    codes: invalid,
  },
  {
    name: 'the library’s address has a scheme of code',
    session: data((data) => (data['clientLibrary'] = 'javascript:alert(1)')),
    codes: invalid,
  },
  {
    name: 'the context is for another page',
    session: data((data) => (data['targetOrigins'] = ['https://other.example'])),
    codes: invalid,
  },
  {
    name: 'the context names the page as well',
    session: data(
      (data) => (data['targetOrigins'] = [...(data['targetOrigins'] as string[]), 'https://other.example']),
    ),
    codes: either,
    short: true,
  },
  {
    name: 'the context has another key for the card',
    session: claims(({flx}) => (flx.jwk = {...flx.jwk, n: 'AQAB'.repeat(85)})),
    codes: either,
    short: true,
  },
  {name: 'the context lives longer', session: claims((all) => (all.exp += 3600)), codes: either},
  {
    name: 'the signature is another one',
    session: context((token) => `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(342)}`),
    codes: either,
  },
  {
    name: 'there is no signature',
    session: context((token) => token.slice(0, token.lastIndexOf('.') + 1)),
    codes: either,
  },
  {
    name: 'the context is signed by nothing',
    session: context((token) => [encode({alg: 'none'}), token.split('.')[1], ''].join('.')),
    codes: either,
  },
  {
    name: 'the key of one context stands in another',
    session: context((token, other) =>
      withClaims(token, (all) => (all.flx = (decode(other.split('.')[1]!) as Claims).flx)),
    ),
    codes: either,
  },
  {name: 'the context is no token', session: context(() => 'not.a.token'), codes: invalid},
  {name: 'the context is a number', session: context(() => 7), codes: ['answer-unreadable', ...invalid]},
];

/** Every tampering that must end in an error with a name, and without a field. */
export const tamperings: readonly Tampering[] = [...libraries, ...contexts];

/** Puts a tampering between the page and the others; `other` is a session of another shopper. */
export async function tamper(
  browser: BrowserContext,
  tampering: Tampering,
  {
    fields,
    attacker,
    other,
  }: {readonly fields: string; readonly attacker: string; readonly other: SessionBody},
): Promise<void> {
  const {session, library} = tampering;
  if (session)
    await browser.route(/\/card-vault\/session(\?|$)/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({response: answer, json: session((await answer.json()) as SessionBody, other)});
    });
  if (library)
    await browser.route(
      (url) => url.origin === fields && url.pathname.endsWith('flex-microform.min.js'),
      (route) => library(route, {attacker}),
    );
}
