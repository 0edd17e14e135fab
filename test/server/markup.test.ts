import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {CardVaultElement} from '../../src/element/exports/index.js';
import {createCardVaultServer, createNonce, type MarkupOptions} from '../../src/server/index.js';
import {createLibraryNote} from '../../src/server/library.js';
import {writeMarkup} from '../../src/server/markup/markup.js';
import {cardVaultOptions, type OptionDeclaration} from '../../src/element/options.js';
import {publicKey, secretKey, serviceUrl} from './support/fake-service.js';

const nonce = createNonce();
const vaultOf = (options: {basePath?: string; relay?: boolean} = {}) =>
  createCardVaultServer({
    ...{serviceUrl, secretKey, publicKey, currency: 'USD', customer: () => 'cus_1'},
    ...options,
  });
const written = (options?: MarkupOptions): string => vaultOf().markup(options);
const startTag = (html: string): string => /<card-vault[^>]*>/.exec(html)?.[0] ?? '';

describe('vault.markup()', () => {
  it('writes the tag with its attributes, and leaves out what is the default', () => {
    const options = {name: 'pm', required: true, layout: 'stacked', billingFields: 'postal'} as const;
    assert.equal(
      startTag(written({...options, attributes: {id: 'card', 'data-a': true, hidden: false}})),
      '<card-vault session-url="/card-vault/session" billing-fields="postal" name="pm" required id="card" data-a>',
    );
    assert.match(startTag(vaultOf({basePath: '/pay'}).markup()), /session-url="\/pay\/session"/);
  });

  it('escapes every value', () => {
    const nasty = `"><script>alert('1')</script>&`;
    const html = written({
      ...{shopName: nasty, name: nasty, lang: nasty, required: true},
      attributes: {id: nasty},
      consent: 'required',
      messages: {
        number: nasty,
        notice: nasty,
        consent: nasty,
        waiting: nasty,
        scriptsOff: nasty,
        save: nasty,
      },
    });
    assert.doesNotMatch(html, /<script|alert\('/);
  });

  it("keeps the room of the page's own words for the consent, which the browser may paint after the form", () => {
    const roomFor = (content: string): string | undefined =>
      /<slot name="consent">(.*?)<\/slot>/s.exec(written({consent: 'required', content}))?.[1];
    assert.equal(
      roomFor(
        `<span slot="consent">Keep my card &amp; <a href="/terms">terms</a></span><span slot="notice">Hi</span>`,
      ),
      'Keep my card &amp; terms',
    );
    assert.equal(roomFor(`<p class=a slot=consent>1 < 2<b`), '1 &lt; 2&lt;b');
    assert.equal(roomFor('<span slot="notice">Hi</span>'), roomFor(''));
    assert.match(roomFor('')!, /card/);
  });

  it('draws the address in the form of the country that page or language name', () => {
    const drawn = (options: MarkupOptions): string[] =>
      [...written(options).matchAll(/part="label label-[^"]*">([^<]*)/g)].map(([, label]) => label!).slice(3);
    const full = {billingFields: 'full'} as const;
    const second = 'Apartment, floor (optional)';
    const ofAny = ['Country', 'Address', second, 'City', 'State or province', 'Postal code'];
    assert.deepEqual(drawn(full), ofAny);
    assert.deepEqual(drawn({...full, country: 'XX'}), ofAny);
    assert.deepEqual(drawn({...full, country: 'us'}), [
      'Country',
      'Address',
      second,
      'City',
      'State',
      'ZIP code',
    ]);
    assert.deepEqual(drawn({...full, lang: 'en-SG'}), ['Country', 'Address', second, 'Postal code']);
    assert.deepEqual(drawn({...full, locale: 'de-DE', lang: 'en-US'}).slice(-2), ['Postleitzahl', 'Ort']);
    assert.deepEqual(drawn({...full, country: 'JP', lang: 'ja'}).slice(0, 3), ['国', '郵便番号', '都道府県']);
    assert.deepEqual(drawn({...full, country: 'CL'}).slice(3), [
      'Postal code (optional)',
      'City',
      'Province (optional)',
    ]);
    assert.deepEqual(drawn({billingFields: 'postal', lang: 'en-US'}), ['Postal code']);
    assert.deepEqual(drawn({billingFields: 'postal', country: 'GB'}), ['Postcode']);
    assert.deepEqual(drawn({billingFields: 'postal', country: 'AE'}), []);
    assert.deepEqual(drawn({...full, country: 'SG', messages: {postalCode: '<b>'}}).at(-1), '&lt;b&gt;');
  });

  it('loads the rules of that country ahead', () => {
    const integrity = Object.fromEntries(
      ['engine', 'billing', 'country-us', 'country-jp', 'others'].map((name) => [
        `card-vault/${name}-abcd1234.js`,
        'sha384-abc=',
      ]),
    );
    const ahead = (options: MarkupOptions): string[] =>
      [...written({script: '/a.js', integrity, ...options}).matchAll(/card-vault\/([a-z-]+)-abcd1234/g)]
        .map(([, name]) => name!)
        .sort();
    assert.deepEqual(ahead({billingFields: 'full', country: 'US'}), ['billing', 'country-us', 'engine']);
    assert.deepEqual(ahead({billingFields: 'full', lang: 'en-SG'}), ['billing', 'engine', 'others']);
    assert.deepEqual(ahead({country: 'US'}), ['engine']);
  });

  const refused: Readonly<Record<string, object>> = {
    'a value that there is not': {layout: 'wide'},
    'a text where true or false belongs': {required: 'yes'},
    'a number where a text belongs': {name: 3},
    'an event handler': {attributes: {onclick: 'x()'}},
    'a style': {attributes: {style: 'color: red'}},
    'an attribute whose name breaks out': {attributes: {'a><script': 'x'}},
    'an option that is said twice': {attributes: {'session-url': '/other'}},
    'a short nonce': {nonce: 'abc'},
    'a script that is no address': {script: 'javascript:alert(1)'},
    'a session address that is none': {sessionUrl: 'data:text/html,x'},
    'a hash that is none': {integrity: {'card-vault.js': '"'}},
    'fields that have no origin': {fieldsOrigin: 'blob:x'},
  };
  for (const [what, options] of Object.entries(refused)) {
    it(`refuses ${what}, and names the option`, () => {
      const [option = ''] = Object.keys(options);
      assert.throws(() => written(options), {
        code: 'configuration-missing',
        message: option === 'nonce' ? /nonce/ : new RegExp(`markup: ${option}`),
      });
    });
  }

  it('writes inline scripts only with a nonce, and the same one for every page', () => {
    assert.doesNotMatch(written({required: true}), /<script/);
    const scripts = [written({nonce}), written({nonce, name: 'other', sessionUrl: '/elsewhere'})].map(
      (html) =>
        [...html.matchAll(/<script nonce="([^"]+)"[^>]*>(.*?)<\/script>/gs)].map(([, own, text]) => {
          assert.equal(own, nonce);
          return text;
        }),
    );
    assert.equal(scripts[0]!.length, 1);
    assert.match(scripts[0]![0]!, /begunSession/);
    assert.deepEqual(scripts[0], scripts[1]);
    assert.match(written({nonce}), new RegExp(`<style nonce="`));
  });

  it('begins no session for a tag that is disabled', () => {
    assert.match(written({nonce}), /<script nonce="[^"]+" data-session="\/card-vault\/session">/);
    assert.doesNotMatch(written({nonce, disabled: true}), /data-session/);
  });

  it('names the library of the last session to its script, for pages written after it', () => {
    const origin = 'https://shop.example';
    const url = 'https://fields.example/microform.js';
    const contextFor = (data: object): string =>
      ['e30', JSON.stringify({iat: 1, exp: 2, ctx: [{type: 'mf-2.0.0', data}]}), 'c']
        .map((part, index) => (index === 1 ? Buffer.from(part).toString('base64url') : part))
        .join('.');
    const data = {clientLibrary: url, clientLibraryIntegrity: 'sha256-abc=', targetOrigins: [origin]};
    const note = createLibraryNote();
    const page = (options: MarkupOptions = {}) =>
      writeMarkup({nonce, ...options}, {sessionUrl: '/session', serviceUrl: undefined, library: note.known});
    assert.doesNotMatch(page(), /data-library=| src=/);
    note.note(contextFor(data), origin);
    assert.match(
      page(),
      new RegExp(
        `<script nonce="[^"]+" data-session="/session" data-library="${url}" data-integrity="sha256-abc=">`,
      ),
    );
    const how = 'async fetchpriority="high" crossorigin="anonymous" referrerpolicy="no-referrer"';
    const script = `<script ${how} nonce="${nonce}" integrity="sha256-abc=" src="${url}"></script>`;
    assert.ok(page().includes(script));
    for (const other of [
      {savedCard: true},
      {disabled: true},
      {entryMode: 'raw'},
      {nonce: undefined},
    ] as const)
      assert.ok(!page(other).includes(url), JSON.stringify(other));
    const earlyFrame = 'https://fields.example/iframe.html?merchant=m&origin=https%3A%2F%2Fshop.example';
    note.note(contextFor({...data, earlyFrame}), origin);
    assert.ok(page().includes(`data-frame="${earlyFrame.replace('&', '&amp;')}">`));
    note.note(contextFor(data), origin);
    assert.match(page(), /data-frame/, 'stays after a session for a security code');
    note.note(contextFor({...data, clientLibrary: `${url}?2`}), origin);
    assert.doesNotMatch(page(), /data-frame/, 'of an older library');
    note.note(contextFor({...data, earlyFrame: 'https://other.example/iframe.html'}), origin);
    assert.doesNotMatch(page(), /data-frame/, 'of another origin than the library');
    for (const unfit of ['no context', contextFor({...data, clientLibraryIntegrity: undefined})]) {
      note.note(unfit, origin);
      assert.equal(note.known, undefined);
    }
  });

  it('holds no credential', () => {
    const html = written({nonce, required: true});
    for (const secret of [secretKey, publicKey]) assert.ok(!html.includes(secret));
  });

  it('loads ahead what the form needs first, pinned where hashes are given', () => {
    const hash = 'sha384-abc';
    const integrity = {
      'card-vault.js': hash,
      'card-vault/engine-a_b-5678.js': hash,
      'card-vault/fields-12345678.js': hash,
      'card-vault/later-12345678.js': hash,
      'card-vault/billing-12345678.js': hash,
      'card-vault/ur-12345678.js': hash,
    };
    const preloaded = (html: string) =>
      (
        JSON.parse(
          (/ data-modules="([^"]*)"/.exec(html)?.[1] ?? '[]').replaceAll('&quot;', '"'),
        ) as string[][]
      ).map(([href]) => href);
    const html = written({script: '/assets/card-vault.js?v=1', integrity, nonce});
    const first = ['engine-a_b-5678', 'fields-12345678'];
    assert.deepEqual(
      preloaded(html),
      first.map((name) => `/assets/card-vault/${name}.js`),
    );
    assert.equal(html.match(/sha384-abc/g)?.length, 3);
    // Without a script of the page, the browser finds them itself.
    const links = written({script: '/assets/card-vault.js', integrity});
    assert.equal(links.match(/<link rel="modulepreload" href="[^"]+" integrity="sha384-abc">/g)?.length, 2);
    assert.match(html, /<script type="module" src="\/assets\/card-vault\.js\?v=1" nonce="[^"]+" integrity="/);
    const urdu = preloaded(written({script: '/assets/card-vault.js', integrity, nonce, locale: 'ur-PK'}));
    assert.equal(urdu.at(-1), '/assets/card-vault/ur-12345678.js');
    const consent = preloaded(
      written({script: '/assets/card-vault.js', integrity, nonce, consent: 'required'}),
    );
    assert.ok(consent.includes('/assets/card-vault/billing-12345678.js'));
    assert.deepEqual(preloaded(written({script: '/a.js', nonce})), []);
    assert.deepEqual(preloaded(written({integrity, nonce})), []);
  });

  it('connects ahead to the service and the fields, not to a service that the shop relays to', () => {
    const to = (html: string) =>
      [...html.matchAll(/<link rel="preconnect" href="([^"]*)"( crossorigin)?>/g)].map(([, href, cors]) =>
        [href, cors?.trim()].join(' ').trim(),
      );
    assert.deepEqual(to(written({fieldsOrigin: 'https://fields.example/'})), [
      `${serviceUrl} crossorigin`,
      'https://fields.example crossorigin',
      'https://fields.example',
    ]);
    assert.deepEqual(to(vaultOf({relay: true}).markup()), []);
  });

  it('holds the form back only where a card is required', () => {
    const hold = /<input slot="waiting" required tabindex="-1"( form="pay")? aria-label="The card form/;
    assert.match(written({required: true}), hold);
    assert.equal(hold.exec(written({required: true, attributes: {form: 'pay'}}))?.[1], ' form="pay"');
    assert.doesNotMatch(written(), hold);
    assert.doesNotMatch(written({required: true, disabled: true}), hold);
  });

  it('can be written by a build, which has no secrets', () => {
    const vault = createCardVaultServer({
      ...{serviceUrl: '', secretKey: '', publicKey: '', currency: 'USD', customer: () => 'cus_1'},
    });
    assert.match(vault.markup({required: true}), /<card-vault session-url="\/card-vault\/session" required>/);
  });

  it('writes every option of the element that is an attribute, and no other', () => {
    const tag = startTag(written(Object.fromEntries(Object.entries(cardVaultOptions).map(valueOf))));
    const attributes = [...tag.matchAll(/ ([\w-]+)(?==|[ >])/g)].map(([, name]) => name);
    const observed = CardVaultElement.observedAttributes.filter(
      (name) => !/^(quiet|defer-hydration)$/.test(name),
    );
    assert.deepEqual(attributes.sort(), observed.sort());
  });
});

/** A value of an option that is not its default. */
function valueOf([name, {type, oneOf}]: [string, OptionDeclaration]): [string, unknown] {
  return [name, type === Boolean || (oneOf?.[1] ?? '/address')];
}
