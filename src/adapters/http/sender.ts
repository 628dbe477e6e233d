import { isIPv6, type LookupFunction } from 'node:net';
import { Pool, type Dispatcher } from 'undici';
import { SendError, Sender, type OutgoingRequest } from '../../core/webhooks/ports.js';

const KEPT_POOLS = 500;
const CONNECTIONS = 16;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 4_000;
/** Of the answer only this much is for the log; what is longer or slower is cut off with its connection. */
const BODY_LIMIT_BYTES = 4_096;
const BODY_LIMIT_MS = 1_000;

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed without an answer',
  UND_ERR_SOCKET: 'the connection was closed without an answer',
  ETIMEDOUT: 'no connection came about',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
};

/**
 * Posts over undici. Connections are kept per origin and set of checked addresses, and are made to these addresses alone: the name is not looked
 * up again. undici's pools follow no redirect and read no proxy from the environment.
 */
export class HttpSender extends Sender {
  private readonly pools = new Map<string, Pool>();

  /** `ca`: certificates to trust instead of the system's. */
  constructor(private readonly ca?: string) {
    super();
  }

  async send({ url, addresses, headers, body }: OutgoingRequest, limitMs: number) {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), limitMs);
    try {
      const answer = await this.pool(url, addresses).request({
        method: 'POST',
        path: url.pathname + url.search,
        headers,
        body,
        signal: limit.signal,
      });
      return { status: answer.statusCode, body: await beginningOf(answer.body) };
    } catch (error) {
      if (limit.signal.aborted)
        throw new SendError(`no answer within ${Math.round(limitMs / 1000)} s`, { cause: error });
      throw new SendError(reasonFor(error), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
    this.pools.clear();
  }

  private pool(url: URL, addresses: string[]): Pool {
    const key = `${url.origin} ${addresses.toSorted().join(' ')}`;
    const pool = this.pools.get(key) ?? this.newPool(url.origin, addresses);
    this.pools.delete(key);
    this.pools.set(key, pool);
    if (this.pools.size > KEPT_POOLS) this.dropOldest();
    return pool;
  }

  private newPool(origin: string, addresses: string[]): Pool {
    return new Pool(origin, {
      connections: CONNECTIONS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      connect: { lookup: onlyTo(addresses), timeout: CONNECT_TIMEOUT_MS, ...(this.ca ? { ca: this.ca } : {}) },
    });
  }

  private dropOldest(): void {
    for (const [key, pool] of this.pools) {
      this.pools.delete(key);
      void pool.close();
      return;
    }
  }
}

/** Answers every look-up with the addresses that were checked. */
function onlyTo(addresses: string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = answers;
    if (options.all || !first) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => body.destroy(), BODY_LIMIT_MS);
  // The status has arrived, and it decides: how the rest ends is of no interest.
  body.on('error', () => undefined);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= BODY_LIMIT_BYTES) break;
    }
  } catch {
    // Cut off, by the receiver or by us.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, BODY_LIMIT_BYTES).toString('utf8');
}

function reasonFor(error: unknown): string {
  const { code = '' } = error as { code?: string };
  const known = REASONS[code];
  if (known) return known;
  if (/CERT|SSL|TLS/.test(code)) return `the certificate or the TLS handshake was not accepted (${code})`;
  return code ? `the request failed (${code})` : 'the request failed';
}
