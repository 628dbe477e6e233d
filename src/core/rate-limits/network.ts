import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Returns the network a request counts against: an IPv4 address, or the /64 of an IPv6 address. A
 * /64 is the smallest block a customer gets, and its machines can choose any address in it.
 */
export function networkOf(ip: string): string {
  const [, mapped] = MAPPED_IPV4.exec(ip) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::');
  const before = groups(head);
  const missing = tail === undefined ? 0 : 8 - before.length - groups(tail).length;
  const all = [...before, ...Array.from({ length: missing }, () => '0'), ...groups(tail ?? '')];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** A trailing IPv4 address takes two groups; their value is outside the /64. */
function groups(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
