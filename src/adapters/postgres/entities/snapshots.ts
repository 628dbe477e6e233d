import { createHash } from 'node:crypto';
import type { Entity } from '../../../core/entities/entity.js';
import { Snapshots } from '../../../core/entities/ports.js';
import type { Snapshot } from '../../../core/entities/snapshot.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Page, Paged } from '../../../core/page.js';
import type { Coverage } from '../../../core/registries/jurisdiction.js';
import { coverageOf } from '../../../core/registries/jurisdictions.js';
import type { RecordDetails, RegisterRecord } from '../../../core/registries/record.js';
import { Database } from '../client/database.js';
import type { Reads } from '../client/statements.js';
import { fromStored } from './entity-row.js';
import { Injectable } from '../../../core/injectable.js';

interface SnapshotRow {
  entity_id: string;
  number: number;
  verified_at: Date;
  coverage: Coverage | null;
  record: RegisterRecord;
  details: RecordDetails | null;
  record_before: RegisterRecord | null;
  details_before: RecordDetails | null;
}

interface ThenRow {
  verified_at: Date;
  coverage: Coverage | null;
  record: RegisterRecord;
  details: RecordDetails | null;
  details_verified_at: Date | null;
  snapshots: number;
}

export const contentOf = (s: string, column: 'record' | 'details' | 'reading') =>
  `(select content from snapshot_contents c where c.entity_id = ${s}.entity_id and c.number = ${s}.${column})`;

@Injectable()
export class PostgresSnapshots extends Snapshots {
  constructor(private readonly db: Database) {
    super();
  }

  page(entityId: Id<'ent'>, until: Date | undefined, page: Page): Promise<Paged<Snapshot>> {
    return this.db.reading((from) => readPage(from, entityId, until, page));
  }

  asOf(entity: Entity, moment: Date): Promise<Entity | undefined> {
    return this.db.reading((from) => readAsOf(from, entity, moment));
  }
}

async function readPage(
  from: Reads,
  entityId: Id<'ent'>,
  until: Date | undefined,
  { limit, offset }: Page,
): Promise<Paged<Snapshot>> {
  const id = toUuid(entityId);
  const count = await from.row<{ total: number }>(
    `select count(*)::integer as total from snapshots where entity_id = $1 and verified_at <= coalesce($2, 'infinity'::timestamptz)`,
    [id, until],
  );
  const rows = await from.rows<SnapshotRow>(
    `select s.entity_id, s.number, s.verified_at, s.coverage, ${contentOf('s', 'record')} as record, ${contentOf('s', 'details')} as details,
              (select ${contentOf('b', 'record')} from snapshots b
                where b.entity_id = s.entity_id and b.number < s.number order by b.number desc limit 1) as record_before,
              case when s.details is not null then
                (select ${contentOf('b', 'details')} from snapshots b
                  where b.entity_id = s.entity_id and b.number < s.number and b.details is not null
                  order by b.number desc limit 1) end as details_before
         from snapshots s
        where s.entity_id = $1 and s.verified_at <= coalesce($2, 'infinity'::timestamptz)
        order by s.number desc limit $3 offset $4`,
    [id, until, limit, offset],
  );
  return { items: rows.map(toSnapshot), total: count?.total ?? 0 };
}

async function readAsOf(from: Reads, entity: Entity, moment: Date): Promise<Entity | undefined> {
  const row = await from.row<ThenRow>(
    `select s.verified_at, s.coverage, ${contentOf('s', 'record')} as record, ${contentOf('d', 'details')} as details,
              d.verified_at as details_verified_at,
              (select count(*)::integer from snapshots where entity_id = $1 and verified_at <= $2) as snapshots
         from snapshots s
         left join lateral (select entity_id, details, verified_at from snapshots
                             where entity_id = $1 and verified_at <= $2 and details is not null order by number desc limit 1) d on true
        where s.entity_id = $1 and s.verified_at <= $2 order by s.number desc limit 1`,
    [toUuid(entity.id), moment],
  );
  return row && thenOf(entity, row);
}

/**
 * Derives a snapshot's id, in the form of a UUIDv7, from its time and its number in the entity's
 * history. No query uses the id, so it is not stored.
 */
export function snapshotId({
  entity_id,
  number,
  verified_at,
}: Pick<SnapshotRow, 'entity_id' | 'number' | 'verified_at'>): Id<'snp'> {
  const bytes = createHash('sha256').update(`${entity_id}/${number}`).digest().subarray(0, 16);
  bytes.writeUIntBE(verified_at.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return fromUuid('snp', bytes.toString('hex'));
}

function toSnapshot(row: SnapshotRow): Snapshot {
  return {
    id: snapshotId(row),
    verifiedAt: row.verified_at,
    coverage: row.coverage,
    record: fromStored(row.record),
    details: row.details ?? undefined,
    recordBefore: row.record_before ? fromStored(row.record_before) : undefined,
    detailsBefore: row.details_before ?? undefined,
  };
}

function thenOf(entity: Entity, then: ThenRow): Entity {
  const { verified_at, record, details, details_verified_at, snapshots } = then;
  return {
    ...entity,
    record: fromStored(record),
    provenance: {
      ...entity.provenance,
      url: record.url ?? entity.provenance.url,
      retrievedAt: verified_at,
      coverage: coverageOf(then.coverage, entity.jurisdiction),
    },
    deep: details && details_verified_at ? { details, retrievedAt: details_verified_at } : undefined,
    snapshots,
  };
}
