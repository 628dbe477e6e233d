import type { Exchange, Locate } from '../../../core/registries/witness.js';
import type { RegisterRequest } from './call.js';
import type { Exchanged } from './exchange.js';

/** Headers that describe the body and cannot contain a cookie or credential. */
const KEPT_HEADERS = ['content-type', 'content-language', 'date', 'etag', 'last-modified'];

/** Records a request and its response without credentials: our own headers are not kept. */
export function exchangeOf(request: RegisterRequest, answer: Exchanged, body: Buffer, now: number): Exchange {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = answer.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return {
    method: request.body ? 'POST' : 'GET',
    url: withoutCredentials(request.url),
    sent: request.body,
    status: answer.statusCode,
    headers,
    body,
    retrievedAt: new Date(now),
  };
}

/** Returns the kept response, which a 304 has confirmed. */
export function unchanged(kept: Exchange, now: number): Exchange {
  return { ...kept, status: 304, retrievedAt: new Date(now), unchangedSince: kept.retrievedAt };
}

/** An operator may have put a login in the address. */
function withoutCredentials(address: string): string {
  if (!address.includes('@')) return address;
  const url = new URL(address);
  if (url.username === '' && url.password === '') return address;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Locates objects of a parsed JSON body by JSON Pointers (RFC 6901). */
export function locateIn(body: unknown): Locate {
  return (rows) => {
    const found = new Map<object, (column: string) => string>();
    const path: string[] = [];
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || found.size === rows.size) return;
      if (rows.has(value)) {
        const pointer = path.map((name) => `/${escaped(name)}`).join('');
        found.set(value, (column) => `${pointer}/${escaped(column)}`);
      }
      for (const name in value) {
        path.push(name);
        look((value as Record<string, unknown>)[name]);
        path.pop();
      }
    };
    look(body);
    return found;
  };
}

export const NOWHERE: Locate = () => new Map();

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
