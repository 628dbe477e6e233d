import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { invalid } from '../invalid-request.js';
import { ResolutionError, type Resolver } from './ports.js';

export const MAX_WEBHOOK_URL_LENGTH = 2048;
/** Low ports belong to other services than a receiver of webhooks, but for that of https itself. */
const HTTPS_PORT = 443;
const FIRST_FREE_PORT = 1024;
/**
 * Ports above those on which something else than HTTP is expected: the Fetch standard's "bad
 * ports".
 */
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * The special-purpose blocks of the IANA IPv4 registry, multicast, and what was set aside for the
 * future.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
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
];
/** Services of a cloud to its own machines on an address that looks public: Azure's WireServer. */
const CLOUD_SERVICES_IPV4 = ['168.63.129.16/32'];
/**
 * The only block that IANA allocates globally. Mapped, NAT64, local and multicast addresses all lie
 * outside of it.
 */
const GLOBAL_IPV6 = ['2000::/3'];
/**
 * What the IANA IPv6 registry sets aside within it: protocol assignments (Teredo among them),
 * documentation, AS112, 6to4.
 */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const special = blocks(...SPECIAL_IPV4, ...CLOUD_SERVICES_IPV4, ...SPECIAL_IPV6);
const globalIpv6 = blocks(...GLOBAL_IPV6);

/** Whether the whole internet can have this address: global unicast, and no metadata service. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return isIPv6(address) && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** A receiver's address in one spelling, which passed the guard when it was given. */
export type WebhookUrl = string & { readonly checked: unique symbol };

/** Where a delivery may connect to now: these addresses and no others. */
export interface Destination {
  url: URL;
  addresses: string[];
}

/** Why a delivery may not be made. */
export class ForbiddenDestination extends Error {}

/**
 * Keeps deliveries out of private networks. The name is looked up once per check, and who connects
 * must connect to what was checked: a name that answers differently a moment later (DNS rebinding)
 * gains nothing.
 */
export class AddressGuard {
  constructor(
    private readonly resolver: Resolver,
    /** For work on one's own machine: http, private addresses and any port are fine too. */
    private readonly allowPrivate: boolean,
  ) {}

  /** For a new address in this part of a request; throws `VALIDATION_ERROR` with the reason. */
  async register(text: string, location: 'body' | 'query' = 'body'): Promise<WebhookUrl> {
    try {
      const { url } = await this.check(text);
      return url.href as WebhookUrl;
    } catch (error) {
      if (!(error instanceof ForbiddenDestination)) throw error;
      throw invalid(location, 'webhook_url', error.message, { cause: error });
    }
  }

  /**
   * Throws `ForbiddenDestination` when the address is malformed, does not resolve, or may lead
   * inside.
   */
  async check(text: string): Promise<Destination> {
    const url = this.read(text);
    const addresses = await this.resolve(hostOf(url));
    const inside = this.allowPrivate ? undefined : addresses.find((address) => !isPublicAddress(address));
    if (inside !== undefined) throw new ForbiddenDestination('must resolve to publicly reachable addresses only');
    return { url, addresses };
  }

  private read(text: string): URL {
    const url = text.length <= MAX_WEBHOOK_URL_LENGTH ? parsed(text) : undefined;
    if (!url || !this.hasGoodScheme(url)) {
      throw new ForbiddenDestination(`must be an https URL of at most ${MAX_WEBHOOK_URL_LENGTH} characters`);
    }
    if (url.username !== '' || url.password !== '') throw new ForbiddenDestination('must not contain a user name');
    if (!this.allowPrivate) refuseDisguises(text, url);
    url.hash = '';
    return url;
  }

  private hasGoodScheme({ protocol }: URL): boolean {
    return protocol === 'https:' || (this.allowPrivate && protocol === 'http:');
  }

  private async resolve(host: string): Promise<string[]> {
    if (isIP(host) !== 0) return [host];
    try {
      const addresses = await this.resolver.addresses(host);
      if (addresses.length > 0) return addresses;
    } catch (error) {
      if (!(error instanceof ResolutionError)) throw error;
      throw new ForbiddenDestination('could not be resolved', { cause: error });
    }
    throw new ForbiddenDestination('must name a host that can be resolved');
  }
}

/**
 * An address has one notation; the others (decimal, octal, hex, short, full-width) are only ever
 * used to get past a guard.
 */
function refuseDisguises(text: string, url: URL): void {
  const host = hostOf(url);
  if (isIPv4(host) && !text.toLowerCase().startsWith(`https://${host}`)) {
    throw new ForbiddenDestination('must write an IP address as four plain decimal numbers');
  }
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && (port < FIRST_FREE_PORT || BAD_PORTS.has(port))) {
    throw new ForbiddenDestination(`must use port ${HTTPS_PORT} or one from ${FIRST_FREE_PORT} meant for HTTP`);
  }
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The name or address alone: an IPv6 address without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

function blocks(...cidrs: string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', bits] = cidr.split('/');
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}
