import {shop} from './harness.js';

const schemes = [
  ...[
    'https://',
    'http://',
    '//',
    '',
    'https:',
    'https:/',
    'https:///',
    'https:\\\\',
    'https:/\\',
    'hTTps:\t//',
    '\thttps://',
  ],
  ...[
    'javascript:',
    'javascript://',
    'data:text/html,',
    'ftp://',
    'file:///',
    'blob:https://',
    'wss://',
    'view-source:https://',
  ],
];
const hosts = [
  ...[
    'shop.example',
    'SHOP.example',
    'shop.example.',
    'shop.example:443',
    'shop.example:8443',
    'shop.example:99999',
  ],
  ...[
    'shop.example.evil.example',
    'notshop.example',
    'evil.example',
    'shop-example.evil.example',
    'example',
    'shopexample',
  ],
  ...[
    'shop.example@evil.example',
    'shop.example:443@evil.example',
    'user@shop.example',
    'user:pass@shop.example',
    '@shop.example',
  ],
  ...[
    'evil.example#@shop.example',
    'evil.example?shop.example',
    'evil.example/shop.example',
    'evil.example\\@shop.example',
  ],
  ...[
    'shop.example\\@evil.example',
    'shop.example%2eevil.example',
    'shop.example%40evil.example',
    '*.shop.example',
  ],
  // Cyrillic o, Greek omicron, fraction slash, ideographic full stop, zero-width joiner, and a host in
  // Punycode.
  ...[
    'sh\u043ep.example',
    'sh\u03bfp.example',
    'shop.example\u2044.evil.example',
    'shop.example\u3002evil.example',
  ],
  ...[
    'shop\u200d.example',
    'xn--shp-8cd.example',
    'shop\t.example',
    ' shop.example',
    'shop.example ',
    'shop\n.example',
  ],
  ...[
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '0x7f.1.evil.example',
    '[::ffff:0a00:1]',
    '169.254.169.254',
    '[fe80::1]',
  ],
];
const paths = [
  '',
  '/',
  '/thanks',
  '/a\nb',
  '/\u0000',
  '/..//evil.example',
  '/a b',
  '/\\evil.example',
  '?to=//evil.example',
];

/** Whether an address belongs to the shop. It does not use the service's own check. */
const isTheShops = (text: string) => /^https:\/\/shop\.example(:443)?([/?][!-[\]-~]*)?$/i.test(text);

/** Shuffles values, always in the same way, so that any slice contains some of each kind. */
function mixed<Value>(values: readonly Value[]): readonly Value[] {
  let state = 4100;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  return values
    .map((value) => [next(), value] as const)
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value);
}

const hostile = mixed(
  schemes.flatMap((scheme) => hosts.flatMap((host) => paths.map((path) => scheme + host + path))),
).filter((text) => text !== '' && !isTheShops(text));

/** Addresses that look like the shop's but are not, and texts that parsers repair into an address (B4). */
export function hostileAddresses(count: number): readonly string[] {
  if (count > hostile.length) throw new Error(`There are ${hostile.length} hostile addresses.`);
  return hostile.slice(0, count);
}

/** Valid spellings of addresses of the shop, and of this machine, which is allowed in development. */
export const goodAddresses = (count: number): readonly string[] =>
  Array.from({length: count}, (_, index) => {
    const origins = [
      shop,
      'https://SHOP.example',
      `${shop}:443`,
      'http://localhost:5173',
      'http://127.0.0.1:8080',
    ];
    const ends = [
      '',
      '/',
      `/thanks/${index}`,
      `/a?x=${index}&y=%20%26`,
      `/p#part-${index}`,
      '/a/../b',
      '/%D8%B4',
    ];
    return origins[index % origins.length]! + ends[index % ends.length]!;
  });
