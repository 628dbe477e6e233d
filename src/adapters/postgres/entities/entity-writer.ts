import type { Entity, RetrievedRecord } from '../../../core/entities/entity.js';
import { minimalDetails } from '../../../core/entities/personal-data.js';
import { newUuid, toUuid, type Id } from '../../../core/ids.js';
import { toJson, type Database } from '../client/database.js';
import type { Statements } from '../client/statements.js';
import { ENTITY, toEntity, type EntityRow } from './entity-row.js';
import { ERASED } from './personal-data.js';
import { ReadLoader } from '../client/read-loader.js';

/**
 * A register's short answer often lacks these fields. The known values are then kept. The status is
 * always replaced.
 */
const KNOWN_FIELDS = `jsonb_strip_nulls(jsonb_build_object(${[
  'entityType',
  'formationDate',
  'domestic',
  'isBranch',
  'home',
  'relations',
  'identifiers',
  'url',
  'clues',
]
  .map(
    (field) =>
      `'${field}', case when excluded.record -> '${field}' is null or excluded.record ->> '${field}' is null then e.record -> '${field}' end`,
  )
  .join(', ')},
  'aliases', case when excluded.record -> 'aliases' = '[]' then e.record -> 'aliases' end,
  'otherNames', case when excluded.record -> 'aliases' = '[]' and e.record -> 'aliases' is null then e.record -> 'otherNames' end))`;

/** A brief listing says less about a standing that is otherwise unchanged. */
const KNOWN_STANDING = `case when excluded.record ? 'isBrief' and excluded.record ->> 'status' = e.record ->> 'status'
  then jsonb_strip_nulls(jsonb_build_object('statusDetail', e.record -> 'statusDetail', 'standingHint', e.record -> 'standingHint'))
  else '{}' end`;

/** Nor does it say more about a seat in the same town. */
const KNOWN_SEAT = `case when excluded.record ? 'isBrief' and jsonb_typeof(e.record -> 'seat') = 'object'
    and coalesce(excluded.record #>> '{seat,place}', e.record #>> '{seat,place}') is not distinct from e.record #>> '{seat,place}'
  then jsonb_build_object('seat', e.record -> 'seat') else '{}' end`;

/**
 * Facts only get newer: a record retrieved before the stored one changes nothing. A stored time in
 * the future came from a wrong clock.
 */
const NEWER = `(e.retrieved_at <= excluded.retrieved_at or e.retrieved_at > now())`;
const NEWER_DETAILS = `excluded.details is not null
    and (e.details_retrieved_at is null or e.details_retrieved_at <= excluded.retrieved_at or e.details_retrieved_at > now())`;

/** Never part of an answer. */
const UNSHOWN = `'{clues,isBrief,isGone}'::text[]`;

const KEEP = `
  with retrieved as materialized (
    select r.place, r.id, r.jurisdiction, r.record_id, r.record, r.url, r.sandbox, least(r.retrieved_at, now()) as retrieved_at, r.coverage,
        r.details, r.evidence_id, r.fields, r.parser_version
      from json_to_recordset($1) r (place integer, id uuid, jurisdiction text, record_id text, record jsonb, url text,
        sandbox boolean, retrieved_at timestamptz, coverage text, details jsonb, evidence_id uuid, fields json, parser_version integer)
  ), e as (
    insert into entities as e (id, jurisdiction, record_id, record, url, sandbox, retrieved_at, coverage, details, details_retrieved_at,
        snapshots, parser_version, details_parser_version)
    select id, jurisdiction, record_id, record, url, sandbox, retrieved_at, coverage, details, case when details is not null then retrieved_at end,
        1, parser_version, case when details is not null then parser_version end
      from retrieved order by jurisdiction, sandbox, record_id
    on conflict (jurisdiction, sandbox, record_id) do update
      set url = case when ${NEWER} then excluded.url else e.url end,
          retrieved_at = case when ${NEWER} then excluded.retrieved_at else e.retrieved_at end,
          coverage = case when ${NEWER} then excluded.coverage else e.coverage end,
          record = case when not ${NEWER} then e.record
                        when excluded.details is null then excluded.record || ${KNOWN_FIELDS} || ${KNOWN_STANDING} || ${KNOWN_SEAT} else excluded.record end
                   - case when e.personal_data_erased_at is null then '' else 'clues' end,
          details = case when not (${NEWER_DETAILS}) or excluded.details = e.details then e.details
                         when e.personal_data_erased_at is null then excluded.details
                         else excluded.details || '${ERASED}' end,
          details_retrieved_at = case when ${NEWER_DETAILS} then excluded.retrieved_at else e.details_retrieved_at end,
          parser_version = case when ${NEWER} then excluded.parser_version else e.parser_version end,
          details_parser_version = case when ${NEWER_DETAILS} then excluded.parser_version else e.details_parser_version end,
          snapshots = e.snapshots + case when ${NEWER} then 1 else 0 end,
          oldest_snapshot_at = coalesce(e.oldest_snapshot_at, case when ${NEWER} then e.retrieved_at end)
      where ${NEWER} or (${NEWER_DETAILS})
    returning e.*
  )
  select r.place, ${ENTITY},
      case when e.retrieved_at = r.retrieved_at
        then keep_snapshot(e.id, r.retrieved_at, r.coverage, e.record - ${UNSHOWN}, case when r.details is not null then e.details end,
          r.evidence_id, r.fields, e.personal_data_erased_at is not null, r.record - ${UNSHOWN}) end
    from retrieved r join e on e.jurisdiction = r.jurisdiction and e.sandbox = r.sandbox and e.record_id = r.record_id`;

