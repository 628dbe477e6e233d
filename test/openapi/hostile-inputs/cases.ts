import { request } from 'undici';
import { newEmail, startService, type Service } from '../../support/harness.js';
import { entrancesOf, type Entrance } from './entrances.js';
import { hostileJson, hostileText, hostileValue, spoilt } from './hostile-values.js';
import type { Random } from './random.js';

export const MAX_ERROR_BYTES = 64_000;

export interface Target {
  service: Service;
  key: string;
  entrances: readonly Entrance[];
}

export async function startTarget(): Promise<Target> {
  const service = await startService({ env: { MCP_ANONYMOUS_RATE_LIMIT: '100000', OPEN_RATE_LIMIT: '100000' } });
  const { key } = await service.signUp(newEmail());
  return { service, key, entrances: await entrancesOf(service) };
}

export interface Case {
  what: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

function filled(random: Random, path: string): string {
  return path.replaceAll(/\{[^}]+\}/g, () =>
    encodeURIComponent(
      random.chance(0.3) ? 'ent_01jd3z0v9sfzt8k3d9a4q6r2mv' : hostileText(random).slice(0, 300).toWellFormed(),
    ),
  );
}

function queryOf(random: Random, names: readonly string[]): string {
  const pairs = names
    .filter(() => random.chance(0.5))
    .map((name) => [
      name,
      random
        .pick(['1e999', '-1', '1e3', '', hostileText(random)])
        .toWellFormed()
        .slice(0, 500),
    ]);
  if (random.chance(0.1)) pairs.push([hostileText(random).slice(0, 100).toWellFormed(), 'x']);
  const query = pairs.map((pair) => pair.map((text) => encodeURIComponent(text ?? '')).join('=')).join('&');
  return query === '' ? '' : `?${query}`;
}

function bodyOf(random: Random, { body, mediaType }: Entrance): string | undefined {
  if (body === undefined) return random.chance(0.9) ? undefined : hostileJson(random);
  const lot = random.next();
  if (lot < 0.2) return hostileJson(random);
  const value = lot < 0.3 ? hostileValue(random) : spoilt(random, body);
  if (!mediaType.includes('form')) return JSON.stringify(value);
  const fields = Object.entries(value ?? {}).map(([name, text]) => [name, asText(text)] as [string, string]);
  return new URLSearchParams(fields).toString();
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}

function headersOf(random: Random, { mediaType }: Entrance, key: string): Record<string, string> {
  const type = random.chance(0.9)
    ? mediaType
    : random.pick(['text/plain', 'application/xml', 'application/json; charset=utf-7', ';;;', 'a/b/c', '']);
  const credentials: Record<string, string>[] = [
    {},
    { 'x-api-key': key },
    { 'x-api-key': key },
    { 'x-api-key': 'stnd_0' },
    { authorization: 'Bearer x' },
    { authorization: `Basic ${'='.repeat(50)}` },
    { authorization: `Bearer ${key}`, 'x-api-key': key },
  ];
  return {
    'content-type': type,
    'x-forwarded-for': `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`,
    ...random.pick(credentials),
    ...(random.chance(0.1)
      ? {
          'idempotency-key': hostileText(random)
            .replaceAll(/[^\x20-\x7e]/g, '?')
            .slice(0, 300),
        }
      : {}),
    ...(random.chance(0.1) ? { prefer: random.pick(['wait=', 'wait=0', `wait=${'0'.repeat(500)}`, ',,;=wait']) } : {}),
    ...(random.chance(0.1)
      ? { accept: random.pick(['text/html', 'text/markdown', '*/*;q=abc', 'a/b;'.repeat(500)]) }
      : {}),
  };
}

/** Returns an arbitrary request: a corrupted valid one, or nothing like one. */
export function caseOf(random: Random, { entrances, key }: Target): Case {
  const entrance = random.pick(entrances);
  const { method } = entrance;
  const path = filled(random, entrance.path) + queryOf(random, entrance.query);
  const body = method === 'GET' ? undefined : bodyOf(random, entrance);
  return { what: `${method} ${entrance.path}`, method, path, headers: headersOf(random, entrance, key), body };
}

export async function send(
  url: string,
  { method, path, headers, body }: Case,
): Promise<{ status: number; bytes: number }> {
  const answer = await request(url + path, { method: method as 'POST', headers, body });
  const bytes = (await answer.body.arrayBuffer()).byteLength;
  return { status: answer.statusCode, bytes };
}
