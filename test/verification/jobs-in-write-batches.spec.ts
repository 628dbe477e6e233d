import { randomUUID } from 'node:crypto';
import { NoTracing } from '../../src/adapters/in-process/left-out.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresLedger } from '../../src/adapters/postgres/billing/ledger.js';
import { PostgresLedgerAudit } from '../../src/adapters/postgres/billing/ledger-audit.js';
import { EntityWriter } from '../../src/adapters/postgres/entities/entity-writer.js';
import { PostgresRetrievals } from '../../src/adapters/postgres/verification/retrievals.js';
import { PrometheusMetrics } from '../../src/adapters/prometheus/prometheus-metrics.js';
import type { RetrievedRecord } from '../../src/core/entities/entity.js';
import { newId, toUuid, type Id } from '../../src/core/ids.js';
import { WriteConflict, type PendingWrite } from '../../src/core/ports.js';
import type { Task } from '../../src/core/tasks/ports.js';
import type { Hits, Job } from '../../src/core/verification/job.js';
import type { NewJob } from '../../src/core/verification/ports.js';
import type { Ending, RetrievalClaim } from '../../src/core/verification/retrieval-claim.js';
import { holdAccount as hold, openAccount as openAccountAt, thoseWhoWait } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FakeRegistries, record } from '../support/fakes.js';
import { until } from '../support/until.js';
import { LosingTasks } from '../support/webhook-rows.js';

const MAX_UNFINISHED = 400;
const NOTHING: Hits = { kind: 'hits', jurisdiction: 'us-co', hits: [] };

class NotingTasks extends LosingTasks {
  readonly enqueued: Task[] = [];

  override async enqueue(task?: Task): Promise<boolean> {
    if (task) this.enqueued.push(task);
    return true;
  }
}

/** The parts that each process of the service has separately. */
class Replica {
  readonly db: Database;
  readonly ledger: PostgresLedger;
  readonly tasks = new NotingTasks();
  readonly retrievals: PostgresRetrievals;

  constructor(readonly dataSource: PostgresDataSource) {
    this.db = new Database(dataSource);
    this.ledger = new PostgresLedger(this.db, new PrometheusMetrics());
    this.retrievals = new PostgresRetrievals(this.db, 10_000, MAX_UNFINISHED, new NoTracing(), new FakeRegistries());
  }

  async ask(accountId: Id<'acc'>, name: string, alsoWritten: PendingWrite[] = []): Promise<NewJob> {
    const job: NewJob = {
      id: newId('job'),
      accountId,
      entityName: name,
      jurisdiction: 'us-co',
      tier: 'quick',
      amountCredits: 1,
      webhookUrl: undefined,
    };
    const about = { operation: 'verify_quick' as const, description: 'test' };
    const charge = this.ledger.charge({ accountId, amountCredits: 1, jobId: job.id, ...about });
    const joined = this.retrievals.join(job, name);
    const due = (await this.db.commit([...alsoWritten, joined, charge])).resultOf(joined);
    if (due) await this.tasks.enqueue({ kind: 'retrieval', ...due });
    return job;
  }

  /**
   * Ends the retrieval with all its jobs, as a settlement does. `beforeWriting` runs once they are
   * known and before anything is written.
   */
  async end(claim: RetrievalClaim, beforeWriting?: () => Promise<unknown>): Promise<Job[] | undefined> {
    claim.close();
    const asClaimed = claim.end();
    await beforeWriting?.();
    try {
      await this.db.commit(this.writesOf(asClaimed));
      return asClaimed.jobs;
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
    }
    return this.db.interactive(async (tx) => {
      const locked = await claim.lockForEnd(tx);
      if (!locked) return undefined;
      await beforeWriting?.();
      await tx.write(this.writesOf(locked));
      return locked.jobs;
    });
  }

  writesOf({ jobs, finish }: Ending): PendingWrite[] {
    return [finish([]), ...jobs.map(({ id }) => this.retrievals.settle(id, NOTHING))];
  }

  async workOff(): Promise<void> {
    for (const { id } of this.tasks.enqueued.splice(0)) {
      const claim = await this.retrievals.claim(id);
      if (claim) await this.end(claim);
    }
  }
}

