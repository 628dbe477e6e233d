import { createDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresRetention } from '../../src/adapters/postgres/maintenance/retention.js';
import { RETRY_PAUSES_MS } from '../../src/core/verification/job.js';
import { type Sandbox, startSandbox } from '@standing/sandbox';
import { sandboxRegistries, startService } from '../support/harness.js';
import {
  checking,
  closeInstallation,
  FIRST,
  killAtEveryWrite,
  LAST,
  newBusiness,
  ofNothing,
  openInstallation,
  SEARCH_CACHE_TTL,
  searching,
  unproven,
  verifying,
  type Installation,
} from '../support/kill-at-writes.js';
import { IN_VAIN_MS } from '../support/until.js';

let sandbox: Sandbox;
let installation: Installation;
beforeAll(async () => {
  sandbox = await startSandbox();
  installation = await openInstallation(async (tap) => {
    const registries = sandboxRegistries(sandbox, IN_VAIN_MS);
    const service = await startService({ databaseUrl: tap.url, registries, env: { SEARCH_CACHE_TTL } });
    return { url: service.url, kill: () => tap.cut(), stop: () => service.close() };
  });
});
afterAll(async () => {
  await closeInstallation(installation);
  await sandbox.close();
});

describe('a crash at any write of a verification', () => {
  it('leaves one job, one charge and one record, after a restart and a repeated request', async () => {
    const books = { jobs: ['completed'], records: ['found'], entries: ['grant 50', 'charge -1'], balance: 49 };
    const stopped = await killAtEveryWrite([installation], verifying(newBusiness), books);
    expect(stopped).toEqual([...FIRST, 'keep the evidence', 'keep the entity', ...LAST]);
  });

  it('leaves one refund when the register gives no answer', async () => {
    const books = {
      jobs: ['failed'],
      records: ['unreachable'],
      entries: ['grant 50', 'charge -1', 'refund 1'],
      balance: 50,
    };
    const silent = verifying(() => 'Sandbox Unavailable LLC');
    const stopped = await killAtEveryWrite([installation], silent, books, FIRST.length + 1);
    const retries = RETRY_PAUSES_MS.flatMap(() => ['release the claim', 'claim the retrieval']);
    expect(stopped).toEqual([...retries, ...LAST]);
  });
});

describe('a crash at any write of a search', () => {
  it('leaves its jobs and their charges once, after a restart and a repeated request', async () => {
    const records = [expect.stringMatching(/^(found|not_sure)$/)];
    const books = { jobs: ['completed'], records, entries: ['grant 50', 'charge -2'], balance: 48 };
    const stopped = await killAtEveryWrite([installation], searching, books);
    expect(stopped.filter((name) => name === 'write together').length).toBeGreaterThan(1);
  });
});

/** Must come last, because the watches that it leaves are checked on schedule. */
describe('a crash at any write of a check', () => {
  it('leaves one check, one charge and one record, after a restart and a repeated request', async () => {
    const books = {
      jobs: ['completed', 'completed'],
      records: ['found', 'found'],
      entries: ['grant 50', 'charge -15', 'charge -1'],
      balance: 34,
    };
    // The first two writes are those of its Idempotency-Key, as above.
    const stopped = await killAtEveryWrite([installation], checking, books, 3);
    expect(stopped).toEqual([
      'write together',
      'finish the Idempotency-Key',
      'claim the check',
      'keep the evidence',
      'keep the entity',
      'write together',
      'end the check',
    ]);
  });
});

describe('the evidence of an answer that a crash prevented', () => {
  it('is purged once it is an hour old, while the evidence of answers stays', async () => {
    const { database, sql } = installation;
    expect(await ofNothing(sql)).toBeGreaterThan(0);
    const source = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
    const inAnHour = new Date(Date.now() + 60_000);
    const retention = new PostgresRetention(new Database(source));
    for (const what of ['evidence of nothing', 'evidence bodies'] as const) {
      for (let last: string | undefined, more = true; more;)
        ({ more, last } = await retention.purge(what, inAnHour, last));
    }
    await source.destroy();
    expect([await ofNothing(sql), await unproven(sql)]).toEqual([0, 0]);
    const { rows } = await sql.query(
      'select from evidence_bodies b where not exists (select from evidence_exchanges x where x.digest = b.digest)',
    );
    expect(rows).toEqual([]);
  });
});
