import { toUuid } from '../../src/core/ids.js';
import { startService, type Answer, type Service } from '../support/harness.js';
import { describeWithRedis } from '../support/redis.js';
import { until } from '../support/until.js';

const JOBS = 500;
/**
 * Maximum number of other jobs completed between the question and its answer: one round of every
 * account's share, plus the jobs already running.
 */
const BOUND = 130;
/** With this many noisy accounts the test drains the whole queue. */
const DRAINED = 4;
const ADMIN = 'an-admin-key-of-the-tests';

describe('a queue shared by accounts, in process', () => {
  itIsFair({});
});
describeWithRedis('accounts in one queue, on Bull', (redisUrl) => {
  itIsFair({ REDIS_URL: redisUrl });
});

function itIsFair(env: Record<string, string>): void {
  let service: Service;
  let letGo: () => void;
  beforeEach(async () => {
    // Held requests must not time out while a slow machine fills the queue.
    service = await startService({ env: { ...env, ADMIN_API_KEY: ADMIN, SOURCE_TIMEOUT: '60s' } });
    // Holds the first retrievals so that a queue forms.
    const colorado = service.registries.of('us-co');
    colorado.held = new Promise((resolve) => (letGo = resolve));
    // As slow as a real register, so that a refused task takes no time in comparison.
    colorado.delayMs = 50;
  });
  afterEach(() => service.close());

  it.each([1, 4, 10])(`answers a single question soon while ${JOBS} jobs of %i others wait`, async (accounts) => {
    const noisy = await Promise.all(Array.from({ length: accounts }, () => richAccount()));
    await Promise.all(noisy.map(({ key }, at) => fileJobs(key, JOBS / accounts, `Queued Venture ${'ABCDEFGHIJ'[at]}`)));
    const { status, body } = await answerTo('Single Question LLC');
    expect([status, body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
    const others = await service.db.row<{ before: number; after: number }>(
      `with single as (select created_at, completed_at from jobs where entity_name = 'Single Question LLC')
       select count(*) filter (where j.completed_at between s.created_at and s.completed_at)::int as before,
              count(*) filter (where j.completed_at > s.completed_at or j.completed_at is null)::int as after
         from single s join jobs j on j.entity_name <> 'Single Question LLC'`,
    );
    expect(others?.after).toBeGreaterThan(0);
    expect(others?.before).toBeLessThan(BOUND);
    if (accounts !== DRAINED) return;
    await untilEnded('true');
    const tried = await service.db.row<{ most: number }>('select max(attempts)::int as most from retrievals');
    expect(tried?.most).toBe(1);
  });

  it('answers soon what another account with a long queue has asked already', async () => {
    const noisy = await richAccount();
    await fileJobs(noisy.key, 200, 'Queued Venture');
    const { body } = await answerTo('Queued Venture 199 LLC');
    expect(body.error.details.status).toBe('completed');
    const later = await service.db.row<{ n: number }>(
      `select count(*)::int as n from jobs
        where completed_at is null
           or completed_at > (select max(completed_at) from jobs where entity_name = 'Queued Venture 199 LLC')`,
    );
    expect(later?.n).toBeGreaterThan(100);
  });

  async function richAccount(): Promise<{ key: string }> {
    const account = await service.signUp();
    const { body } = await service.ask('GET', '/v1/account', { key: account.key });
    const path = `/v1/admin/accounts/${body.account_id}/credits`;
    const given = { amount: JOBS, reason: 'a long queue' };
    expect((await service.ask('POST', path, { headers: { 'x-admin-key': ADMIN }, body: given })).status).toBe(200);
    return account;
  }

  async function fileJobs(key: string, count: number, name: string): Promise<void> {
    const answers: Answer[] = [];
    for (let i = 0; i < count; i += 25) {
      const part = Array.from({ length: 25 }, (_, at) => verify(key, `${name} ${i + at} LLC`));
      answers.push(...(await Promise.all(part)));
    }
    expect(answers.filter(({ status }) => status !== 202)).toEqual([]);
  }

  const verify = (key: string, entity_name: string) =>
    service.ask('POST', '/v1/verify', { key, body: { entity_name, jurisdiction: 'us-co' } });

  /** Returns the answer to a new account that asks when the queue is full. */
  async function answerTo(name: string): Promise<Answer> {
    const { key } = await service.signUp();
    const { job_id: job } = (await verify(key, name)).body;
    // The question gets a worker even while all earlier ones hold theirs.
    await until(() => service.db.row('select from jobs where id = $1 and started_at is not null', [toUuid(job)]));
    letGo();
    await untilEnded(`entity_name = '${name}'`);
    return service.ask('GET', `/v1/verify/status/${job}`, { key });
  }

  async function untilEnded(which: string): Promise<void> {
    await until(async () => {
      const left = await service.db.row<{ n: number }>(
        `select count(*)::int as n from jobs where completed_at is null and ${which}`,
      );
      return left?.n === 0;
    });
  }
}

describe('a burst of one account', () => {
  it('leaves database connections for the requests of others', async () => {
    const service = await startService();
    try {
      const [noisy, quiet] = [await service.signUp(), await service.signUp()];
      const ask = ({ key }: { key: string }, name: string) =>
        service.ask('POST', '/v1/verify', { key, body: { entity_name: name, jurisdiction: 'us-co' } });
      // Blocks the charges of one account, and with them all resources that they hold.
      const session = await service.db.connect();
      await session.client.query('begin');
      await session.client.query('select from accounts where email = $1 for update', [noisy.email]);
      let answered = 0;
      const burst = Array.from({ length: 30 }, (_, i) =>
        ask(noisy, `Burst Venture ${i} LLC`).finally(() => (answered += 1)),
      );
      expect((await ask(quiet, 'Quiet Venture LLC')).status).toBe(202);
      expect(answered).toBe(0);
      await session.client.query('commit');
      session.end();
      expect((await Promise.all(burst)).map(({ status }) => status)).toEqual(Array(30).fill(202));
      expect(await service.balance(noisy.key)).toBe(20);
    } finally {
      await service.close();
    }
  });
});

describe('a full queue', () => {
  it('refuses more jobs of one account without a charge, and accepts them when there is room', async () => {
    const service = await startService({ env: { UNFINISHED_JOBS_PER_ACCOUNT: '3' } });
    try {
      let letGo: (() => void) | undefined;
      service.registries.of('us-co').held = new Promise((resolve) => (letGo = resolve));
      const [busy, other] = [await service.signUp(), await service.signUp()];
      const ask = ({ key }: { key: string }, name: string, headers: Record<string, string> = {}) =>
        service.ask('POST', '/v1/verify', { key, headers, body: { entity_name: name, jurisdiction: 'us-co' } });
      for (const name of ['One LLC', 'Two LLC', 'Three LLC']) expect((await ask(busy, name)).status).toBe(202);
      const refused = await ask(busy, 'Four LLC', { 'idempotency-key': 'four' });
      expect([refused.status, refused.headers.get('x-credits-charged')]).toEqual([429, '0']);
      expect(refused.body.error).toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
        details: { retry_after_seconds: 30, unfinished_jobs: 3 },
      });
      expect(refused.headers.get('retry-after')).toBe('30');
      const search = { entity_name: 'Five LLC', jurisdictions: ['us-co', 'us-ct'] };
      expect((await service.ask('POST', '/v1/search', { key: busy.key, body: search })).status).toBe(429);
      expect(await service.balance(busy.key)).toBe(47);
      // Another name, because a known answer needs no capacity.
      expect((await ask(other, 'Six LLC')).status).toBe(202);
      letGo?.();
      await until(async () => (await ask(busy, 'Four LLC', { 'idempotency-key': 'four' })).status === 202);
    } finally {
      await service.close();
    }
  });
});
