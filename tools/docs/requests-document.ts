import type {RecordedRequest} from '../../test/recorded/index.js';
import type {RecordedSave} from './recorded-save.js';

type Sender = 'the kit' | 'the page' | 'the browser, for the page';

const intro = `# The requests of one save

Made by \`npm run docs\`: headers and bodies that the element and the kit send in one save with a
step-up, to a service that behaves as [wire 9](wire.md#9-the-recorded-service) says. The card number goes to the
card fields alone, so it is in none of them.

Names in angle brackets stand for values that differ from run to run. Headers are in their order and spelling.
A request that repeats an earlier one is listed once. Left out are headers that a browser or Node adds by itself
(encodings, cache, client hints, Sec-Fetch), and what others send: the card fields' library, the
collector's and the bank's own pages.
`;

/** Headers whose values belong to the moment. */
const named: Readonly<Record<string, string>> = {
  'content-length': '<length>',
  'idempotency-key': '<key>',
};

/** Headers that a browser or Node adds to a request by itself, which change with their versions. */
const isAdded = (header: string) =>
  /^(?:accept-|cache-|connection|pragma|priority|sec-|upgrade-|user-agent)/i.test(header);

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const jwt = String.raw`eyJ[\w-]+\.[\w-]+\.[\w-]+`;

/** Values of a path, a header or a body that are made anew in each run. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`track_${uuid}`, 'g'), '<tracker>'],
  [new RegExp(`cus_${uuid}`, 'g'), '<customer>'],
  [new RegExp(`pm_${uuid}`, 'g'), '<payment method>'],
  [/(?<=^Bearer )\S+$/g, '<time-based token>'],
  [new RegExp(`(?<="transient_token_jwt":")${jwt}`, 'g'), '<transient token>'],
  [/(?<="device_fingerprint_session_id":")[^"]+/g, '<session id>'],
  [/(?<=^JWT=)[^&]+/g, '<access token>'],
  [new RegExp(jwt, 'g'), '<token>'],
  [new RegExp(uuid, 'g'), '<id>'],
  // Pictures that a browser can show: more with each version.
  [/(?<=^text\/html,).+/g, '…'],
];

/** docs/requests.md, from what a save sent. */
export function requestsDocument(save: RecordedSave): string {
  const written = new Set<string>();
  for (const {request, sender} of inOrder(save)) written.add(section(request, sender, save));
  const sections = [...written].map((text, index) => `## ${index + 1}. ${text}`);
  return `${intro}\n${sections.join('\n')}`;
}

/** What the element and the kit sent. What the kit asks at once, in whichever order it arrives, is in one order. */
function inOrder(
  save: RecordedSave,
): readonly {readonly request: RecordedRequest; readonly sender: Sender}[] {
  const sent = save.requests.flatMap((request) => {
    const sender = senderOf(request, save);
    return sender === undefined ? [] : [{request, sender}];
  });
  const opened = sent.findIndex(({request}) => request.path === '/order/payments/v3/') + 1;
  const atOnce = sent.slice(opened).findIndex(({sender}) => sender !== 'the kit');
  const together = sent
    .slice(opened, opened + atOnce)
    .sort((a, b) => (sortKey(a.request) < sortKey(b.request) ? -1 : 1));
  return [...sent.slice(0, opened), ...together, ...sent.slice(opened + atOnce)];
}

const sortKey = ({method, path}: RecordedRequest) => `${path.split('/')[1] ?? ''} ${method}`;

/** Who sent a request; nothing for what vendors' libraries and pages send. */
function senderOf(request: RecordedRequest, {origins}: RecordedSave): Sender | undefined {
  const {place, method, headers, body} = request;
  if (headers['x-sfpy-merchant-secret'] !== undefined) return 'the kit';
  if (headers['origin'] !== origins.shop) return undefined;
  if (place === 'collector' || place === 'issuer') return body.startsWith('JWT=') ? 'the page' : undefined;
  return method === 'OPTIONS' ? 'the browser, for the page' : 'the page';
}

const readers: Readonly<Record<RecordedRequest['place'], string>> = {
  service: 'the service',
  fields: 'the card fields',
  collector: 'the collector',
  issuer: 'the bank',
};

function section(request: RecordedRequest, sender: Sender, save: RecordedSave): string {
  const name = nameless(save);
  const lines = [
    `${request.method} ${name(request.path)} HTTP/1.1`,
    ...request.rawHeaders
      .filter(([header]) => !isAdded(header))
      .map(([header, value]) => `${header}: ${named[header.toLowerCase()] ?? name(value)}`),
    ...(request.body === '' ? [] : ['', name(request.body)]),
  ];
  const upper = sender[0]!.toUpperCase() + sender.slice(1);
  const title = `${upper}, to ${readers[request.place]}: \`${request.method} ${name(request.path)}\``;
  return `${title}\n\n\`\`\`http\n${lines.join('\n')}\n\`\`\`\n`;
}

/** Puts names for what a run made: addresses, keys, ids and tokens. */
function nameless({origins, secretKey, publicKey}: RecordedSave): (text: string) => string {
  const own = Object.entries(origins).flatMap(([name, origin]) => [
    [origin, `<${name}>`] as const,
    [encodeURIComponent(origin), `<${name}>`] as const,
    [new URL(origin).host, `<${name} host>`] as const,
  ]);
  const known = [...own, [secretKey, '<secret key>'] as const, [publicKey, '<public key>'] as const];
  return (text) => {
    const addressed = known.reduce((part, [value, name]) => part.replaceAll(value, name), text);
    return volatile.reduce((part, [pattern, name]) => part.replace(pattern, name), addressed);
  };
}
