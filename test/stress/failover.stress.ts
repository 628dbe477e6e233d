import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { toUuid, type Id } from '../../src/core/ids.js';
import { movingAddress, type MovingAddress } from '../support/moving-address.js';
import { keyFrom, startProgram, type Program } from '../support/program.js';
import { startReplicatedPostgres, type ReplicatedPostgres } from '../support/replicated-postgres.js';
import { until } from '../support/until.js';

const run = promisify(execFile);

/** The tests run in order: the pair of servers at the start ends as a single one. */
describe('the program, with a Postgres and its streaming replica', () => {
  let postgres: ReplicatedPostgres;
  let address: MovingAddress;
  let program: Program;
  let key: string;
  beforeAll(async () => {
    postgres = await startReplicatedPostgres();
    address = await movingAddress(postgres.primary.url);
    program = await startProgram({ DATABASE_URL: address.url, DATABASE_REPLICA_URL: postgres.standby.url });
    key = await keyFrom(program);
  });
  afterAll(async () => {
    await program?.stop();
    address?.close();
    await postgres?.close();
  });

  async function ask(method: string, path: string, body?: object): Promise<{ status: number; body: any }> {
    const answer = await fetch(program.url + path, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }

  /** Files a new question; returns its job, or `undefined` if it was not accepted. */
  async function fileJob(entity_name: string): Promise<Id<'job'> | undefined> {
    const answer = await ask('POST', '/v1/verify', { entity_name, jurisdiction: 'us-co' }).catch(() => undefined);
    return answer?.status === 202 ? answer.body.job_id : undefined;
  }

  async function listedJobs(): Promise<string[]> {
    const { body } = await ask('GET', '/v1/billing?limit=100');
    return body.transactions.flatMap(({ type, job_id }: any) => (type === 'charge' ? [job_id] : []));
  }

  async function readFrom(where: 'replica' | 'primary'): Promise<number> {
    const page = await (await fetch(`${program.url}/metrics`)).text();
    return Number(new RegExp(`standing_long_reads_total\\{from="${where}"\\} (\\d+)`).exec(page)?.[1] ?? 0);
  }

  it('reads lists on the replica, including every earlier write', async () => {
    for (let at = 0; at < 8; at += 1) {
      const job = await fileJob(`Replicated Venture ${at} LLC`);
      expect(await listedJobs()).toContain(job);
    }
    await until(async () => (await listedJobs()).length === 8 && (await readFrom('replica')) > 0);
    const sessions = `select from pg_stat_activity where application_name = 'standing reads'`;
    expect(await postgres.primary.query(sessions)).toEqual([]);
  });

  it('reads lists on the primary while the replica is behind, and on the replica again afterwards', async () => {
    await postgres.standby.query('select pg_wal_replay_pause()');
    const before = { primary: await readFrom('primary'), replica: await readFrom('replica') };
    const job = await fileJob('Delayed Venture LLC');
    expect(await listedJobs()).toContain(job);
    expect(await readFrom('primary')).toBe(before.primary + 1);
    expect(await readFrom('replica')).toBe(before.replica);
    await postgres.standby.query('select pg_wal_replay_resume()');
    await until(async () => (await listedJobs()).includes(job!) && (await readFrom('replica')) > before.replica);
  });

  it('continues on the promoted replica when the primary is lost, with every confirmed charge', async () => {
    await postgres.commitOnBoth();
    const promised: Id<'job'>[] = [];
    const lost = new AbortController();
    const customers = Array.from({ length: 4 }, async (_, customer) => {
      for (let at = 0; at < 8 && !lost.signal.aborted; at += 1) {
        const job = await fileJob(`Failover Venture ${customer} ${at} LLC`);
        if (job) promised.push(job);
      }
    });
    await until(() => promised.length >= 4);
    await postgres.primary.kill();
    lost.abort();
    await Promise.all(customers);
    expect(await fileJob('Refused Venture LLC')).toBeUndefined();

    await postgres.standby.query('select pg_promote()');
    address.moveTo(postgres.standby.url);
    const job = await until(() => fileJob('Promoted Venture LLC'));
    expect(await listedJobs()).toEqual(expect.arrayContaining([...promised, job]));
    const charged = await postgres.standby.query(
      `select job_id::text from ledger_entries where type = 'charge' and job_id = any('{${promised.map(toUuid).join()}}')`,
    );
    expect(charged).toHaveLength(promised.length);
    // The former replica is now the primary.
    const replica = await readFrom('replica');
    await listedJobs();
    expect(await readFrom('replica')).toBe(replica);
    await until(async () => (await ask('GET', `/v1/verify/status/${job}`)).body.status !== 'pending');
    const env = { PATH: process.env['PATH'], ENV_FILE: '/dev/null', DATABASE_URL: postgres.standby.url };
    const { stdout } = await run(process.execPath, ['dist/commands/ledger.js', 'check'], { env });
    expect(stdout).toContain('the ledger adds up');
  });
});
