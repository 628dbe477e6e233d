import { createHmac } from 'node:crypto';
import Bull from 'bull';
import fastify from 'fastify';
import pg from 'pg';
import { Agent, request } from 'undici';

// The leanest correct program for an uncached POST /v1/verify: charge and job in one call, Bull, one question to the register, the outcome in one
// call, one signed webhook. No sharing of questions, no attempts, no log.

const POOL_SIZE = 8;
const AT_ONCE = 100;
const SECRET = 'whsec_of_the_bench';

interface Job {
  id: string;
  name: string;
  jurisdiction: string;
  url: string;
}

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_SIZE });
const queue = new Bull<Job>('jobs', process.env['REDIS_URL']!, { prefix: process.env['REDIS_PREFIX']! });
const dispatcher = new Agent({ connections: AT_ONCE });

void queue.process(AT_ONCE, async ({ data: { id, name, jurisdiction, url } }) => {
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
});

const app = fastify();
app.post<{ Body: { entity_name: string; jurisdiction: string; webhook_url: string } }>(
  '/v1/verify',
  async ({ headers, body: { entity_name: name, jurisdiction, webhook_url: url } }, reply) => {
    const { rows } = await pool.query<{ job: string; balance: number }>({
      name: 'begin',
      text: 'select * from begin_job($1, $2, $3, $4)',
      values: [headers['x-account'], jurisdiction, name, url],
    });
    const { job: id, balance } = rows[0]!;
    await queue.add({ id, name, jurisdiction, url }, { jobId: id, removeOnComplete: true, removeOnFail: true });
    void reply.status(202).headers({ 'x-credits-charged': 1, 'x-credits-remaining': balance });
    return { status: 'pending', job_id: id };
  },
);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.on('disconnect', () => process.exit());
process.send?.(url);
