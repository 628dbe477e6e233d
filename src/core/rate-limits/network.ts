import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * Whose share a request counts against: an IPv4 address stands for itself, an IPv6 address for its
 * /64, because that is the least a single customer is given, and every machine in it may choose new
 * addresses as it likes.
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

/**
 * An IPv4 address at the end stands for two groups; their value is in the half that is not needed.
 */
function groups(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
