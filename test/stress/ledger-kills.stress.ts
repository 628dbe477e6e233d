import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { fc } from '../support/property.js';
import { sessionOf, type Movement } from '../billing/ledger-work.js';
import { movement } from '../billing/movements.js';
import { expectSound } from '../billing/sound-ledger.js';

let database: TestDatabase;
let dataSource: PostgresDataSource;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource({ url: database.url, poolSize: 8 }).initialize();
  db = new Database(dataSource);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

describe('the ledger under kills', () => {
  it('stays sound and repeats nothing with fifty workers killed at random and restarted', async () => {
    const lanes = fc.array(fc.array(movement, { minLength: 8, maxLength: 16 }), { minLength: 50, maxLength: 50 });
    const killsAfterMs = fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(lanes, killsAfterMs, async (fifty, kills) => {
        const run = randomBytes(4).toString('hex');
        const shares = Array.from({ length: 5 }, (_, i) => fifty.slice(i * 10, i * 10 + 10));
        // Four of the five shares are killed once during work and then repeated from the start.
        await Promise.all(shares.map((share, i) => workOff({ url: database.url, run, lanes: share }, kills[i])));
        await expectSound(db);
        await expectEveryPaymentCredited(run, fifty.flat());
      }),
      { numRuns: 2, endOnFailure: true },
    );
    expect(killedAtWork).toBeGreaterThan(0);
  });

  async function expectEveryPaymentCredited(run: string, movements: Movement[]): Promise<void> {
    const sessions = new Set(movements.flatMap((moved) => (moved.kind === 'purchase' ? [sessionOf(run, moved)] : [])));
    const credited = await db.rows<{ session_id: string; times: number }>(
      `select p.session_id, count(e.id)::int as times from payments p left join ledger_entries e on e.payment_id = p.id and e.type = 'purchase'
        where starts_with(p.session_id, $1) group by 1`,
      [`cs_${run}_`],
    );
    expect(new Map(credited.map((row) => [row.session_id, row.times]))).toEqual(
      new Map([...sessions].map((id) => [id, 1])),
    );
  }
});

let killedAtWork = 0;

async function workOff(task: { url: string; run: string; lanes: Movement[][] }, killAfterMs?: number): Promise<void> {
  if (killAfterMs !== undefined) {
    const doomed = start(task);
    await once(doomed, 'message');
    const exited = once(doomed, 'exit');
    await sleep(killAfterMs);
    doomed.kill('SIGKILL');
    const [, signal] = (await exited) as [number | null, string | null];
    if (signal === 'SIGKILL') killedAtWork += 1;
  }
  const [code] = (await once(start(task), 'exit')) as [number | null];
  expect(code).toBe(0);
}

function start(task: object): ChildProcess {
  const child = fork('test/stress/ledger-process.ts', [], {
    execArgv: ['--import', './test/setup/typescript.mjs'],
  });
  child.send(task);
  return child;
}
