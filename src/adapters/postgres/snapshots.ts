import type { Entity } from '../../core/entities/entity.js';
import { Snapshots } from '../../core/entities/ports.js';
import type { Snapshot } from '../../core/entities/snapshot.js';
import { fromUuid, newId, toUuid, type Id } from '../../core/ids.js';
import type { Page, Paged } from '../../core/page.js';
import type { RecordDetails, RegisterRecord } from '../../core/registries/record.js';
import { toJson, type Database } from './database.js';

/** Any constant will do, as long as nothing else locks with it. */
const PURGE_LOCK = 7_827_663_041;

interface SnapshotRow {
  id: string;
  verified_at: Date;
  record: RegisterRecord;
  details: RecordDetails | null;
  record_before: RegisterRecord | null;
  details_before: RecordDetails | null;
}

interface ThenRow {
  verified_at: Date;
  record: RegisterRecord;
  details: RecordDetails | null;
  details_verified_at: Date | null;
  snapshots: number;
}

/** The content of `s.<column>`. */
const CONTENT = (column: string) => `(select content from snapshot_contents where id = s.${column})`;

export class PostgresSnapshots extends Snapshots {
  constructor(private readonly db: Database) {
    super();
  }

  async page(entityId: Id<'ent'>, until: Date | undefined, { limit, offset }: Page): Promise<Paged<Snapshot>> {
    const id = toUuid(entityId);
    const count = await this.db.row<{ total: number }>(
      `select count(*)::integer as total from snapshots where entity_id = $1 and verified_at <= coalesce($2, 'infinity'::timestamptz)`,
      [id, until],
    );
    const rows = await this.db.rows<SnapshotRow>(
      `select s.id, s.verified_at, ${CONTENT('record_id')} as record, ${CONTENT('details_id')} as details,
              (select c.content from snapshots b join snapshot_contents c on c.id = b.record_id
                where b.entity_id = s.entity_id and b.number < s.number order by b.number desc limit 1) as record_before,
              case when s.details_id is not null then
                (select c.content from snapshots b join snapshot_contents c on c.id = b.details_id
                  where b.entity_id = s.entity_id and b.number < s.number order by b.number desc limit 1) end as details_before
         from snapshots s
        where s.entity_id = $1 and s.verified_at <= coalesce($2, 'infinity'::timestamptz)
        order by s.number desc limit $3 offset $4`,
      [id, until, limit, offset],
    );
    return { items: rows.map(toSnapshot), total: count?.total ?? 0 };
  }

  async asOf(entity: Entity, moment: Date): Promise<Entity | undefined> {
    const row = await this.db.row<ThenRow>(
      `select s.verified_at, ${CONTENT('record_id')} as record, c.content as details, d.verified_at as details_verified_at,
              (select count(*)::integer from snapshots where entity_id = $1 and verified_at <= $2) as snapshots
         from snapshots s
         left join lateral (select details_id, verified_at from snapshots
                             where entity_id = $1 and verified_at <= $2 and details_id is not null order by number desc limit 1) d on true
         left join snapshot_contents c on c.id = d.details_id
        where s.entity_id = $1 and s.verified_at <= $2 order by s.number desc limit 1`,
      [toUuid(entity.id), moment],
    );
    return row && thenOf(entity, row);
  }

  async forgetBefore(date: Date): Promise<number> {
    return this.db.run(async () => {
      const lock = await this.db.row<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [PURGE_LOCK]);
      if (!lock?.mine) return 0;
      const gone = await this.db.rows<{ entity_id: string; number: number }>(
        `delete from snapshots where (entity_id, number) in (
           select entity_id, number from snapshots s
            where verified_at < $1 and exists (select from snapshots later where later.entity_id = s.entity_id and later.number > s.number)
            limit 1000)
         returning entity_id`,
        [date],
      );
      await this.tidyAfter(gone.map(({ entity_id }) => entity_id));
      return gone.length;
    });
  }

  private async tidyAfter(entityIds: string[]): Promise<void> {
    await this.db.change(
      `update entities e set snapshots = (select count(*) from snapshots s where s.entity_id = e.id)
        where e.id in (select id from entities where id = any ($1::uuid[]) order by id for update)`,
      [entityIds],
    );
    await this.db.change(
      `delete from snapshot_contents c where c.entity_id = any ($1::uuid[])
         and not exists (select from snapshots s where s.entity_id = c.entity_id and c.id in (s.record_id, s.details_id))`,
      [entityIds],
    );
  }
}

/** Adds a snapshot of an entity whose row this transaction has locked. What equals an earlier one is not stored again. */
export async function addSnapshot(
  db: Database,
  entityId: string,
  said: { record: RegisterRecord; details: RecordDetails | null | undefined; verifiedAt: Date },
): Promise<void> {
  const recordId = await contentId(db, entityId, said.record);
  const detailsId = said.details ? await contentId(db, entityId, said.details) : null;
  await db.change(
    `insert into snapshots (id, entity_id, verified_at, record_id, details_id, number)
     select $1, $2, $3, $4, $5, coalesce(max(number), 0) + 1 from snapshots where entity_id = $2`,
    [toUuid(newId('snp')), entityId, said.verifiedAt, recordId, detailsId],
  );
}

async function contentId(db: Database, entityId: string, content: object): Promise<string> {
  const row = await db.row<{ id: string }>(
    `with given as (select $2::jsonb as content, sha256(convert_to($2::jsonb::text, 'UTF8')) as digest),
          known as (select c.id from snapshot_contents c, given where c.entity_id = $1 and c.digest = given.digest),
          added as (insert into snapshot_contents (entity_id, digest, content)
                    select $1, digest, content from given where not exists (select from known) returning id)
     select id from known union all select id from added`,
    [entityId, toJson(content)],
  );
  if (!row) throw new Error('the content of a snapshot was neither found nor added');
  return row.id;
}

function toSnapshot(row: SnapshotRow): Snapshot {
  return {
    id: fromUuid('snp', row.id),
    verifiedAt: row.verified_at,
    record: row.record,
    details: row.details ?? undefined,
    recordBefore: row.record_before ?? undefined,
    detailsBefore: row.details_before ?? undefined,
  };
}

function thenOf(entity: Entity, { verified_at, record, details, details_verified_at, snapshots }: ThenRow): Entity {
  return {
    ...entity,
    record,
    provenance: { ...entity.provenance, url: record.url ?? entity.provenance.url, retrievedAt: verified_at },
    deep: details && details_verified_at ? { details, retrievedAt: details_verified_at } : undefined,
    snapshots,
  };
}
