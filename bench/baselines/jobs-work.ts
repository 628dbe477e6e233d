import { createHmac } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { Agent, request } from 'undici';

// Shared by the programs for an uncached POST /v1/verify, whatever queue they use: one call charges
// and files the job, one question goes to the register, one call stores the outcome, and one signed
// webhook is sent. Questions are not shared. There are no retries and no log.

export const AT_ONCE = 100;
const POOL_SIZE = 8;
const SECRET = 'whsec_of_the_bench';

export interface Job {
  id: string;
  name: string;
  jurisdiction: string;
  url: string;
}

export interface Asked {
  account: string;
  name: string;
  jurisdiction: string;
  url: string;
}

export interface Begun {
  job: Job;
  balance: number;
}

export const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_SIZE });
const dispatcher = new Agent({ connections: AT_ONCE });

/** Charges the account and files the job in one call. */
export async function begin(
  client: Pick<pg.ClientBase, 'query'>,
  { account, name, jurisdiction, url }: Asked,
): Promise<Begun> {
  const { rows } = await client.query<{ job: string; balance: number }>({
    name: 'begin',
    text: 'select * from begin_job($1, $2, $3, $4)',
    values: [account, jurisdiction, name, url],
  });
  const { job: id, balance } = rows[0]!;
  return { job: { id, name, jurisdiction, url }, balance };
}

/** Queries the register, stores the answer and sends the webhook. */
export async function carryOut({ id, name, jurisdiction, url }: Job): Promise<void> {
  const register = await request(process.env['REGISTER_URL']!, { dispatcher });
  const [found] = (await register.body.json()) as Record<string, unknown>[];
  const record = { id: name, ...found };
  const { rows } = await pool.query<{ end_job: string }>({
    name: 'end',
    text: 'select end_job($1, $2, $3)',
    values: [id, jurisdiction, JSON.stringify(record)],
  });
  const completed = {
    event: 'verification.completed',
    job_id: id,
    entity_id: rows[0]?.end_job,
    jurisdiction,
    data: record,
  };
  const body = JSON.stringify(completed);
  const at = Math.floor(Date.now() / 1000);
  const signature = `t=${at},v1=${createHmac('sha256', SECRET).update(`${at}.${body}`).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-service-signature': signature };
  const answer = await request(url, { method: 'POST', headers, body, dispatcher });
  await answer.body.dump();
}

/** Serves POST /v1/verify. `file` charges the account, and files and queues the job. */
export async function serve(file: (asked: Asked) => Promise<Begun>): Promise<void> {
  const app = fastify();
  app.post<{ Body: { entity_name: string; jurisdiction: string; webhook_url: string } }>(
    '/v1/verify',
    async ({ headers, body: { entity_name: name, jurisdiction, webhook_url: url } }, reply) => {
      const { job, balance } = await file({ account: String(headers['x-account']), name, jurisdiction, url });
      void reply.status(202).headers({ 'x-credits-charged': 1, 'x-credits-remaining': balance });
      return { status: 'pending', job_id: job.id };
    },
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  process.on('disconnect', () => process.exit());
  process.send?.(url);
}
