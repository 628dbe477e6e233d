import { createDataSource, type PostgresDataSource } from '../../src/adapters/postgres/client/data-source.js';
import { Database } from '../../src/adapters/postgres/client/database.js';
import { PostgresRecords } from '../../src/adapters/postgres/entities/records.js';
import { fromUuid } from '../../src/core/ids.js';
import type { RecordFilter } from '../../src/core/records/ports.js';
import { account, entity } from './seed.js';

const DAY_MS = 86_400_000;
const LIMIT = 100;
const ROUNDS = 50;

/** Each filter of the list, of a large account. */
const RECORD_FILTERS: Readonly<Record<string, RecordFilter>> = {
  none: {},
  'a period': { from: new Date(Date.now() - 900 * DAY_MS), until: new Date(Date.now() - 890 * DAY_MS) },
  reference: { reference: 'case-25' },
  entity_id: { entityId: fromUuid('ent', entity(11)) },
  'outcome absent': { outcome: 'absent' },
  'outcome failed, of which there is none': { outcome: 'failed' },
  decided: { decided: true },
  'a small jurisdiction': { jurisdiction: 'us-ny' },
  'a jurisdiction without records': { jurisdiction: 'us-ct' },
};

export function listsOf(dataSource: PostgresDataSource): { name: string; run: () => Promise<unknown> }[] {
  const records = new PostgresRecords(new Database(dataSource));
  const one = fromUuid('acc', account(1));
  return Object.entries(RECORD_FILTERS).map(([name, filter]) => ({
    name: `page of records: ${name}`,
    run: () => records.list(one, { ...filter, limit: LIMIT }),
  }));
}

/**
 * The 95th percentile of a page by each filter, and the size of a thousand records with rows of
 * their own.
 */
export async function measureRecordLists(url: string): Promise<{ p95: Map<string, number>; megabytes: number }> {
  const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
  try {
    const p95 = new Map<string, number>();
    for (const { name, run } of listsOf(dataSource)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const began = performance.now();
        await run();
        times.push(performance.now() - began);
      }
      p95.set(name, times.toSorted((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? Number.NaN);
    }
    const size = await new Database(dataSource).row<{ megabytes: number }>(
      `select (pg_total_relation_size('records') / 1e3 / greatest(count(*), 1))::float as megabytes from records`,
    );
    return { p95, megabytes: size?.megabytes ?? Number.NaN };
  } finally {
    await dataSource.destroy();
  }
}