let database: TestDatabase;
const replicas: Replica[] = [];
let one: Replica;
let other: Replica;
beforeAll(async () => {
  database = await createTestDatabase();
  for (let i = 0; i < 3; i++) {
    replicas.push(new Replica(await createDataSource({ url: database.url, poolSize: 4 }).initialize()));
  }
  [one, other] = replicas as [Replica, Replica];
});
afterAll(async () => {
  for (const { dataSource } of replicas) await dataSource.destroy();
  await database.drop();
});

const openAccount = (credits: number) => openAccountAt(one, credits);

async function claimed(replica: Replica): Promise<RetrievalClaim> {
  const task = replica.tasks.enqueued.pop();
  const retrieval = task && (await replica.retrievals.claim(task.id));
  if (!retrieval) throw new Error('there was nothing to claim');
  return retrieval;
}

const holdAccount = (accountId: Id<'acc'>) => hold(other.db, accountId);

const unfinishedOf = async (accounts: Id<'acc'>[]) =>
  (
    await one.db.rows(`select id from jobs where status in ('pending', 'processing') and account_id = any ($1)`, [
      accounts.map(toUuid),
    ])
  ).length;
const idsOf = (jobs: readonly { id: string }[] | undefined) => jobs?.map(({ id }) => id).toSorted();

