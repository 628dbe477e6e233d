import { rm } from 'node:fs/promises';
import { pendingMigrations } from '../../src/adapters/postgres/client/migrate.js';
import { MIGRATIONS_DIR, withConnections } from '../../src/commands/cli/open-database.js';
import { EVERY_ROUTE } from '../openapi/every-entrance.js';
import type { TestDatabase } from '../support/database.js';
import { askProgram, startProgram, type Program } from '../support/program.js';
import { until } from '../support/until.js';
import { databaseOf, ENCRYPTION_KEY, ledgerOf, migrateNow, programOf, releases } from '../upgrades/releases.js';

const { ADMIN_API_KEY } = EVERY_ROUTE;
const CUSTOMERS = 4;
/** Names per customer, requested in turn, so that answers are soon known. */
const NAMES = 8;

/** Building the program of a version takes half a minute. */
describe.each(releases())('an installation of version %s', (release) => {
  describe('a rolling upgrade under load', () => {
    let folder: string;
    let database: TestDatabase;
    const running = new Set<Program>();
    beforeAll(async () => {
      folder = await programOf(release);
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));
    beforeEach(async () => {
      database = await databaseOf(release);
    });
    afterEach(async () => {
      for (const program of running) await program.stop('SIGKILL');
      running.clear();
      await database.drop();
    });

    const settings = () => ({ DATABASE_URL: database.url, ENCRYPTION_KEY, ADMIN_API_KEY });
    async function start(of: 'then' | 'now'): Promise<Program> {
      const program = await startProgram(settings(), of === 'then' ? folder : undefined);
      running.add(program);
      return program;
    }
    async function stop(program: Program): Promise<number | null> {
      running.delete(program);
      return program.stop();
    }

    it('loses and doubles nothing, and refuses requests only with a Retry-After', async () => {
      const old = await start('then');
      const customers = await Promise.all(Array.from({ length: CUSTOMERS }, (_, at) => customerOf(old, at)));
      const load = new Load([old]);
      const asking = customers.map((key, customer) => load.askAs(key, customer));
      await until(() => load.answered > CUSTOMERS);
      await migrateNow(database);
      const migratedAt = new Date();
      await load.goesOn();
      load.programs.push(await start('now'));
      await load.goesOn();
      load.programs.shift();
      await stop(old);
      await load.goesOn();
      load.ends = true;
      await Promise.all(asking);
      expect(load.surprises).toEqual([]);
      expect(await ledgerOf(database)).toMatchObject({ difference: undefined });
      await withConnections(database.url, async (each) => {
        const unfinished = `select count(*)::int as n from jobs where status = 'pending'`;
        await until(async () => (await each.query(unfinished))[0].n === 0);
        const [charges] = await each.query(
          `select count(*)::int as jobs, count(distinct job_id)::int as charged from jobs j
             left join ledger_entries e on e.job_id = j.id and e.type = 'charge' where j.entity_name like 'Upgraded %'`,
        );
        expect(charges.charged).toBe(charges.jobs);
        const [unrecorded] = await each.query(
          `select count(*)::int as n from ledger_entries e
            where e.type = 'charge' and e.created_at > $1 and not exists (select from all_records r where r.id = coalesce(e.job_id, e.id))`,
          [migratedAt],
        );
        expect(unrecorded.n).toBe(0);
      });
      await stop(load.programs[0]!);
    });

    it('keeps answering from the old processes after the migration', async () => {
      const old = await start('then');
      const key = await customerOf(old, 0);
      await migrateNow(database);
      const question = { entity_name: 'Rolled Back Lanterns LLC', jurisdiction: 'us-co' };
      const answer = await askProgram(old, key, ['POST', '/v1/verify'], question);
      expect(answer.error.code).toBe('ENTITY_NOT_FOUND');
      const pending = await withConnections(database.url, (each) => pendingMigrations(each, MIGRATIONS_DIR));
      expect(pending).toEqual([]);
      await stop(old);
    });
  });
});

/** Creates an account and returns its key. */
async function customerOf({ url }: Program, number: number): Promise<string> {
  const answer = await fetch(`${url}/v1/admin/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-key': ADMIN_API_KEY },
    body: JSON.stringify({ email: `customer-${number}@example.com`, credits: 1_000 }),
  });
  return ((await answer.json()) as { api_key: string }).api_key;
}

/** Customers who send requests without a pause to all running processes. */
class Load {
  answered = 0;
  ends = false;
  readonly surprises: unknown[] = [];

  constructor(readonly programs: Program[]) {}

  async askAs(key: string, customer: number): Promise<void> {
    for (let at = 0; !this.ends; at++) {
      const { url } = this.programs[at % this.programs.length]!;
      const body = JSON.stringify({ entity_name: `Upgraded ${customer} ${at % NAMES} LLC`, jurisdiction: 'us-co' });
      const headers = { 'content-type': 'application/json', 'x-api-key': key, prefer: 'wait=5' };
      const answer = await fetch(`${url}/v1/verify`, { method: 'POST', headers, body }).catch(
        (error: unknown) => error,
      );
      // A process that is about to end closes its server; the caller uses another one.
      if (answer instanceof Error && this.programs.some((each) => each.url === url)) this.surprises.push(answer);
      if (!(answer instanceof Response)) continue;
      const mayRetry = answer.status === 503 && answer.headers.has('retry-after');
      if (![200, 202, 402, 404].includes(answer.status) && !mayRetry)
        this.surprises.push([answer.status, await answer.text()]);
      this.answered += 1;
    }
  }

  async goesOn(): Promise<void> {
    const before = this.answered;
    await until(() => this.answered > before + 3 * CUSTOMERS);
  }
}
