import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { SourceError } from '../../../core/registries/ports.js';
import type { Exchange } from '../../../core/registries/witness.js';

/** No register counts over a longer period. */
const MAX_WINDOW_MS = 15 * 60_000;

export async function bytesOf(
  body: Dispatcher.ResponseData['body'],
  headers: Dispatcher.ResponseData['headers'],
  limitBytes: number,
): Promise<Buffer> {
  const tooLarge = () => new SourceError('unavailable', `answered more than ${limitBytes} bytes`, { ours: true });
  if (Number(headers['content-length'] ?? 0) > limitBytes) {
    body.on('error', () => undefined).destroy();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function parsed(text: string): unknown {
  const body = json(text);
  if (body !== undefined) return body;
  const what = isPage(text) ? 'an HTML page instead of JSON' : 'JSON that cannot be parsed';
  throw new SourceError('unavailable', `answered ${what}`, { ours: true });
}

export function isPage(text: string): boolean {
  return /^\s*</.test(text);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function jsonOrText(body: Buffer): unknown {
  const text = body.toString();
  return json(text) ?? text;
}

/** Accepts seconds or an HTTP date. Returns milliseconds from now. */
export function retryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const value = Array.isArray(header) ? header[0] : header;
  if (value === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

/**
 * Returns how many milliseconds to wait, by the register's own count of remaining requests.
 * `undefined` if enough remain for `inFlight` more requests, or if it states no count. Companies
 * House: `X-Ratelimit-Remain`, and `X-Ratelimit-Reset` in seconds since 1970.
 */
export function usedUpFor(
  headers: Dispatcher.ResponseData['headers'],
  inFlight: number,
  now: number,
): number | undefined {
  const remaining = Number(headers['x-ratelimit-remain'] ?? headers['x-ratelimit-remaining'] ?? Number.NaN);
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN) * 1000;
  // The register's own clock, because ours may be wrong.
  const there = typeof headers.date === 'string' ? Date.parse(headers.date) : now;
  const left = reset - (Number.isNaN(there) ? now : there);
  return remaining < inFlight && left > 0 ? Math.min(left, MAX_WINDOW_MS) : undefined;
}

export function isReset(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}

/**
 * Returns the request in readable form, or the raw text if the address contains stray percent
 * signs.
 */
export function decoded(url: string): string {
  const spaced = url.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

const MAX_ANSWERS = 200;
const MAX_BYTES = 256 * 1024;

interface TaggedAnswer {
  etag: string;
  answer: Exchange;
}

/** The latest responses with an ETag, so that a register need not resend unchanged data. */
export class EtagCache {
  private readonly answers = new LRUCache<string, TaggedAnswer>({ max: MAX_ANSWERS });

  of(url: string): TaggedAnswer | undefined {
    return this.answers.get(url);
  }

  keep(url: string, etag: string | string[] | undefined, answer: Exchange): void {
    if (typeof etag === 'string' && answer.body.length <= MAX_BYTES) this.answers.set(url, { etag, answer });
    else this.answers.delete(url);
  }
}