describe('a write batch of jobs and their ends', () => {
  it('ends every job once, however many processes request and end the same names at once', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => openAccount(300)));
    const asking = Array.from({ length: 1_200 }, (_, i) =>
      replicas[i % 3]!.ask(accounts[i % 4]!, `RACE ${Math.floor(i / 60) % 5}`),
    );
    const asked = Promise.all(asking);
    const asks = { over: false };
    void asked.finally(() => (asks.over = true)).catch(() => undefined);
    const workers = replicas.map(async (replica) => {
      while (!asks.over) await Promise.all([replica.workOff(), replica.workOff(), new Promise(setImmediate)]);
      await replica.workOff();
    });
    const jobs = await asked;
    await Promise.all(workers);
    // Tasks of a retrieval that another process was working on are lost here, as they may be from a
    // queue; the sweep finds them.
    await until(async () => {
      for (const { id } of await one.retrievals.due(500))
        one.tasks.enqueued.push({ kind: 'retrieval', id, claimNumber: 1 });
      await one.workOff();
      return (await unfinishedOf(accounts)) === 0;
    });
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1_200);
    const rows = await one.db.rows<{ ended: number; open: number }>(
      `select (select count(*) from jobs where status = 'completed' and completed_at is not null)::int as ended,
              (select count(*) from retrievals where finished_at is null)::int as open`,
    );
    expect(rows).toEqual([{ ended: 1_200, open: 0 }]);
    expect(await Promise.all(accounts.map((account) => one.ledger.balance(account)))).toEqual([0, 0, 0, 0]);
  });

  it('starts a new retrieval for a job that joins in the statement that ends the old one', async () => {
    const account = await openAccount(10);
    const first = await one.ask(account, 'TOGETHER');
    const claim = await claimed(one);
    claim.close();
    const ending = claim.end();
    const second = await one.ask(account, 'TOGETHER', one.writesOf(ending));
    expect(idsOf(ending.jobs)).toEqual([first.id]);
    const rows = await one.db.rows<{ status: string; open: boolean }>(
      `select j.status, r.finished_at is null as open from jobs j join retrievals r on r.id = j.retrieval_id where j.id = any ($1) order by j.id`,
      [[first.id, second.id].map(toUuid)],
    );
    expect(rows).toEqual([
      { status: 'completed', open: false },
      { status: 'pending', open: true },
    ]);
  });

  it('includes a job that joins after the jobs were read and before their end is written', async () => {
    const account = await openAccount(10);
    const first = await one.ask(account, 'LATE');
    let late: NewJob | undefined;
    let reads = 0;
    const ended = await one.end(await claimed(one), async () => {
      if ((reads += 1) === 1) late = await other.ask(account, 'LATE');
    });
    expect(reads).toBe(2);
    expect(idsOf(ended)).toEqual(idsOf([first, late!]));
    expect(await unfinishedOf([account])).toBe(0);
  });

  it('ends no job after another worker has taken over the claim', async () => {
    const account = await openAccount(10);
    await one.ask(account, 'LOST');
    const claim = await claimed(one);
    const takeOver = 'update retrievals set claim = $2 where id = $1';
    const heir = randomUUID();
    let reads = 0;
    const ended = await one.end(claim, async () => {
      if ((reads += 1) === 1) await other.db.change(takeOver, [claim.retrieval.id, heir]);
    });
    expect(ended).toBeUndefined();
    expect(await unfinishedOf([account])).toBe(1);
    await one.db.change(`update retrievals set claimed_until = now() where id = $1`, [claim.retrieval.id]);
    other.tasks.enqueued.push({ kind: 'retrieval', id: claim.retrieval.id, claimNumber: 2 });
    await other.workOff();
    expect(await unfinishedOf([account])).toBe(0);
  });

  it('gives a retrieval to exactly one of those who claim it together', async () => {
    const account = await openAccount(10);
    await one.ask(account, 'WANTED');
    const { id } = one.tasks.enqueued.pop()!;
    const claims = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        replicas[i % 3]!.retrievals.claim(id).then((taken) => ({ taken, by: i % 3 })),
      ),
    );
    const winners = claims.filter(({ taken }) => taken);
    expect(winners).toHaveLength(1);
    await replicas[winners[0]!.by]!.end(winners[0]!.taken!);
    expect(await unfinishedOf([account])).toBe(0);
  });

  it('refuses jobs beyond the room or credits of an account, and none of the others beside them', async () => {
    const [full, poor, fine] = [await openAccount(1_000), await openAccount(1), await openAccount(10)];
    const fill = Array.from({ length: MAX_UNFINISHED - 1 }, (_, i) => one.ask(full, `FULL ${i}`));
    await Promise.all(fill);
    const letGo = await holdAccount(fine);
    const before = one.ask(fine, 'FINE 0');
    await until(async () => (await thoseWhoWait(other.db)).length > 0);
    const outcomes = Promise.allSettled([
      one.ask(full, 'FITS'),
      one.ask(full, 'TOO MANY'),
      one.ask(poor, 'PAID'),
      one.ask(poor, 'UNPAID'),
      one.ask(fine, 'FINE 1'),
    ]);
    await letGo();
    await before;
    const codes = (await outcomes).map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'asked'));
    expect(codes).toEqual(['asked', 'RATE_LIMIT_EXCEEDED', 'asked', 'INSUFFICIENT_CREDITS', 'asked']);
    const names = await one.db.rows<{ entity_name: string }>(
      `select entity_name from retrievals where entity_name in ('FITS', 'TOO MANY', 'PAID', 'UNPAID', 'FINE 1') order by 1`,
    );
    expect(names.map(({ entity_name: name }) => name)).toEqual(['FINE 1', 'FITS', 'PAID']);
    expect(await one.ledger.balance(full)).toBe(1_000 - MAX_UNFINISHED);
  });
});

