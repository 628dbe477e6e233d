import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { toUuid } from '../../../src/core/ids.js';
import type { Fleet } from './fleet.js';
import { signUp } from './outside/newcomer.js';
import { Service } from './outside/service.js';

const QUESTIONS = 20;
/** Simultaneous sends of each question, as by a client that retries without waiting. */
const REPEATS = 25;
const ACCEPTABLE = new Set([200, 202, 404, 409, 429, 500, 503, 504]);

/**
 * Sends each question of an account many times at once under one key; every question must become at
 * most one job.
 */
export async function retryStorm({ apis, outbox, databaseUrl, complaints }: Fleet): Promise<void> {
  const service = new Service(apis.map(({ url }) => url));
  const account = await signUp(service, outbox, { write: () => undefined });
  const questions = Array.from({ length: QUESTIONS }, () => ({
    key: account.key,
    headers: { 'idempotency-key': randomUUID() },
    body: { entity_name: `Unheard Of ${randomBytes(8).toString('hex')} LLC`, jurisdiction: 'us-co' },
  }));
  const storm = Array.from({ length: REPEATS }, () => questions).flat();
  const answers = await Promise.all(
    storm.map((question) => service.ask('POST', '/v1/verify', question).catch(() => undefined)),
  );
  const strange = answers.filter((answer) => answer && !ACCEPTABLE.has(answer.status)).map((answer) => answer?.status);
  if (strange.length > 0) complaints.push(`a storm of retries was answered ${[...new Set(strange)].join(', ')}`);
  const jobs = await jobsByName(databaseUrl, account.accountId as `acc_${string}`);
  const doubled = jobs.filter(({ jobs: filed }) => filed > 1);
  if (doubled.length > 0) complaints.push(`a storm of retries made ${doubled.length} questions into several jobs`);
}

async function jobsByName(databaseUrl: string, accountId: `acc_${string}`): Promise<{ jobs: number }[]> {
  const session = new Client({ connectionString: databaseUrl });
  await session.connect();
  try {
    const counted = await session.query<{ jobs: number }>(
      'select count(*)::int as jobs from jobs where account_id = $1 group by entity_name',
      [toUuid(accountId)],
    );
    return counted.rows;
  } finally {
    await session.end();
  }
}
