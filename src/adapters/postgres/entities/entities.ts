import type { Entity, RetrievedRecord } from '../../../core/entities/entity.js';
import {
  Entities,
  type AnswerForName,
  type FreshAnswer,
  type Ranking,
  type Reading,
  type SavedAnswer,
  type SavedRanking,
} from '../../../core/entities/ports.js';
import { freshAnswer, recentAnswer } from '../../../core/entities/fresh-answer.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Match } from '../../../core/matching/decide.js';
import type { Clock, Tx } from '../../../core/ports.js';
import type { Coverage, Tier } from '../../../core/registries/jurisdiction.js';
import { coverageOf } from '../../../core/registries/jurisdictions.js';
import type { Registries } from '../../../core/registries/ports.js';
import type { Database } from '../client/database.js';
import type { QueuedWrite } from '../client/pending-writes.js';
import {
  accessKey,
  cacheKey,
  type EntityCache,
  type Named,
  type CachedRanking,
  type PaidAccess,
} from '../cache/caches.js';
import { ENTITY, toEntity, type EntityRow } from './entity-row.js';
import { BatchLoader } from '../client/batches.js';
import { EntityWriter } from './entity-writer.js';
import { lowerPaidTier } from './paid-tiers.js';
import { erasePersonalData } from './personal-data.js';

/** A row that answers questions, and the places these have in the batch, from 1. */
interface Placed {
  places: number[];
}

/** A kept answer, and the entity it names. */
interface ReadAnswer {
  answer: AnswerForName;
  entity: Entity | undefined;
}

type AnswerRow = EntityRow &
  Placed & {
    match: Match | null;
    asked_jurisdiction: string;
    closest: string[] | null;
    no_match_coverage: Coverage | null;
    answered_at: Date;
    complete: boolean;
  };

interface NumberedRecord {
  jurisdiction: string;
  sandbox: boolean;
  recordNumber: string;
  tier: Tier;
}

/** When the entity last came with what this tier shows. */
const retrievedFor = (tier: string) => `case when ${tier} = 'deep' then e.details_retrieved_at else e.retrieved_at end`;

/**
 * Sandbox answers and real ones live side by side in one database and are never taken for each
 * other.
 */
export class PostgresEntities extends Entities {
  private readonly keeper: EntityWriter;
  private readonly answers: Record<Reading, BatchLoader<Named, ReadAnswer>>;
  private readonly records: Record<Reading, BatchLoader<NumberedRecord, Entity>>;
  private readonly rankings: BatchLoader<Named, CachedRanking>;
  private readonly byId: BatchLoader<Id<'ent'>, Entity>;
  private readonly accesses: BatchLoader<{ accountId: Id<'acc'>; entityId: Id<'ent'> }, PaidAccess>;

  constructor(
    private readonly db: Database,
    private readonly registries: Registries,
    private readonly memory: EntityCache,
    private readonly clock: Clock,
    private readonly ttl: { entityMs: number; noMatchMs: number; rankingMs: number },
  ) {
    super();
    this.keeper = new EntityWriter(db);
    this.answers = byReading(() => new BatchLoader((names) => this.readAnswers(names)));
    this.records = byReading(() => new BatchLoader((records) => this.readRecords(records)));
    this.rankings = new BatchLoader((names) => this.readRankings(names));
    this.byId = new BatchLoader((ids) => this.readById(ids));
    this.accesses = new BatchLoader((pairs) => this.readAsked(pairs));
  }

  async upsert(retrieved: RetrievedRecord): Promise<Entity> {
    const entity = await this.keeper.keep(retrieved);
    this.memory.entities.invalidate(entity.id);
    return entity;
  }

  saveAnswer(answer: SavedAnswer): QueuedWrite {
    const { jurisdiction, key, search } = answer;
    return {
      kind: 'answers.upsert',
      row: {
        jurisdiction,
        sandbox: this.registries.isSandbox(jurisdiction),
        name_key: key,
        answered_at: search.searchedAt,
        complete: search.complete,
        ...(answer.entityId
          ? { entity_id: toUuid(answer.entityId), match: answer.match }
          : { closest: answer.closest, coverage: answer.coverage }),
      },
      onCommitted: () => this.memory.answers.invalidate(cacheKey(this.named(jurisdiction, key))),
    };
  }

  async freshAnswer(
    jurisdiction: string,
    key: string,
    tier: Tier,
    reading: Reading = 'by itself',
  ): Promise<FreshAnswer | undefined> {
    const named = this.named(jurisdiction, key);
    const kept = this.rememberedAnswer(named) ?? (await this.keptAnswer(named, reading));
    if (!kept) return undefined;
    return freshAnswer(kept.answer, kept.entity, tier, {
      entity: this.notBefore(this.ttl.entityMs),
      noMatch: this.notBefore(this.ttl.noMatchMs),
      edition: this.registries.editionSince(jurisdiction),
    });
  }