describe('a job that no register could answer', () => {
  const FAILURE = {
    kind: 'failed' as const,
    failure: 'timeout' as const,
    error: 'DATA_SOURCE_TIMEOUT: it took too long',
  };
  const unanswered = (replica: Replica, { jobs, finish }: Ending): PendingWrite[] => [
    finish([]),
    ...jobs.flatMap(({ id }) => [replica.retrievals.settle(id, FAILURE), replica.ledger.refund(id, 'no answer')]),
  ];

  it('is ended and refunded once, in one commit, with exact balances of all accounts', async () => {
    const accounts = await Promise.all(Array.from({ length: 3 }, () => openAccount(100)));
    await Promise.all(Array.from({ length: 150 }, (_, i) => one.ask(accounts[i % 3]!, 'DEAD REGISTER')));
    const claim = await claimed(one);
    claim.close();
    const ending = claim.end();
    await one.db.commit(unanswered(one, ending));
    expect(await Promise.all(accounts.map((account) => one.ledger.balance(account)))).toEqual([100, 100, 100]);
    expect(await unfinishedOf(accounts)).toBe(0);
    const refunds = await one.db.row(
      `select count(*)::int as refunds, count(distinct job_id)::int as jobs from ledger_entries where type = 'refund' and account_id = any ($1)`,
      [accounts.map(toUuid)],
    );
    expect(refunds).toEqual({ refunds: 150, jobs: 150 });
    expect((await new PostgresLedgerAudit(one.db).check()).difference).toBeUndefined();
  });

  it('is not refunded again when support ended it first, and the rest is decided again', async () => {
    const account = await openAccount(10);
    const [first, second] = [await one.ask(account, 'IN BETWEEN'), await one.ask(account, 'IN BETWEEN')];
    const claim = await claimed(one);
    claim.close();
    const asClaimed = claim.end();
    await other.db.interactive(async (tx) => {
      await tx.change(`update jobs set status = 'refunded', completed_at = now() where id = $1`, [toUuid(first.id)]);
      await tx.write([other.ledger.refund(first.id, 'by support')]);
    });
    await expect(one.db.commit(unanswered(one, asClaimed))).rejects.toThrow(WriteConflict);
    expect(await one.ledger.balance(account)).toBe(9);
    await one.db.interactive(async (tx) => {
      const locked = (await claim.lockForEnd(tx))!;
      expect(idsOf(locked.jobs)).toEqual([second.id]);
      await tx.write(unanswered(one, locked));
    });
    expect(await one.ledger.balance(account)).toBe(10);
  });

  it('is neither refunded nor reported when it had ended before', async () => {
    const account = await openAccount(10);
    const job = await one.ask(account, 'ENDED BEFORE');
    await one.end(await claimed(one));
    const late = one.ledger.refund(job.id, 'too late');
    const committed = await one.db.commit([one.retrievals.settle(job.id, FAILURE), late]);
    expect(committed.resultOf(late)).toBeUndefined();
    expect(await one.ledger.balance(account)).toBe(9);
  });
});

describe('a locked account', () => {
  it('delays only its own jobs, and each is written once when it is free', async () => {
    const [held, free] = [await openAccount(40), await openAccount(40)];
    const letGo = await holdAccount(held);
    let written = 0;
    const waiting = Array.from({ length: 30 }, (_, i) => one.ask(held, `HELD ${i}`).finally(() => (written += 1)));
    await Promise.all(Array.from({ length: 30 }, (_, i) => one.ask(free, `FREE ${i}`)));
    expect(written).toBe(0);
    await letGo();
    await Promise.all(waiting);
    expect(await Promise.all([held, free].map((account) => one.ledger.balance(account)))).toEqual([10, 10]);
    expect(await unfinishedOf([held])).toBe(30);
  });
});

describe('a burst of new jobs', () => {
  it('does not delay a charge for a known answer until the whole burst is written', async () => {
    const [noisy, quiet] = [await openAccount(400), await openAccount(1)];
    let written = 0;
    const burst = Array.from({ length: 380 }, (_, i) => one.ask(noisy, `BURST ${i}`).finally(() => (written += 1)));
    const about = { operation: 'verify_quick' as const, description: 'known' };
    await one.db.commit([one.ledger.charge({ accountId: quiet, amountCredits: 1, ...about })]);
    expect(written).toBeLessThan(380);
    await Promise.all(burst);
    expect(await one.ledger.balance(noisy)).toBe(20);
  });
});

describe('EntityWriter', () => {
  const said = (name: string): RetrievedRecord => ({
    jurisdiction: 'us-co',
    record: record({ id: '20261234567', name }),
    details: undefined,
    provenance: { url: 'https://example.test', retrievedAt: new Date(), coverage: 'all', sandbox: true },
  });

  it('keeps one entity with a snapshot for each time that a record comes', async () => {
    const keeper = new EntityWriter(one.db);
    const kept = await Promise.all(['First LLC', 'Second LLC', 'Third LLC'].map((name) => keeper.keep(said(name))));
    expect(new Set(kept.map(({ id }) => id)).size).toBe(1);
    const rows = await one.db.rows<{ number: number }>(
      'select number from snapshots where entity_id = $1 order by number',
      [toUuid(kept[0]!.id)],
    );
    expect(rows).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
  });
});
