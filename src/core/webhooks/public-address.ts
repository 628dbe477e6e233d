import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { invalid } from '../invalid-request.js';
import { ResolutionError, type Resolver } from './ports.js';

export const MAX_WEBHOOK_URL_LENGTH = 2048;
/** Lower ports, other than that of https, belong to services that are not webhook receivers. */
const HTTPS_PORT = 443;
const FIRST_FREE_PORT = 1024;
/** Higher ports of non-HTTP services: the Fetch standard's "bad ports". */
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Special-purpose blocks of the IANA IPv4 registry, multicast, and blocks reserved for future use.
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
/** Azure's WireServer: a service for the cloud's own machines at a seemingly public address. */
const CLOUD_SERVICES_IPV4 = ['168.63.129.16/32'];
/**
 * The only block that IANA allocates globally; mapped, NAT64, local and multicast addresses are
 * outside it.
 */
const GLOBAL_IPV6 = ['2000::/3'];
/**
 * Blocks within it that the IANA IPv6 registry reserves: protocol assignments (including Teredo),
 * documentation, AS112, 6to4.
 */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const special = blocks(...SPECIAL_IPV4, ...CLOUD_SERVICES_IPV4, ...SPECIAL_IPV6);
const globalIpv6 = blocks(...GLOBAL_IPV6);

/**
 * Returns whether an address is reachable from the internet: global unicast, and not a metadata
 * service.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return isIPv6(address) && globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** A normalised receiver URL that passed the guard when it was registered. */
export type WebhookUrl = string & { readonly checked: unique symbol };

/** The only addresses a delivery may connect to now. */
export interface Destination {
  url: URL;
  addresses: string[];
}

export class ForbiddenDestination extends Error {}

/** Its name has no address here. */
class UnresolvedDestination extends ForbiddenDestination {}

/**
 * Keeps deliveries out of private networks. Looks the name up once per check; the sender must
 * connect to a checked address, so DNS rebinding has no effect.
 */
export class AddressGuard {
  constructor(
    private readonly resolver: Resolver,
    /** For local development: also permits http, private addresses and any port. */
    private readonly allowPrivate: boolean,
    /** Webhooks are delivered by a proxy. */
    private readonly byProxy = false,
  ) {}

  /** Checks a new URL; throws `VALIDATION_ERROR` with the reason. */
  async register(text: string): Promise<WebhookUrl> {
    try {
      const { url } = await this.check(text);
      return url.href as WebhookUrl;
    } catch (error) {
      if (!(error instanceof ForbiddenDestination)) throw error;
      throw invalid('webhook_url', error.message, { cause: error });
    }
  }

  /**
   * Throws `ForbiddenDestination` if the URL is malformed, does not resolve, or may lead to a
   * private network. `byProxy`: a proxy connects, and may resolve names that this service cannot.
   */
  async check(text: string, { byProxy = this.byProxy }: { byProxy?: boolean } = {}): Promise<Destination> {
    const url = this.read(text);
    const addresses = await this.resolve(hostOf(url)).catch((error: Error) => {
      if (!byProxy || !(error instanceof UnresolvedDestination)) throw error;
      return [];
    });
    const inside = this.allowPrivate ? undefined : addresses.find((address) => !isPublicAddress(address));
    if (inside !== undefined) throw new ForbiddenDestination('must resolve to publicly reachable addresses only');
    return { url, addresses };
  }

  private read(text: string): URL {
    const url = text.length <= MAX_WEBHOOK_URL_LENGTH ? parsed(text) : undefined;
    if (!url || !this.hasGoodScheme(url)) {
      throw new ForbiddenDestination(this.wrongForm(text));
    }
    if (url.username !== '' || url.password !== '') throw new ForbiddenDestination('must not contain a user name');
    if (!this.allowPrivate) refuseDisguises(text, url);
    url.hash = '';
    return url;
  }

  /** `localhost:4000` is a URL of the scheme `localhost`. */
  private wrongForm(text: string): string {
    const form = `must be an ${this.allowPrivate ? 'http or https' : 'https'} URL of at most ${MAX_WEBHOOK_URL_LENGTH} characters`;
    if (!/^[\w.-]{1,100}:\d{1,5}(?:$|\/)/.test(text)) return form;
    return `${form}: begin it with ${this.allowPrivate ? 'http' : 'https'}://`;
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
      throw new UnresolvedDestination('could not be resolved', { cause: error });
    }
    throw new UnresolvedDestination('must name a host that can be resolved');
  }
}

/**
 * Other notations of an IP address (decimal, octal, hex, short, full-width) are only used to bypass
 * guards.
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

/** The host without the brackets of an IPv6 address. */
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