  async answerSince(jurisdiction: string, key: string, tier: Tier, since: Date): Promise<FreshAnswer | undefined> {
    const kept = await this.answers['in bulk'].load(this.named(jurisdiction, key));
    // The moment itself counts, and the database counts in microseconds.
    const before = new Date(since.getTime() - 1);
    return kept && recentAnswer(kept.answer, kept.entity, tier, { entity: before, noMatch: before });
  }

  async freshRecord(
    jurisdiction: string,
    recordNumber: string,
    tier: Tier,
    reading: Reading = 'by itself',
  ): Promise<Entity | undefined> {
    const sandbox = this.registries.isSandbox(jurisdiction);
    return this.records[reading].load({ jurisdiction, sandbox, recordNumber, tier });
  }

  saveRanking({ jurisdiction, nameKey: key, rankedAt, entityIds }: SavedRanking): QueuedWrite {
    return {
      kind: 'rankings.upsert',
      row: {
        jurisdiction,
        sandbox: this.registries.isSandbox(jurisdiction),
        name_key: key,
        entity_ids: entityIds.map(toUuid),
        ranked_at: rankedAt,
      },
      onCommitted: () => this.memory.rankings.invalidate(cacheKey(this.named(jurisdiction, key))),
    };
  }

  async freshRanking(jurisdiction: string, key: string): Promise<Ranking | undefined> {
    const named = this.named(jurisdiction, key);
    const ranking = await this.memory.rankings.find(cacheKey(named), () => this.rankings.load(named));
    if (!ranking || ranking.rankedAt <= this.notBefore(this.ttl.rankingMs)) return undefined;
    const entities = await Promise.all(ranking.entityIds.map((id) => this.find(id)));
    return { entities: entities.filter((entity) => entity !== undefined), rankedAt: ranking.rankedAt };
  }

  async find(id: Id<'ent'>): Promise<Entity | undefined> {
    return this.memory.entities.find(id, () => this.byId.load(id));
  }

  recordAccess(accountId: Id<'acc'>, entityId: Id<'ent'>, tier: Tier): QueuedWrite[] {
    const { accesses, ownAccesses: noted } = this.memory;
    const name = accessKey(accountId, entityId);
    // Most of what is known is asked for again.
    const known = noted.get(name)?.tier;
    if (known === 'deep' || known === tier) return [];
    const before = noted.before();
    const row = { account_id: toUuid(accountId), entity_id: toUuid(entityId), tier };
    const onCommitted = () => {
      accesses.invalidate(name);
      noted.set(name, { tier }, before);
    };
    return [{ kind: 'access.record', row, onCommitted }];
  }

