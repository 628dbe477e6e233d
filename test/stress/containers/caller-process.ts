// caller-process journey GATEWAY | load KEY: a customer behind the proxy, run in the engine's
// network. Prints its observations as JSON.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen, type Arrival } from '../../../src/commands/listen/receiver.js';

const SERVICE = 'http://127.0.0.1:3000';
const MAIL = 'http://127.0.0.1:8025';
const KNOWN = { entity_name: 'Imaginary Lanterns LLC', jurisdiction: 'us-co' };
const admin = { 'x-admin-key': 'an-admin-key-for-the-tests' };

interface Asked {
  key?: string;
  headers?: Record<string, string>;
  body?: object;
}

export interface Failure {
  request: number;
  status: number;
  retryAfter: string | null;
}

interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

async function ask(method: string, path: string, { key, headers, body }: Asked = {}): Promise<Answer> {
  const response = await fetch(SERVICE + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'x-api-key': key }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
}

async function signUp(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await ask('POST', '/v1/auth/request-access', { body: { email, accept_terms: true } });
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(50)) {
    const { messages } = (await (await fetch(`${MAIL}/api/v1/messages`)).json()) as {
      messages: { To: { Address: string }[]; Subject: string }[];
    };
    const mail = messages.find(({ To }) => To.some(({ Address }) => Address === email));
    const [code] = /\d{6}/.exec(mail?.Subject ?? '') ?? [];
    if (code) return (await ask('POST', '/v1/auth/verify-access', { body: { email, code } })).body.api_key;
  }
  throw new Error('no code came by mail');
}

/**
 * Signs up by mail, verifies, receives a webhook, and checks that the service sees the caller's own
 * address.
 */
async function journey(gateway: string) {
  const key = await signUp();
  const verified = await ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body: KNOWN });
  const { body: shown } = await ask('GET', '/v1/account/webhook-secret', { key });
  let arrived: (arrival: Arrival) => void;
  const arrival = new Promise<Arrival>((resolve) => (arrived = resolve));
  const receiver = await listen({
    port: 0,
    host: '0.0.0.0',
    status: 204,
    secret: shown.secret,
    onArrival: (each) => arrived(each),
  });
  const webhook_url = `http://${gateway}:${new URL(receiver.url).port}/hook`;
  const asked = await ask('POST', '/v1/verify', {
    key,
    body: { ...KNOWN, tier: 'deep', force_refresh: true, webhook_url },
  });
  const webhook = await Promise.race([arrival, sleep(20_000)]);
  await receiver.close();
  const created = await ask('POST', '/v1/admin/accounts', {
    headers: { ...admin, 'x-forwarded-for': '203.0.113.66, 198.51.100.7' },
    body: { email: `${randomUUID()}@example.com`, credits: 100_000 },
  });
  const { body: audit } = await ask('GET', '/v1/admin/audit?limit=1', { headers: admin });
  const metrics = await ask('GET', '/metrics');
  const document = await fetch(`${SERVICE}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
  return {
    verified: { status: verified.status, name: verified.body.data?.entity_name },
    asked: asked.status,
    webhook: webhook && { event: webhook.event?.['event'], signatures: webhook.signatures },
    seenAs: audit.actions[0]?.admin.ip,
    metrics: metrics.status,
    compressed: document.headers.get('content-encoding'),
    key: created.body.api_key as string,
  };
}

/**
 * Sends twenty requests a second until the input ends; repeats every unanswered request under its
 * key.
 */
async function load(key: string) {
  const failures: Failure[] = [];
  const pending: Promise<void>[] = [];
  let [requests, unanswered] = [0, 0];
  const one = async (number: number) => {
    const idempotency = { 'idempotency-key': createHash('sha256').update(`${key} ${number}`).digest('hex') };
    const send = async () => {
      const answer = await (
        number % 2 === 0
          ? ask('GET', '/v1/account', { key })
          : ask('POST', '/v1/verify', { key, headers: { ...idempotency, prefer: 'wait=5' }, body: KNOWN })
      ).catch(() => undefined);
      if (answer && answer.status < 300) return true;
      failures.push({
        request: number,
        status: answer?.status ?? 0,
        retryAfter: answer?.headers.get('retry-after') ?? null,
      });
      return false;
    };
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await send()) return;
      await sleep(1_000);
    }
    unanswered++;
  };
  const told = new AbortController();
  void once(process.stdin.resume(), 'end').then(() => told.abort());
  while (!told.signal.aborted) {
    pending.push(one(requests++));
    await sleep(50);
  }
  await Promise.all(pending);
  return { requests, unanswered, failures };
}

const [verb, argument = ''] = process.argv.slice(2);
console.log(JSON.stringify(await (verb === 'load' ? load(argument) : journey(argument))));
process.exit(0);
