import {BlockList, isIPv4, isIPv6} from 'node:net';

type Range = readonly [first: string, bits: number];

/**
 * IPv4 without public hosts: the special-purpose registry of IANA, multicast, reserved space, a cloud's own
 * wire server.
 */
const closedV4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** IPv6 that stands for an IPv4 address in its last four bytes: mapped, and NAT64. */
const prefixesOfV4 = ['::ffff:', '64:ff9b::'] as const;

/** IPv6 hosts live here. Loopback, unique local, link local and multicast are all outside. */
const openV6: readonly Range[] = [
  ['2000::', 3],
  ...prefixesOfV4.map((prefix): Range => [`${prefix}0:0`, 96]),
];

/**
 * Of these: protocol assignments (Teredo among them), examples, tunnels to IPv4 (6to4), AS112, segment
 * routing.
 */
const closedV6: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  // A list of Node knows mapped addresses by itself, but not NAT64; both are written out, in one way.
  ...prefixesOfV4.flatMap((prefix) => closedV4.map(([first, bits]): Range => [prefix + first, 96 + bits])),
];

function listOf({
  v4 = [],
  v6 = [],
}: {
  readonly v4?: readonly Range[];
  readonly v6?: readonly Range[];
}): BlockList {
  const list = new BlockList();
  for (const [first, bits] of v4) list.addSubnet(first, bits, 'ipv4');
  for (const [first, bits] of v6) list.addSubnet(first, bits, 'ipv6');
  return list;
}

const open = listOf({v6: openV6});
const closed = listOf({v4: closedV4, v6: closedV6});
const loopback = listOf({v4: [['127.0.0.0', 8]], v6: [['::1', 128]]});
/** Mapped addresses, whose IPv4 a list would judge by its own rules. */
const mapped = listOf({v6: [['::ffff:0:0', 96]]});

/** An address with a zone belongs to one link, and is never public. */
const isPlainIPv6 = (address: string) => isIPv6(address) && !address.includes('%');

/** Whether an address is a public host. What is not an address is not public. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4');
  return isPlainIPv6(address) && open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** Whether an address is this machine: 127.0.0.0/8 or ::1, but not a mapped spelling of either. */
export function isLoopbackAddress(address: string): boolean {
  if (isIPv4(address)) return loopback.check(address, 'ipv4');
  return isPlainIPv6(address) && loopback.check(address, 'ipv6') && !mapped.check(address, 'ipv6');
}