  async paidTier(accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<Tier> {
    const read = () => this.accesses.load({ accountId, entityId });
    return (await this.memory.accesses.find(accessKey(accountId, entityId), read))?.tier ?? 'quick';
  }

  async lowerPaidTier(tx: Tx, accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<void> {
    await lowerPaidTier(this.db.in(tx), accountId, entityId);
  }

  async erasePersonalData(tx: Tx, id: Id<'ent'>): Promise<boolean> {
    const erased = await erasePersonalData(this.db.in(tx), id);
    if (erased) tx.afterCommit(() => this.memory.entities.invalidate(id));
    return erased;
  }

  /** With nothing to wait for, as it is for nearly all known answers. */
  private rememberedAnswer(named: Named): ReadAnswer | undefined {
    const answer = this.memory.answers.get(cacheKey(named));
    if (!answer?.entityId) return answer && { answer, entity: undefined };
    const entity = this.memory.entities.get(answer.entityId);
    return entity && { answer, entity };
  }

  private async keptAnswer(named: Named, reading: Reading): Promise<ReadAnswer | undefined> {
    if (reading === 'in bulk') return this.answers[reading].load(named);
    const { answers, entities } = this.memory;
    const before = [answers.before(), entities.before()] as const;
    const read = await this.answers[reading].load(named);
    if (read) {
      answers.set(cacheKey(named), read.answer, before[0]);
      if (read.entity) entities.set(read.entity.id, read.entity, before[1]);
    }
    return read;
  }

  private async readAnswers(names: readonly Named[]): Promise<ReadonlyMap<number, ReadAnswer>> {
    const rows = await this.db.rows<AnswerRow>(
      `select q.places, ${ENTITY}, a.match, q.jurisdiction as asked_jurisdiction, a.closest, a.coverage as no_match_coverage,
              a.answered_at, a.complete
         from (select jurisdiction, name_key, sandbox, array_agg(place::integer) as places
                 from unnest($1::text[], $2::text[], $3::boolean[]) with ordinality as t (jurisdiction, name_key, sandbox, place)
                group by jurisdiction, name_key, sandbox) q
         join answers a on a.jurisdiction = q.jurisdiction and a.sandbox = q.sandbox and a.name_key = q.name_key
         left join entities e on e.id = a.entity_id`,
      [names.map(({ jurisdiction }) => jurisdiction), names.map(({ key }) => key), names.map(({ sandbox }) => sandbox)],
    );
    return byPlace(rows, toReadAnswer);
  }

  private async readRecords(records: readonly NumberedRecord[]): Promise<ReadonlyMap<number, Entity>> {
    const rows = await this.db.rows<EntityRow & Placed>(
      `select array[q.place::integer] as places, ${ENTITY}
         from unnest($1::text[], $2::boolean[], $3::text[], $4::text[]) with ordinality as q (jurisdiction, sandbox, record_id, tier, place)
         join entities e on e.jurisdiction = q.jurisdiction and e.sandbox = q.sandbox and e.record_id = q.record_id
          and ${retrievedFor('q.tier')} > $5`,
      [
        records.map(({ jurisdiction }) => jurisdiction),
        records.map(({ sandbox }) => sandbox),
        records.map(({ recordNumber }) => recordNumber),
        records.map(({ tier }) => tier),
        this.notBefore(this.ttl.entityMs),
      ],
    );
    return byPlace(rows, toEntity);
  }

  private async readRankings(names: readonly Named[]): Promise<ReadonlyMap<number, CachedRanking>> {
    const rows = await this.db.rows<{ places: number[]; entity_ids: string[]; ranked_at: Date }>(
      `select array[q.place::integer] as places, r.entity_ids, r.ranked_at
         from unnest($1::text[], $2::text[], $3::boolean[]) with ordinality as q (jurisdiction, name_key, sandbox, place)
         join rankings r on r.jurisdiction = q.jurisdiction and r.sandbox = q.sandbox and r.name_key = q.name_key`,
      [names.map(({ jurisdiction }) => jurisdiction), names.map(({ key }) => key), names.map(({ sandbox }) => sandbox)],
    );
    return byPlace(rows, ({ entity_ids: ids, ranked_at: rankedAt }) => ({
      entityIds: ids.map((id) => fromUuid('ent', id)),
      rankedAt,
    }));
  }

  private async readById(ids: readonly Id<'ent'>[]): Promise<ReadonlyMap<number, Entity>> {
    const rows = await this.db.rows<EntityRow & Placed>(
      `select q.places, ${ENTITY}
         from (select id, array_agg(place::integer) as places from unnest($1::uuid[]) with ordinality as t (id, place) group by id) q
         join entities e on e.id = q.id`,
      [ids.map(toUuid)],
    );
    return byPlace(rows, toEntity);
  }

  private async readAsked(
    pairs: readonly { accountId: Id<'acc'>; entityId: Id<'ent'> }[],
  ): Promise<ReadonlyMap<number, PaidAccess>> {
    const rows = await this.db.rows<PaidAccess & Placed>(
      `select array[q.place::integer] as places, k.tier
         from unnest($1::uuid[], $2::uuid[]) with ordinality as q (account_id, entity_id, place)
         join access k on k.account_id = q.account_id and k.entity_id = q.entity_id`,
      [pairs.map(({ accountId }) => toUuid(accountId)), pairs.map(({ entityId }) => toUuid(entityId))],
    );
    return byPlace(rows, ({ tier }) => ({ tier }));
  }

  private named(jurisdiction: string, key: string): Named {
    return { jurisdiction, key, sandbox: this.registries.isSandbox(jurisdiction) };
  }

  private notBefore(ttlMs: number): Date {
    return new Date(this.clock.now().getTime() - ttlMs);
  }
}

function byReading<T>(make: () => T): Record<Reading, T> {
  return { 'by itself': make(), 'in bulk': make() };
}

/** Rows that several asked for are made into an answer once. */
function byPlace<Row extends Placed, Answer>(
  rows: readonly Row[],
  toAnswer: (row: Row) => Answer,
): ReadonlyMap<number, Answer> {
  return new Map(
    rows.flatMap((row) => {
      const answer = toAnswer(row);
      return row.places.map((place) => [place - 1, answer] as const);
    }),
  );
}

function toReadAnswer(row: AnswerRow): ReadAnswer {
  const entity = row.match ? toEntity(row) : undefined;
  const search = { searchedAt: row.answered_at, complete: row.complete };
  const answer: AnswerForName =
    row.match && entity
      ? { search, entityId: entity.id, match: row.match }
      : {
          search,
          entityId: undefined,
          closest: row.closest ?? [],
          coverage: coverageOf(row.no_match_coverage, row.asked_jurisdiction),
        };
  return { answer, entity };
}
