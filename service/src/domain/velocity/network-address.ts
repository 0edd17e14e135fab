import {isIPv4, isIPv6} from 'node:net';

/**
 * The part of an IP address that one customer of a network has: the whole IPv4 address, or the first 64 bits
 * of an IPv6 address. Undefined for addresses of this machine, which say nothing about the shopper.
 */
export function networkOfAddress(address: string | undefined): string | undefined {
  const text = (address ?? '').split('%', 1)[0]!.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(text)) return /^(127\.|0\.0\.0\.0$)/.test(text) ? undefined : text;
  if (!isIPv6(text)) return undefined;
  const groups = expand(text);
  const isOwn = groups.slice(0, 7).every((group) => group === 0) && groups[7]! <= 1;
  return isOwn
    ? undefined
    : groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':');
}

/** The eight groups of an IPv6 address. */
function expand(text: string): readonly number[] {
  const groupsOf = (part: string) =>
    part.split(':').flatMap((group) => {
      if (group === '') return [];
      if (!group.includes('.')) return [parseInt(group, 16)];
      const [a, b, c, d] = group.split('.').map(Number) as [number, number, number, number];
      return [a * 256 + b, c * 256 + d];
    });
  const [left = '', right] = text.split('::');
  const [before, after] = [groupsOf(left), groupsOf(right ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
