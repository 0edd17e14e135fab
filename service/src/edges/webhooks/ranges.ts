/** Tells public addresses from private ones. */
import {BlockList, isIPv4, isIPv6} from 'node:net';

/** The first address of a range, and the number of leading bits that all its addresses share. */
type Range = readonly [first: string, bits: number];

/**
 * IPv4 ranges without public hosts: IANA's special-purpose registry, multicast, reserved ranges, and
 * Azure's internal address.
 */
const privateV4: readonly Range[] = [
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

/** Prefixes of IPv6 addresses that contain an IPv4 address: mapped addresses and NAT64. */
const v4Prefixes = ['::ffff:', '64:ff9b::'] as const;

/**
 * IPv6 ranges that may contain public hosts: not loopback, unique local, link local or multicast addresses.
 */
const publicV6: readonly Range[] = [
  ['2000::', 3],
  ...v4Prefixes.map((prefix): Range => [`${prefix}0:0`, 96]),
];

/**
 * IPv6 ranges without public hosts inside `publicV6`: protocol assignments (such as Teredo), documentation,
 * tunnels to IPv4 (6to4), AS112, segment routing.
 */
const privateV6: readonly Range[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  // Node's `BlockList` matches mapped addresses with IPv4 rules, but not NAT64, so both are listed.
  ...v4Prefixes.flatMap((prefix) => privateV4.map(([first, bits]): Range => [prefix + first, 96 + bits])),
];

/** Node's `BlockList` is used as a set of ranges. */
function rangeSet({
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

const publicRanges = rangeSet({v6: publicV6});
const privateRanges = rangeSet({v4: privateV4, v6: privateV6});
const loopbackRanges = rangeSet({v4: [['127.0.0.0', 8]], v6: [['::1', 128]]});
/** Mapped addresses, which a `BlockList` would match with its IPv4 rules. */
const mappedRanges = rangeSet({v6: [['::ffff:0:0', 96]]});

/** An address with a zone belongs to one network link, so it is never public. */
const isPlainIPv6 = (address: string) => isIPv6(address) && !address.includes('%');

/** Whether an address is a public host. False for text that is not an address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !privateRanges.check(address, 'ipv4');
  return isPlainIPv6(address) && publicRanges.check(address, 'ipv6') && !privateRanges.check(address, 'ipv6');
}

/** Whether an address is this machine: 127.0.0.0/8 or ::1, but not as a mapped address. */
export function isLoopbackAddress(address: string): boolean {
  if (isIPv4(address)) return loopbackRanges.check(address, 'ipv4');
  return (
    isPlainIPv6(address) && loopbackRanges.check(address, 'ipv6') && !mappedRanges.check(address, 'ipv6')
  );
}
