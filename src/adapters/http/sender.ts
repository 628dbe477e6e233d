import type { OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Pool, type Dispatcher } from 'undici';
import { SendError, Sender, type OutgoingRequest } from '../../core/webhooks/ports.js';
import { outboundAgent } from '../outbound/outbound-agent.js';
import { onlyTo } from './resolver.js';

const KEPT_POOLS = 500;
const CONNECTIONS = 16;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 4_000;
/**
 * The log keeps this much of a response. If the body is longer or slower, the connection is closed.
 */
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

interface SentAnswer {
  status: number;
  body: string;
}

/**
 * One request and its response. It implements undici's lowest-level handler: we only read the start
 * of a response and may cut it off, so we need no stream or abort signal, which together would
 * double the cost.
 */
class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private timer: NodeJS.Timeout;
  private status: number | undefined;
  private readonly chunks: Buffer[] = [];
  private length = 0;
  private over = false;

  constructor(
    limitMs: number,
    private readonly resolve: (answer: SentAnswer) => void,
    private readonly reject: (error: SendError) => void,
  ) {
    this.timer = setTimeout(() => this.fail(`no answer within ${Math.round(limitMs / 1000)} s`), limitMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.over) this.hangUp();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200) return;
    this.status = status;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.cutOff(), BODY_LIMIT_MS);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length >= BODY_LIMIT_BYTES) this.cutOff();
  }

  onResponseEnd(): void {
    this.succeed();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // Only the status matters, not how the response ends.
    if (this.status === undefined) this.fail(reasonFor(error), error);
    else this.succeed();
  }

  private cutOff(): void {
    this.succeed();
    this.hangUp();
  }

  private hangUp(): void {
    this.controller?.abort(new Error('cut off'));
  }

  private succeed(): void {
    if (!this.ends() || this.status === undefined) return;
    const body = Buffer.concat(this.chunks).subarray(0, BODY_LIMIT_BYTES).toString('utf8');
    this.resolve({ status: this.status, body });
  }

  private fail(reason: string, cause?: unknown): void {
    if (!this.ends()) return;
    this.reject(new SendError(reason, { cause }));
    this.hangUp();
  }

  /** Returns `true` only the first time. */
  private ends(): boolean {
    if (this.over) return false;
    clearTimeout(this.timer);
    this.over = true;
    return true;
  }
}

/**
 * Posts over undici. Connections are pooled per origin and set of checked addresses, and connect
 * only to these addresses: the name is not resolved again. No redirect is followed. A
 * proxy would resolve the name itself, so one is used only if the operator says so.
 */
export class HttpSender extends Sender implements OnApplicationShutdown {
  private readonly ca: string | undefined;
  private readonly byProxy: boolean;
  private readonly pools = new LRUCache<string, Dispatcher>({
    max: KEPT_POOLS,
    dispose: (pool, _key, reason) => void (reason === 'evict' && pool.close()),
  });

  /** `ca` replaces the system's trusted certificates; `byProxy` uses the environment's proxy. */
  constructor({ ca, byProxy = false }: { ca?: string; byProxy?: boolean } = {}) {
    super();
    this.ca = ca;
    this.byProxy = byProxy;
  }

  send({ url, addresses, headers, body }: OutgoingRequest, limitMs: number) {
    return new Promise<SentAnswer>((resolve, reject) => {
      const path = url.pathname + url.search;
      const exchange = new Exchange(limitMs, resolve, reject);
      this.pool(url, addresses).dispatch({ origin: url.origin, method: 'POST', path, headers, body }, exchange);
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.destroy()));
    this.pools.clear();
  }

  private pool(url: URL, addresses: string[]): Dispatcher {
    const key = `${url.origin} ${addresses.length > 1 ? addresses.toSorted().join(' ') : addresses[0]}`;
    const known = this.pools.get(key);
    if (known) return known;
    const pool = this.newPool(url.origin, addresses);
    this.pools.set(key, pool);
    return pool;
  }

  private newPool(origin: string, addresses: string[]): Dispatcher {
    const options = {
      connections: CONNECTIONS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      connect: { lookup: onlyTo(addresses), timeout: CONNECT_TIMEOUT_MS, ...(this.ca ? { ca: this.ca } : {}) },
    };
    return this.byProxy ? outboundAgent(options) : new Pool(origin, options);
  }
}

function reasonFor(error: unknown): string {
  const { code = '' } = error as { code?: string };
  const known = REASONS[code];
  if (known) return known;
  if (/CERT|SSL|TLS/.test(code)) return `the certificate or the TLS handshake was not accepted (${code})`;
  return code ? `the request failed (${code})` : 'the request failed';
}
