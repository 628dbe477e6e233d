import type { Entity, RetrievedRecord } from '../../../core/entities/entity.js';
import { minimalDetails } from '../../../core/entities/personal-data.js';
import { newUuid } from '../../../core/ids.js';
import { nameKey } from '../../../core/matching/normalise.js';
import { toJson, type Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';
import { ENTITY, toEntity, type EntityRow } from './entity-row.js';
import { ERASED } from './personal-data.js';
import { BatchLoader } from '../client/batched-query.js';

/** A register's short answer often lacks these; then what was known of them stays. The status never does. */
const KNOWN_FIELDS = `jsonb_strip_nulls(jsonb_build_object(${['entityType', 'formationDate', 'domestic', 'url']
  .map((field) => `'${field}', case when excluded.record ->> '${field}' is null then e.record -> '${field}' end`)
  .join(', ')},
  'aliases', case when excluded.record -> 'aliases' = '[]' then e.record -> 'aliases' end,
  'otherNames', case when excluded.record -> 'aliases' = '[]' and e.record -> 'aliases' is null then e.record -> 'otherNames' end))`;

const KEEP = `
  with retrieved as materialized (
    select * from json_to_recordset($1) r (place integer, id uuid, jurisdiction text, record_id text, name_key text, record jsonb, url text,
      sandbox boolean, retrieved_at timestamptz, coverage text, details jsonb)
  ), e as (
    insert into entities as e (id, jurisdiction, record_id, name_key, record, url, sandbox, retrieved_at, coverage, details, details_retrieved_at, snapshots)
    select id, jurisdiction, record_id, name_key, record, url, sandbox, retrieved_at, coverage, details, case when details is not null then retrieved_at end, 1
      from retrieved order by jurisdiction, sandbox, record_id
    on conflict (jurisdiction, sandbox, record_id) do update
      set name_key = excluded.name_key, url = excluded.url, retrieved_at = excluded.retrieved_at,
          coverage = excluded.coverage,
          record = case when excluded.details is null then excluded.record || ${KNOWN_FIELDS} else excluded.record end,
          details = case when excluded.details is null or excluded.details = e.details then e.details
                         when e.personal_data_erased_at is null then excluded.details
                         else excluded.details || '${ERASED}' end,
          details_retrieved_at = coalesce(excluded.details_retrieved_at, e.details_retrieved_at),
          snapshots = e.snapshots + 1
    returning e.*
  )
  select r.place, ${ENTITY}, keep_snapshot(e.id, r.retrieved_at, r.coverage, e.record, case when r.details is not null then e.details end)
    from retrieved r join e on e.jurisdiction = r.jurisdiction and e.sandbox = r.sandbox and e.record_id = r.record_id`;

type PlacedRecord = RetrievedRecord & { place: number };

/** Keeps what registers said, of many retrievals in one statement: the entity and a snapshot of it. */
export class EntityWriter {
  private readonly keeping: BatchLoader<RetrievedRecord, Entity>;

  constructor(private readonly db: Database) {
    this.keeping = new BatchLoader((retrieved) => this.keepTogether(retrieved));
  }

  async keep(retrieved: RetrievedRecord): Promise<Entity> {
    const entity = await this.keeping.load(retrieved);
    if (!entity) throw new Error('an upsert returned no entity');
    return entity;
  }

  /** An upsert takes a row only once: records that came twice take turns, in one transaction. */
  private async keepTogether(retrieved: readonly RetrievedRecord[]): Promise<ReadonlyMap<number, Entity>> {
    const [first = [], ...later] = inTurns(retrieved);
    if (later.length === 0) return this.keepAll(this.db, first);
    return this.db.interactive(async (tx) => {
      const kept = new Map<number, Entity>();
      for (const turn of [first, ...later]) {
        for (const [place, entity] of await this.keepAll(tx, turn)) kept.set(place, entity);
      }
      return kept;
    });
  }

  private async keepAll(on: Statements, retrieved: readonly PlacedRecord[]): Promise<ReadonlyMap<number, Entity>> {
    const rows = await on.rows<EntityRow & { place: number }>(KEEP, [toJson(retrieved.map(toRow))]);
    return new Map(rows.map((row) => [row.place, toEntity(row)]));
  }
}

/** Each with its place; in a turn, every record is there once. */
function inTurns(retrieved: readonly RetrievedRecord[]): PlacedRecord[][] {
  const turns: PlacedRecord[][] = [];
  const timesSeen = new Map<string, number>();
  for (const [place, one] of retrieved.entries()) {
    const name = `${one.jurisdiction} ${one.provenance.sandbox} ${one.record.id}`;
    const turn = timesSeen.get(name) ?? 0;
    timesSeen.set(name, turn + 1);
    (turns[turn] ??= []).push({ ...one, place });
  }
  return turns;
}

function toRow({ place, jurisdiction, record, details, provenance }: PlacedRecord) {
  return {
    place,
    id: newUuid(),
    jurisdiction,
    record_id: record.id,
    name_key: nameKey(record.name, jurisdiction),
    record,
    url: provenance.url,
    sandbox: provenance.sandbox,
    retrieved_at: provenance.retrievedAt,
    coverage: provenance.coverage,
    details: details && minimalDetails(details),
  };
}
