import type { Dispatcher } from 'undici';
import { SourceError } from '../../../core/registries/ports.js';

export async function bodyOf({ body, headers }: Dispatcher.ResponseData, limitBytes: number): Promise<string> {
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
  return Buffer.concat(chunks).toString('utf8');
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

export function json(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Seconds or an HTTP date, as milliseconds from now. */
export function retryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const value = Array.isArray(header) ? header[0] : header;
  if (value === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

export function isReset(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}

export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = (cause as { code?: unknown }).code;
  return typeof code === 'string' ? `${code}: ${cause.message}` : cause.message;
}

/** The request as a person would read it; falls back to the raw text when the address holds stray percent signs. */
export function decoded(url: string): string {
  const spaced = url.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
