import { promises as dns } from 'node:dns';
import { ResolutionError, Resolver } from '../../core/webhooks/ports.js';
import { isIPv6, type LookupFunction } from 'node:net';

const TIMEOUT_MS = 1_500;
const TRIES = 2;
/** Over all servers and tries. A delivery needs most of its ten seconds for itself. */
const LIMIT_MS = 4_000;

/** The name has no address. Other codes mean that no server answered. */
const NO_ADDRESS = new Set(['ENODATA', 'ENOTFOUND']);

/**
 * Queries the name servers directly. The hosts file and search domains of this machine describe its
 * own network.
 */
export class DnsResolver extends Resolver {
  private readonly resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });

  /** `servers` as `address:port`. Default: the machine's own. */
  constructor(servers?: string[]) {
    super();
    if (servers) this.resolver.setServers(servers);
  }

  async addresses(host: string): Promise<string[]> {
    const [ipv4, ipv6] = await Promise.all([
      inTime(this.resolver.resolve4(host)).catch(noAddresses),
      inTime(this.resolver.resolve6(host)).catch(noAddresses),
    ]);
    if (ipv4 instanceof ResolutionError && ipv6 instanceof ResolutionError) throw ipv4;
    return [ipv4, ipv6].flatMap((answer) => (answer instanceof ResolutionError ? [] : answer));
  }
}

/** For local development, with names from the hosts file. */
export class SystemResolver extends Resolver {
  async addresses(host: string): Promise<string[]> {
    const answer = await inTime(dns.lookup(host, { all: true })).catch(noAddresses);
    if (answer instanceof ResolutionError) throw answer;
    return answer.map(({ address }) => address);
  }
}

/** Answers every lookup with the addresses that were checked. */
export function onlyTo(addresses: string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = answers;
    if (options.all || !first) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

function noAddresses(error: NodeJS.ErrnoException): never[] | ResolutionError {
  if (NO_ADDRESS.has(error.code ?? '')) return [];
  return new ResolutionError(`the lookup failed: ${error.code}`, { cause: error });
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEOUT' })), LIMIT_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
