import {isIPv4, isIPv6} from 'node:net';

/** An address as its 4 or 16 bytes. */
export type AddressBytes = readonly number[];

/** Bytes of an address in the usual forms; nothing for other texts and for addresses with a zone. */
export function bytesOf(address: string): AddressBytes | undefined {
  if (isIPv4(address)) return address.split('.').map(Number);
  if (!isIPv6(address) || address.includes('%')) return undefined;
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const words = dotted ? `${dotted[1]}${wordsOf(dotted[2]!)}` : address;
  const [head = '', tail] = words.split('::');
  const left = groups(head);
  const right = groups(tail ?? '');
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<number>(gap).fill(0), ...right].flatMap((group) => [group >> 8, group & 255]);
}

const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));

function wordsOf(dotted: string): string {
  const [a, b, c, d] = dotted.split('.').map(Number) as [number, number, number, number];
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

interface Range {
  readonly bytes: AddressBytes;
  readonly bits: number;
}

function range(text: string): Range {
  const [address, bits] = text.split('/') as [string, string];
  return {bytes: bytesOf(address)!, bits: Number(bits)};
}

function within(bytes: AddressBytes, {bytes: first, bits}: Range): boolean {
  if (bytes.length !== first.length) return false;
  return first.every((byte, index) => {
    const left = Math.min(8, Math.max(0, bits - index * 8));
    const mask = (0xff << (8 - left)) & 0xff;
    return (byte & mask) === (bytes[index]! & mask);
  });
}

/** IPv4 that is nobody's public host: the special-purpose registry of IANA, multicast, the rest, and a cloud's own wire server. */
const closedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(range);

/** IPv6 hosts live here, and nowhere else: loopback, unique local, link local and multicast are all outside. */
const openV6 = range('2000::/3');
/** Of these: protocol assignments (Teredo among them), examples, tunnels to IPv4 (6to4), AS112, segment routing. */
const closedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map(range);
/** IPv6 that stands for an IPv4 address in its last four bytes: mapped, and NAT64. */
const standsForV4 = ['::ffff:0:0/96', '64:ff9b::/96'].map(range);

/** Whether an address is a public host. Anything that is not surely one is none. */
export function isPublicAddress(address: string): boolean {
  const bytes = bytesOf(address);
  if (!bytes) return false;
  if (bytes.length === 4) return !closedV4.some((closed) => within(bytes, closed));
  if (standsForV4.some((prefix) => within(bytes, prefix))) return isPublicAddress(bytes.slice(12).join('.'));
  return within(bytes, openV6) && !closedV6.some((closed) => within(bytes, closed));
}

const loopback = ['127.0.0.0/8', '::1/128'].map(range);

/** Whether an address is this machine, in one of the two ways that are meant. */
export function isLoopbackAddress(address: string): boolean {
  const bytes = bytesOf(address);
  return bytes !== undefined && loopback.some((own) => within(bytes, own));
}
