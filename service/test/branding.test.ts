import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {createHash} from 'node:crypto';
import {contrast, type Colour} from '../../src/protocol/contrast.js';
import {noBranding} from '../src/domain/merchants/branding.js';
import {brandStyle} from '../src/edges/checkout/pages/brand-style.js';
import {insertPlan} from './support/billing.js';
import {startTestService, string, type Reply, type TestService} from './support/harness.js';
import {HostedBrowser, linksOf} from './support/hosted-browser.js';

const path = '/client/branding/v1';
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const dataUrl = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`;

describe('the look of the hosted pages', () => {
  let api: TestService;
  const replace = (body: object): Promise<Reply> => api.call(path, {method: 'PUT', body});
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  it('is the service’s own until the shop says otherwise, and again after an empty body', async () => {
    const own = {accent: null, background: null, logo_url: null};
    assert.deepEqual((await api.call(path)).json['data'], own);
    assert.equal((await replace({accent: '#1f6f43'})).json['data']!['accent'], '#1f6f43');
    assert.deepEqual((await replace({})).json['data'], own);
    assert.deepEqual((await api.call(path)).json['data'], own);
  });

  it('is on the page: name, logo and colours, under the page’s policy', async () => {
    const {json} = await replace({accent: '#1f6f43', background: '#f6f3ea', logo: dataUrl('png', png)});
    const address = new URL(string(json['data']!['logo_url']));
    const {token: plan} = await insertPlan(api);
    const {text, headers} = (await new HostedBrowser(api).open(await linksOf(api).subscribe(plan))).page;
    assert.match(text, new RegExp(`<header class="shop"><img class="logo" src="${address.pathname}" alt=""`));
    const [, style = ''] = /<style>(:root\{--ground[^<]*)<\/style>/.exec(text) ?? [];
    assert.match(style, /--ground:light-dark\(#f6f3ea,/);
    const hash = createHash('sha256').update(style).digest('base64');
    assert.ok(headers.get('content-security-policy')?.includes(`'sha256-${hash}'`));
    const picture = await fetch(address);
    assert.equal(picture.headers.get('content-type'), 'image/png');
    assert.deepEqual(Buffer.from(await picture.arrayBuffer()), png);
  });

  for (const [what, body] of Object.entries({
    'a word for a colour': {accent: 'green'},
    'a style for a colour': {background: '#fff;}'},
    'a picture that may hold a script': {logo: dataUrl('svg+xml', Buffer.from('<svg/>'))},
    'a picture that is another': {logo: dataUrl('jpeg', png)},
    'a picture that is too large': {logo: dataUrl('png', Buffer.concat([png, Buffer.alloc(32 * 1024)]))},
    'an address': {logo: 'https://shop.example/logo.png'},
    'an unknown field': {acent: '#1f6f43'},
  })) {
    it(`refuses ${what}`, async () => {
      const {status, json} = await replace(body);
      assert.equal(status, 400);
      assert.match(JSON.stringify(json), new RegExp(`/${Object.keys(body)[0]}`));
    });
  }

  it('is a server’s to say, not a page’s', async () => {
    assert.equal((await api.call(path, {method: 'PUT', body: {}, secret: null})).status, 401);
  });

  it('serves no logo that no shop has', async () => {
    assert.equal((await fetch(`${api.service.urls.hosted}/checkout/logos/${'0'.repeat(64)}`)).status, 404);
  });
});

describe('the colours of a shop', () => {
  const channels = [0, 51, 119, 153, 204, 255];
  const colours = channels.flatMap((red) =>
    channels.flatMap((green) =>
      channels.map(
        (blue) => `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`,
      ),
    ),
  );
  const read = (text: string): Colour => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
    return [red, green, blue, 1];
  };
  const valuesOf = (style: string, scheme: 0 | 1): Readonly<Record<string, Colour>> =>
    Object.fromEntries(
      [...style.matchAll(/--([\w-]+):light-dark\((#\w+),(#\w+)\)/g)].map(
        ([, name = '', light = '', dark = '']) => [name, read(scheme === 0 ? light : dark)],
      ),
    );

  for (const scheme of [0, 1] as const) {
    it(`can be read, whichever it is: ${scheme === 0 ? 'light' : 'dark'}`, () => {
      const sheet = read(scheme === 0 ? '#ffffff' : '#171c22');
      for (const [index, accent] of colours.entries()) {
        const background = colours[(index * 37) % colours.length]!;
        const has = valuesOf(brandStyle({...noBranding, accent, background}), scheme);
        const pairs = [
          ['accent', sheet],
          ['accent', has['soft']],
          ['on-accent', has['accent']],
          ['on-ground', has['ground']],
          ['on-ground-quiet', has['ground']],
          ['on-ground-link', has['ground']],
        ] as const;
        for (const [name, below] of pairs)
          assert.ok(contrast(has[name]!, below!) >= 4.5, `${name} of ${accent} on ${background}`);
      }
    });
  }

  it('stays as it is where it can be read', () => {
    const has = valuesOf(brandStyle({...noBranding, accent: '#0b5c6b', background: '#f6f3ea'}), 0);
    assert.deepEqual([has['accent'], has['ground']], [read('#0b5c6b'), read('#f6f3ea')]);
  });
});
