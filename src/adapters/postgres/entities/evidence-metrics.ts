import type { GaugeReading } from '../../../core/metrics/ports.js';
import type { Database } from '../client/database.js';

/** Known to Postgres without a look at the bodies. */
export async function evidenceMetrics(db: Database): Promise<GaugeReading[]> {
  const row = await db.row<{ bytes: number }>(`select pg_total_relation_size('evidence_bodies')::float8 as bytes`);
  return row ? [{ name: 'evidence_disk_bytes', labels: {}, value: row.bytes }] : [];
}
