import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ADMIN_KEY, administrator } from '../console/administrator.js';
import { tokenIn, Visitor } from '../console/visitor.js';
import { record } from '../support/fakes.js';
import { newEmail, newIp, startService, type Service } from '../support/harness.js';
import { largestInputs, unknownRoutes, type LargestInput } from '../support/largest-inputs.js';
import { answerToBytes } from '../support/raw-http.js';

/**
 * An input that is processed in one go, or in more than linear time, blocks the process for longer.
 */
const MAX_WAIT_MS = 150;
/** If only other work on the machine slows everything down, quiet answers slow down too. */
const MAX_QUIET_WAITS = 15;
const QUIET_ANSWERS = 9;
const MAX_HEAP_BYTES = 100_000_000;
/** The first round includes compilation, and a busy machine may spoil some rounds. */
const ROUNDS = 5;
const KNOWN = { entity_name: 'Alder Bridge Ferries LLC', jurisdiction: 'us-co' };
/** Ends the account for all following requests. */
const ENDS_THE_WALK = new Set(['DELETE /v1/account']);

let service: Service;
let key: string;
let neighbour: string;
beforeAll(async () => {
  service = await startService({
    env: {
      ADMIN_API_KEY: ADMIN_KEY,
      MCP_ANONYMOUS_RATE_LIMIT: '100000',
      OPEN_RATE_LIMIT: '1000000',
      FREE_CREDITS: '1000000',
      STRIPE_SECRET_KEY: '',
    },
  });
  [{ key }, { key: neighbour }] = [await service.signUp(), await service.signUp()];
  service.registries.of('us-co').records = [record({ id: '1', name: KNOWN.entity_name })];
  await service.ask('POST', '/v1/verify', { key: neighbour, headers: { prefer: 'wait=5' }, body: KNOWN });
});
afterAll(() => service.close());

const collectGarbage = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

async function neighboursWait(): Promise<number> {
  const from = performance.now();
  const answer = await service.ask('POST', '/v1/verify', { key: neighbour, body: KNOWN });
  const waited = performance.now() - from;
  expect([answer.status, answer.body.status, answer.headers.get('x-credits-charged')]).toEqual([200, 'completed', '1']);
  return waited;
}

/** Returns the median response time when nothing else is running. */
async function quietWait(): Promise<number> {
  const waits: number[] = [];
  while (waits.length < QUIET_ANSWERS) waits.push(await neighboursWait());
  return waits.toSorted((a, b) => a - b)[(QUIET_ANSWERS - 1) / 2] ?? 0;
}

/** Returns the status of the response; 0 when there was none. */
async function send({ method, path, type, body }: LargestInput, headers: Record<string, string>): Promise<number> {
  try {
    const answer = await fetch(service.url + path, {
      method,
      redirect: 'manual',
      headers: { 'x-forwarded-for': newIp(), ...(type === undefined ? {} : { 'content-type': type }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/**
 * Returns the neighbour's longest wait and the largest heap growth while this request is answered.
 */
async function costOf(input: LargestInput, headers: Record<string, string>) {
  const before = process.memoryUsage().heapUsed;
  const done = new AbortController();
  const answered = send(input, headers).finally(() => done.abort());
  let waited = 0;
  let heap = 0;
  do {
    waited = Math.max(waited, await neighboursWait());
    heap = Math.max(heap, process.memoryUsage().heapUsed - before);
  } while (!done.signal.aborted);
  return { status: await answered, waited, heap };
}

/** Returns the promises broken in the best of several rounds; empty if all were kept. */
async function brokenBy(input: LargestInput, headers: Record<string, string>): Promise<string[]> {
  let waited = Infinity;
  let heap = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) collectGarbage();
    const cost = await costOf(input, headers);
    if (cost.status === 0 || (cost.status >= 500 && cost.status !== 503))
      return [`${input.what}: answered ${cost.status}`];
    waited = Math.min(waited, cost.waited);
    heap = Math.min(heap, cost.heap);
    if (waited <= MAX_WAIT_MS && heap <= MAX_HEAP_BYTES) return [];
  }
  if (heap <= MAX_HEAP_BYTES && waited <= MAX_QUIET_WAITS * (await quietWait())) return [];
  return [`${input.what}: another account waited ${Math.round(waited)} ms, the heap grew ${Math.round(heap / 1e6)} MB`];
}

/**
 * Returns credentials that reach as far into a route as possible, and the fields that its forms
 * require.
 */
async function entering(route: string): Promise<{ headers: Record<string, string>; own?: Record<string, string> }> {
  const [, path = ''] = route.split(' ');
  if (path.startsWith('/v1/admin')) return { headers: { 'x-admin-key': ADMIN_KEY } };
  if (!path.startsWith('/console')) return { headers: { 'x-api-key': key } };
  const visitor = path.startsWith('/console/admin')
    ? await administrator(service)
    : await Visitor.signedIn(service, newEmail());
  const page = path.startsWith('/console/admin') ? '/console/admin/accounts' : '/console/verify';
  const own = { form_token: tokenIn((await visitor.get(page)).html) };
  return { headers: { cookie: visitor.cookieHeader, accept: 'text/html' }, own };
}

describe('every input', () => {
  it('has a case for every route with a body', () => {
    expect(unknownRoutes(service.routes)).toEqual([]);
  });

  it('leaves another account responsive and fits into memory at its largest and oddest', async () => {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const failures: string[] = [];
    for (const route of service.routes) {
      if (ENDS_THE_WALK.has(route)) continue;
      const { headers, own } = await entering(route);
      for (const input of largestInputs(route, own)) failures.push(...(await brokenBy(input, headers)));
    }
    expect(failures).toEqual([]);
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(MAX_HEAP_BYTES);
  });

  it('is refused with 64 kB of headers', async () => {
    const headers = `X-Long: ${'a'.repeat(64_000)}`;
    const refused = await answerToBytes(service.url, `GET /v1/config HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`);
    expect(refused).toMatchObject({ error: { message: expect.stringContaining('headers are larger than') } });
  });
});
