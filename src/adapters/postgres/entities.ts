import type { Entity, RetrievedRecord } from '../../core/entities/entity.js';
import {
  Entities,
  type Asked,
  type FreshAnswer,
  type KeptAnswer,
  type KeptRanking,
} from '../../core/entities/ports.js';
import { minimalDetails } from '../../core/entities/personal-data.js';
import { fromUuid, newId, toUuid, type Id } from '../../core/ids.js';
import type { Match } from '../../core/matching/decide.js';
import { nameKey } from '../../core/matching/normalise.js';
import type { Clock } from '../../core/ports.js';
import type { Tier } from '../../core/registries/jurisdiction.js';
import type { Registries } from '../../core/registries/ports.js';
import type { RecordDetails, RegisterRecord } from '../../core/registries/record.js';
import { toJson, type Database } from './database.js';
import { ERASED } from './personal-data.js';
import { addSnapshot } from './snapshots.js';

interface EntityRow {
  id: string;
  jurisdiction: string;
  record: RegisterRecord;
  url: string;
  sandbox: boolean;
  retrieved_at: Date;
  details: RecordDetails | null;
  details_retrieved_at: Date | null;
  snapshots: number;
}

/** Columns of an entity; `e` is its alias wherever they are read. */
const ENTITY = `e.id, e.jurisdiction, e.record, e.url, e.sandbox, e.retrieved_at, e.details, e.details_retrieved_at, e.snapshots`;

/** When the entity last came with what this tier shows. */
const RETRIEVED_FOR_TIER = `case when $3 = 'deep' then e.details_retrieved_at else e.retrieved_at end`;

/** A register's short answer often lacks these; then what was known of them stays. The status never does. */
const KNOWN_FIELDS = `jsonb_strip_nulls(jsonb_build_object(${['entityType', 'formationDate', 'domestic', 'url']
  .map((field) => `'${field}', case when excluded.record ->> '${field}' is null then e.record -> '${field}' end`)
  .join(', ')},
  'otherNames', case when excluded.record -> 'otherNames' = '[]' then e.record -> 'otherNames' end))`;

/** Sandbox answers and real ones live side by side in one database and are never taken for each other. */
export class PostgresEntities extends Entities {
  constructor(
    private readonly db: Database,
    private readonly registries: Registries,
    private readonly clock: Clock,
    private readonly ttl: { entityMs: number; noMatchMs: number; rankingMs: number },
  ) {
    super();
  }

  async keep({ jurisdiction, record, details, provenance }: RetrievedRecord): Promise<Entity> {
    return this.db.run(async () => {
      const row = await this.db.row<EntityRow>(
        `insert into entities as e (id, jurisdiction, record_id, name_key, record, url, sandbox, retrieved_at, details, details_retrieved_at, snapshots)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9::jsonb is null then null else $8::timestamptz end, 1)
         on conflict (jurisdiction, sandbox, record_id) do update
           set name_key = excluded.name_key, url = excluded.url, retrieved_at = excluded.retrieved_at,
               record = case when excluded.details is null then excluded.record || ${KNOWN_FIELDS} else excluded.record end,
               details = case when excluded.details is null or excluded.details = e.details then e.details
                              when e.personal_data_erased_at is null then excluded.details
                              else excluded.details || '${ERASED}' end,
               details_retrieved_at = coalesce(excluded.details_retrieved_at, e.details_retrieved_at),
               snapshots = e.snapshots + 1
         returning ${ENTITY}`,
        [
          toUuid(newId('ent')),
          jurisdiction,
          record.id,
          nameKey(record.name, jurisdiction),
          toJson(record),
          provenance.url,
          provenance.sandbox,
          provenance.retrievedAt,
          details ? toJson(minimalDetails(details)) : null,
        ],
      );
      if (!row) throw new Error('an upsert returned no entity');
      await addSnapshot(this.db, row.id, {
        record: row.record,
        details: details && row.details,
        verifiedAt: provenance.retrievedAt,
      });
      return toEntity(row);
    });
  }

  async keepAnswer(answer: KeptAnswer): Promise<void> {
    const { jurisdiction, nameKey: key, answeredAt } = answer;
    const values = answer.entityId
      ? [toUuid(answer.entityId), toJson(answer.match), null]
      : [null, null, toJson(answer.closest)];
    await this.db.change(
      `insert into answers (jurisdiction, sandbox, name_key, answered_at, entity_id, match, closest)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (jurisdiction, sandbox, name_key) do update
         set answered_at = excluded.answered_at, entity_id = excluded.entity_id, match = excluded.match, closest = excluded.closest
         where answers.answered_at <= excluded.answered_at`,
      [jurisdiction, this.registries.isSandbox(jurisdiction), key, answeredAt, ...values],
    );
  }

