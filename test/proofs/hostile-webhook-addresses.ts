import {Resolver} from 'node:dns/promises';
import {createServer, type Server} from 'node:net';
import {networkInterfaces} from 'node:os';
import {resolveBySystem, type HostAddress, type Resolve} from '../../service/src/edges/webhooks/address.js';
import {createCaller, type Call} from '../../service/src/edges/webhooks/call.js';
import type {ProofResult} from './support/proof.js';
import {startNameServer, type NameServer} from './support/name-server.js';

export const id = 'B5';
export const title =
  'events go to public hosts alone, however an address is written and wherever a name leads';

/** One of the ports that may be called: what is refused here is refused for its address. */
const port = 8443;
/** Global by its number, and given to no network: nothing is reached there. */
const unassigned = '2d00::1';
const targets = [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '192.168.1.1',
  '172.16.0.1',
  '100.100.100.200',
  '0.0.0.0',
  '127.255.255.254',
];
const targets6 = [
  '::1',
  '::',
  'fe80::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '2001:0:5ef5:79fd::1',
  '3fff::1',
  'fec0::1',
];

const hex = (number: number) => number.toString(16);
const wide = (text: string) =>
  [...text].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('');

/** The ways in which one IPv4 address can be written in an address. */
function formsOf(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const octal = [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.');
  const words = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  return [
    ...[address, `${address}.`, String(whole), `0x${hex(whole)}`, `0${whole.toString(8)}`, octal],
    ...[`${a}.${(b * 256 + c) * 256 + d}`, `${a}.${b}.${c * 256 + d}`, `0x${hex(a)}.${b}.${c}.${d}`],
    ...[`0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`, wide(address), address.replaceAll('.', '。')],
    ...[
      [...address].map((sign) => `%${hex(sign.charCodeAt(0))}`).join(''),
      `user@${address}`,
      `shop.example:x@${address}`,
    ],
    ...[
      `[::ffff:${address}]`,
      `[::ffff:${words}]`,
      `[::${address}]`,
      `[64:ff9b::${words}]`,
      `[64:ff9b:1::${words}]`,
    ],
    ...[`[2002:${words}::1]`, `[0:0:0:0:0:ffff:${words}]`],
  ];
}

/** Names whose zone is made to lead here: all at once, in part, or at the second asking. */
const named = (kind: 'plain' | 'mixed' | 'rebind', number: number) => `${kind}-${number}.test`;

function zoneOf(name: string, type: 'A' | 'AAAA', asked: number): readonly string[] {
  const [, kind, number] = /^(plain|mixed|rebind)-(\d+)\.test$/.exec(name) ?? [];
  if (kind === undefined) return [];
  const all = [...targets, ...targets6, ...targets.map((target) => `::ffff:${target}`)];
  const target = all[Number(number) % all.length]!;
  const here = target.includes(':') === (type === 'AAAA') ? [target] : [];
  const elsewhere = type === 'AAAA' ? [unassigned] : [];
  if (kind === 'plain') return here;
  return kind === 'mixed' ? [...elsewhere, ...here] : asked === 1 ? elsewhere : here;
}

/** A listener on every interface of this machine: counts who comes, and hangs up. */
async function setTrap(host: string): Promise<{server: Server; seen: () => number} | undefined> {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.destroy();
  });
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({port, host, ipv6Only: host === '::'}, () => resolve(true));
  });
  return listening ? {server, seen: () => count} : undefined;
}

function resolveBy(server: NameServer): Resolve {
  const resolver = new Resolver({timeout: 1000, tries: 1});
  resolver.setServers([server.address]);
  return async (name) => {
    if (!name.endsWith('.test')) return resolveBySystem(name);
    const ask = (family: 4 | 6): Promise<HostAddress[]> =>
      (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name)).then(
        (found) => found.map((address) => ({address, family})),
        () => [],
      );
    return (await Promise.all([ask(6), ask(4)])).flat();
  };
}

function addresses(most: number): string[] {
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({address}) => address));
  const hosts = [
    ...['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost', 'ip6-localhost'],
    ...targets6.map((address) => `[${address}]`),
    ...own
      .filter((address) => !address.includes('%'))
      .map((address) => (address.includes(':') ? `[${address}]` : address)),
    ...['plain', 'mixed', 'rebind'].flatMap((kind) =>
      Array.from({length: 25}, (_, number) => named(kind as 'plain', number)),
    ),
    ...targets.flatMap(formsOf),
  ];
  const written = hosts.flatMap((host) => [`https://${host}:${port}/hook`, `http://${host}:${port}/hook`]);
  const odd = [
    'https:127.0.0.1:8443',
    'https:/\\127.0.0.1:8443/',
    '//127.0.0.1:8443/',
    'https://127.0.0.1\t:8443/',
    'gopher://127.0.0.1:8443/',
  ];
  // Every part of the list is in the slice too.
  const step = Math.max(1, Math.floor(written.length / (most - odd.length)));
  return [...odd, ...written.filter((_, index) => index % step === 0 || step === 1)];
}

async function callAll(call: Call, urls: readonly string[]): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  const end = new AbortController();
  for (const url of urls) {
    const result = await call(
      {url, headers: {'content-type': 'application/json'}, body: Buffer.from('{}')},
      end.signal,
    );
    const word = result.failure ?? 'accepted';
    outcomes.set(word, (outcomes.get(word) ?? 0) + 1);
  }
  return outcomes;
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const traps = (await Promise.all([setTrap('0.0.0.0'), setTrap('::')])).filter((trap) => trap !== undefined);
  const names = await startNameServer(zoneOf);
  const seen = () => traps.reduce((sum, trap) => sum + trap.seen(), 0);
  const violations: string[] = [];
  try {
    if (traps.length === 0) return {lines: [], violations: [`port ${port} is taken; the traps stand there`]};
    const make = (loopback: boolean) =>
      createCaller({rules: {loopback}, timeoutMs: () => 500, resolve: resolveBy(names)});
    // A trap that sees nothing proves nothing: in development the same call does arrive.
    await callAll(make(true), [`https://127.0.0.1:${port}/`]);
    if (seen() !== 1) violations.push(`the trap does not see a call that is made: ${seen()} connections`);
    const before = seen();
    const urls = addresses(bar ? 4000 : 110);
    const outcomes = await callAll(make(false), urls);
    const arrived = seen() - before;
    if (arrived > 0) violations.push(`${arrived} connections reached this machine`);
    if (outcomes.has('accepted')) violations.push('a call was accepted');
    const rebinding = Array.from({length: 25}, (_, number) => named('rebind', number)).filter(
      (name) => names.asked(name) > 0,
    );
    // Each of them was written twice, with https and http; http is refused before anybody is asked.
    for (const name of rebinding)
      if (names.asked(name) > 1)
        violations.push(`${name} was resolved ${names.asked(name)} times for one call`);
    if (rebinding.length === 0) violations.push('no rebinding name was resolved');
    const counts = [...outcomes].map(([word, count]) => `${count} ${word}`).join(', ');
    return {
      lines: [
        `${urls.length} hostile addresses in strict mode: ${arrived} connections at the traps on all interfaces (${counts})`,
        `${rebinding.length} names that lead here at the second asking: each resolved once`,
      ],
      violations,
    };
  } finally {
    names.close();
    for (const {server} of traps) server.close();
  }
}
