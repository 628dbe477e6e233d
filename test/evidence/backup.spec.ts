import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Archive } from '../../src/adapters/postgres/backup/archive.js';
import { backUp } from '../../src/adapters/postgres/backup/backup.js';
import { restore } from '../../src/adapters/postgres/backup/restore.js';
import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { migrate, migrationState } from '../../src/adapters/postgres/client/migrate.js';
import { PostgresEvidenceReader } from '../../src/adapters/postgres/entities/evidence-reader.js';
import { parseId, type Id } from '../../src/core/ids.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { startSandboxService, type SandboxService } from '../support/harness.js';

let service: SandboxService;
let folder: string;
let ids: { evidence: Id<'evd'>; entity: Id<'ent'> };
beforeAll(async () => {
  service = await startSandboxService({ timeoutMs: 10_000 });
  folder = mkdtempSync(join(tmpdir(), 'standing-backup-'));
  const { key } = await service.signUp();
  const { body } = await service.ask('POST', '/v1/verify', {
    key,
    headers: { prefer: 'wait=20' },
    body: { entity_name: service.sandbox.sampleNames('gb-eaw')?.[1], jurisdiction: 'gb-eaw', tier: 'deep' },
  });
  const { body: evidence } = await service.ask('GET', `/v1/entity/${body.entity_id}/evidence`, { key });
  ids = { evidence: parseId('evd', evidence.evidence_id)!, entity: parseId('ent', body.entity_id)! };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

async function restored(evidence: boolean, work: (source: PostgresDataSource) => Promise<void>): Promise<void> {
  const place = join(folder, evidence ? 'with' : 'without');
  const database: TestDatabase = await createEmptyDatabase();
  const source = await createDataSource({ url: database.url, poolSize: 2 }).initialize();
  try {
    const own = await createDataSource({ url: service.databaseUrl, poolSize: 1 }).initialize();
    const { applied: migrations } = await migrationState(own, 'migrations');
    await own.destroy();
    await backUp({ url: service.databaseUrl, folder: place, program: 'test', mirrors: true, evidence, migrations });
    const archive = new Archive(place);
    await restore({
      url: database.url,
      archive,
      manifest: await archive.manifest(),
      applied: [],
      migrate: (only) => migrate(source, 'migrations', () => undefined, only),
    });
    await work(source);
  } finally {
    await source.destroy();
    await database.drop();
  }
}

describe('a backup', () => {
  it('with evidence brings back every byte of it', async () => {
    const before = await new PostgresEvidenceReader(service.db).find(ids.evidence);
    await restored(true, async (source) => {
      expect(before?.exchanges.length).toBeGreaterThan(1);
      expect(await new PostgresEvidenceReader(new Database(source)).find(ids.evidence)).toEqual(before);
    });
  });

  it('without evidence brings back the answers, of which no evidence is kept then', async () => {
    await restored(false, async (source) => {
      const reader = new PostgresEvidenceReader(new Database(source));
      expect(await reader.find(ids.evidence)).toBeUndefined();
      expect(await reader.newestOf(ids.entity, 'deep')).toBeUndefined();
      const [counts] = await source.query<object[]>(
        `select (select count(*) from jobs where status = 'completed')::integer as jobs, (select count(*) from snapshots)::integer as snapshots,
                (select count(*) from retrievals where evidence_id is not null)::integer as proven,
                (select count(*) from evidence_bodies)::integer as bodies`,
      );
      expect(counts).toEqual({ jobs: 1, snapshots: 1, proven: 0, bodies: 0 });
    });
  });
});