  async freshAnswer(jurisdiction: string, key: string, tier: Tier): Promise<FreshAnswer | undefined> {
    // A match that rests on likeness is as old as the search it came from; one of equal names is as old as the entity.
    const row = await this.db.row<EntityRow & { match: Match | null; closest: string[] | null }>(
      `select ${ENTITY}, a.match, a.closest
         from answers a left join entities e on e.id = a.entity_id
        where a.jurisdiction = $1 and a.name_key = $2 and a.sandbox = $6
          and case when a.entity_id is null then a.answered_at > $5
                   else ${RETRIEVED_FOR_TIER} > $4 and (a.match ->> 'method' in ('exact', 'normalised') or a.answered_at > $4) end`,
      [
        jurisdiction,
        key,
        tier,
        this.notBefore(this.ttl.entityMs),
        this.notBefore(this.ttl.noMatchMs),
        this.registries.isSandbox(jurisdiction),
      ],
    );
    if (!row) return undefined;
    return row.match
      ? { kind: 'found', entity: toEntity(row), match: row.match }
      : { kind: 'no_match', closest: row.closest ?? [] };
  }

  async freshNamesakes(jurisdiction: string, key: string, tier: Tier): Promise<Entity[]> {
    const rows = await this.db.rows<EntityRow>(
      `select ${ENTITY} from entities e
        where e.jurisdiction = $1 and e.name_key = $2 and e.sandbox = $5 and ${RETRIEVED_FOR_TIER} > $4 limit 20`,
      [jurisdiction, key, tier, this.notBefore(this.ttl.entityMs), this.registries.isSandbox(jurisdiction)],
    );
    return rows.map(toEntity);
  }

  async keepRanking({ jurisdiction, nameKey: key, rankedAt, entityIds }: KeptRanking): Promise<void> {
    await this.db.change(
      `insert into rankings (jurisdiction, sandbox, name_key, entity_ids, ranked_at) values ($1, $2, $3, $4, $5)
       on conflict (jurisdiction, sandbox, name_key) do update set entity_ids = excluded.entity_ids, ranked_at = excluded.ranked_at
         where rankings.ranked_at <= excluded.ranked_at`,
      [jurisdiction, this.registries.isSandbox(jurisdiction), key, entityIds.map(toUuid), rankedAt],
    );
  }

  async freshRanking(jurisdiction: string, key: string): Promise<Entity[] | undefined> {
    const ranking = await this.db.row<{ entity_ids: string[] }>(
      'select entity_ids from rankings where jurisdiction = $1 and name_key = $2 and sandbox = $3 and ranked_at > $4',
      [jurisdiction, key, this.registries.isSandbox(jurisdiction), this.notBefore(this.ttl.rankingMs)],
    );
    if (!ranking) return undefined;
    const rows = await this.db.rows<EntityRow>(`select ${ENTITY} from entities e where e.id = any ($1::uuid[])`, [
      ranking.entity_ids,
    ]);
    return rows.map(toEntity);
  }

  async find(id: Id<'ent'>): Promise<Entity | undefined> {
    const row = await this.db.row<EntityRow>(`select ${ENTITY} from entities e where e.id = $1`, [toUuid(id)]);
    return row && toEntity(row);
  }

  async noteAsked(accountId: Id<'acc'>, entityId: Id<'ent'>, { tier, match }: Asked): Promise<void> {
    await this.db.change(
      `insert into entity_askers as known (account_id, entity_id, tier, match) values ($1, $2, $3, $4)
       on conflict (account_id, entity_id) do update
         set tier = case when known.tier = 'deep' then 'deep' else excluded.tier end, match = excluded.match
         where known.match <> excluded.match or (known.tier = 'quick' and excluded.tier = 'deep')`,
      [toUuid(accountId), toUuid(entityId), tier, toJson(match)],
    );
  }

  async asked(accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<Asked | undefined> {
    return this.db.row<Asked>('select tier, match from entity_askers where account_id = $1 and entity_id = $2', [
      toUuid(accountId),
      toUuid(entityId),
    ]);
  }

  private notBefore(ttlMs: number): Date {
    return new Date(this.clock.now().getTime() - ttlMs);
  }
}

function toEntity(row: EntityRow): Entity {
  return {
    id: fromUuid('ent', row.id),
    jurisdiction: row.jurisdiction,
    record: row.record,
    provenance: { url: row.url, retrievedAt: row.retrieved_at, sandbox: row.sandbox },
    deep:
      row.details && row.details_retrieved_at
        ? { details: row.details, retrievedAt: row.details_retrieved_at }
        : undefined,
    snapshots: row.snapshots,
  };
}