const KEPT = `
  select q.place::integer - 1 as place, ${ENTITY}
    from unnest($1::text[], $2::boolean[], $3::text[]) with ordinality as q (jurisdiction, sandbox, record_id, place)
    join entities e on e.jurisdiction = q.jurisdiction and e.sandbox = q.sandbox and e.record_id = q.record_id`;

type PlacedRecord = RetrievedRecord & { place: number };

/** Stores records of many retrievals in one statement: each entity and a snapshot of it. */
export class EntityWriter {
  private readonly keeping: ReadLoader<RetrievedRecord, Entity>;

  constructor(private readonly db: Database) {
    this.keeping = new ReadLoader((retrieved) => this.keepTogether(retrieved));
  }

  async keep(retrieved: RetrievedRecord): Promise<Entity> {
    const entity = await this.keeping.load(retrieved);
    if (!entity) throw new Error('an upsert returned no entity');
    return entity;
  }

  /** The next reading replaces the record, and the mark with it. */
  async markGone(id: Id<'ent'>, at: Date): Promise<void> {
    await this.db.rows(
      `update entities set record = record || '{"isGone": true}' where id = $1 and retrieved_at <= $2 and not record ? 'isGone'`,
      [toUuid(id), at],
    );
  }

  /**
   * An upsert can change a row only once. Repeated records are written in further rounds of one
   * transaction.
   */
  private async keepTogether(retrieved: readonly RetrievedRecord[]): Promise<ReadonlyMap<number, Entity>> {
    const [first = [], ...later] = inTurns(retrieved);
    if (later.length === 0) return this.keepAll(this.db, first);
    return this.db.interactive(async (tx) => {
      const kept = new Map<number, Entity>();
      for (const round of [first, ...later]) {
        for (const [place, entity] of await this.keepAll(tx, round)) kept.set(place, entity);
      }
      return kept;
    });
  }

  private async keepAll(on: Statements, retrieved: readonly PlacedRecord[]): Promise<ReadonlyMap<number, Entity>> {
    const rows = await on.rows<EntityRow & { place: number }>(KEEP, [toJson(retrieved.map(toRow))]);
    const kept = new Map(rows.map((row) => [row.place, toEntity(row)]));
    const older = retrieved.filter(({ place }) => !kept.has(place));
    if (older.length > 0) for (const [place, entity] of await this.readKept(on, older)) kept.set(place, entity);
    return kept;
  }

  /** Reads the stored entities that are newer than the given records. */
  private async readKept(on: Statements, older: readonly PlacedRecord[]): Promise<[number, Entity][]> {
    const rows = await on.rows<EntityRow & { place: number }>(KEPT, [
      older.map(({ jurisdiction }) => jurisdiction),
      older.map(({ provenance }) => provenance.sandbox),
      older.map(({ record }) => record.id),
    ]);
    return rows.flatMap((row) => {
      const place = older[row.place]?.place;
      return place === undefined ? [] : [[place, toEntity(row)]];
    });
  }
}

/** Splits records into rounds in which each occurs at most once, with its original index. */
function inTurns(retrieved: readonly RetrievedRecord[]): PlacedRecord[][] {
  const rounds: PlacedRecord[][] = [];
  const timesSeen = new Map<string, number>();
  for (const [place, one] of retrieved.entries()) {
    const name = `${one.jurisdiction} ${one.provenance.sandbox} ${one.record.id}`;
    const round = timesSeen.get(name) ?? 0;
    timesSeen.set(name, round + 1);
    (rounds[round] ??= []).push({ ...one, place });
  }
  return rounds;
}

function toRow({ place, jurisdiction, record, details, provenance, evidence }: PlacedRecord) {
  return {
    place,
    id: newUuid(),
    jurisdiction,
    record_id: record.id,
    record,
    url: provenance.url,
    sandbox: provenance.sandbox,
    retrieved_at: provenance.retrievedAt,
    coverage: provenance.coverage,
    parser_version: provenance.parserVersion,
    details: details && minimalDetails(details),
    evidence_id: evidence && toUuid(evidence.id),
    fields: evidence?.sources,
  };
}
