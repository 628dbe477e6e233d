import { NoTracing } from '../src/adapters/in-process/left-out.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import { HttpSender } from '../src/adapters/http/sender.js';
import { SystemClock } from '../src/adapters/in-process/clock.js';
import { newId } from '../src/core/ids.js';
import { AttemptDelivery } from '../src/core/webhooks/attempt-delivery.js';
import { webhookBody } from '../src/modules/webhooks/webhooks.response.js';
import { aVerifiedEntity } from '../test/support/verified-entity.js';
import { Resolver, WebhookSecrets, type Attempt } from '../src/core/webhooks/ports.js';
import { AddressGuard } from '../src/core/webhooks/public-address.js';
import { contractSignature, generateSigningSecret } from '../src/core/webhooks/signature.js';
import type { Bench } from './bench.js';
import { figure, type Report } from './report.js';
import { median } from './slices.js';

const ROUNDS = 25;
const ROUND_MS = 400;
const AT_ONCE = 16;

/** A minimal receiver in its own process, so that its work is not counted as ours. */
const RECEIVER = `
  const server = require('node:http').createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('disconnect', () => process.exit());
`;

interface Round {
  done: number;
  perSecond: number;
  /** Processor time per send. */
  cpuUs: number;
}

const ONE_SECRET = { current: generateSigningSecret(), previous: undefined };

class OneSecret extends WebhookSecrets {
  async of() {
    return ONE_SECRET;
  }

  async rotate() {
    return ONE_SECRET;
  }
}

class NoResolver extends Resolver {
  async addresses() {
    return [];
  }
}

/** The sender under test, and a minimal sender that alternates with it. */
interface Attempts {
  /** Guard, both signatures, sending, reading the response. */
  attempt: () => Promise<void>;
  /** One signature, and undici's own request with the same headers and bytes. */
  baseline: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startAttempts(): Promise<Attempts> {
  const receiver = spawn(process.execPath, ['-e', RECEIVER], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [port] = (await once(receiver, 'message')) as [number];
  const url = `http://127.0.0.1:${port}/hook`;
  const body = typicalBody();
  const pool = new Pool(new URL(url).origin, { connections: AT_ONCE });
  const sender = new HttpSender();
  const attempt = attempter(sender, url, body);
  const { requestHeaders = {} } = await attempt();
  return {
    attempt: async () => void (await attempt()),
    baseline: bareRequest(pool, requestHeaders, body),
    stop: async () => {
      await sender.onApplicationShutdown();
      await pool.destroy();
      receiver.kill();
    },
  };
}

export async function benchWebhooks({ slices }: Bench): Promise<Report> {
  const { attempt, baseline, stop } = await startAttempts();
  try {
    for (const warmUp of [baseline, attempt, baseline, attempt]) await round(warmUp);
    const pairs: { bare: Round; ours: Round }[] = [];
    const rounds = Math.min(ROUNDS, slices.rounds * 5);
    for (let at = 0; at < rounds; at++) pairs.push({ bare: await round(baseline), ours: await round(attempt) });
    return {
      path: 'webhooks',
      title: 'Whole delivery attempts against one signature and a bare request',
      sides: [],
      figures: [
        figure('webhooks', 'attempts', median(pairs.map(({ ours }) => ours.perSecond)), '/s'),
        figure('webhooks', 'bare signed requests', median(pairs.map(({ bare }) => bare.perSecond)), '/s'),
        figure(
          'webhooks',
          'rate against the baseline',
          median(pairs.map(({ bare, ours }) => ours.perSecond / bare.perSecond)),
        ),
        figure(
          'webhooks',
          'processor time against the baseline',
          median(pairs.map(({ bare, ours }) => bare.cpuUs / ours.cpuUs)),
        ),
      ],
    };
  } finally {
    await stop();
  }
}

function bareRequest(pool: Pool, headers: Record<string, string>, body: string): () => Promise<void> {
  const { current } = ONE_SECRET;
  return async () => {
    const bytes = Buffer.from(body);
    const signed = { ...headers, 'X-Service-Signature': contractSignature(bytes, current) };
    const answer = await pool.request({ method: 'POST', path: '/hook', headers: signed, body: bytes });
    await answer.body.dump();
  };
}

function attempter(sender: HttpSender, url: string, body: string): () => Promise<Attempt> {
  const guard = new AddressGuard(new NoResolver(), true);
  const attempts = new AttemptDelivery(guard, new OneSecret(), sender, new SystemClock(), new NoTracing());
  const delivery = {
    id: newId('dlv'),
    claim: '',
    accountId: newId('acc'),
    eventId: newId('evt'),
    url,
    body,
    attempt: 1,
    claimNumber: 1,
    traceparent: undefined,
  };
  return async () => {
    const attempt = await attempts.run(delivery);
    if (attempt.responseStatus !== 204) throw new Error(`the receiver did not answer: ${attempt.error}`);
    return attempt;
  };
}

export async function round(work: () => Promise<void>): Promise<Round> {
  const start = performance.now();
  const before = process.cpuUsage();
  let done = 0;
  const lane = async () => {
    while (performance.now() - start < ROUND_MS) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const { user, system } = process.cpuUsage(before);
  return { done, perSecond: (done * 1_000) / (performance.now() - start), cpuUs: (user + system) / done };
}

function typicalBody(): string {
  const event = webhookBody(
    {
      event: 'verification.completed',
      jobId: newId('job'),
      jurisdiction: 'us-co',
      entityName: 'Aspen Meridian Outfitters LLC',
      data: aVerifiedEntity(),
      creditsCharged: 1,
      creditsRefunded: false,
      completedAt: new Date(),
    },
    newId('evt'),
  );
  return JSON.stringify(event);
}
