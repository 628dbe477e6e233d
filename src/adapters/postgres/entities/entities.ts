import type { Entity, RetrievedRecord } from '../../../core/entities/entity.js';
import {
  Entities,
  type FreshAnswer,
  type Ranking,
  type ReadMode,
  type SavedAnswer,
  type SavedRanking,
} from '../../../core/entities/ports.js';
import { freshAnswer, isIn, recentAnswer } from '../../../core/entities/fresh-answer.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import type { Clock, Tx } from '../../../core/ports.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import type { Registries } from '../../../core/registries/ports.js';
import type { Database } from '../client/database.js';
import type { QueuedWrite } from '../client/pending-writes.js';
import {
  accessKey,
  cacheKey,
  CachedRead,
  type AccessPair,
  type EntityCache,
  type Named,
  type CachedRanking,
  type PaidAccess,
} from '../cache/caches.js';
import {
  byPlace,
  ENTITY,
  toEntity,
  toReadAnswer,
  type AnswerRow,
  type EntityRow,
  type Placed,
  type ReadAnswer,
} from './entity-row.js';
import { ReadLoader } from '../client/read-loader.js';
import { EntityWriter } from './entity-writer.js';
import { lowerPaidTier } from './paid-tiers.js';
import { erasePersonalData } from './personal-data.js';

interface NumberedRecord {
  jurisdiction: string;
  sandbox: boolean;
  recordNumber: string;
  tier: Tier;
  /** The record has to be read at this time or later. */
  since: Date;
}

const retrievedFor = (tier: string) => `case when ${tier} = 'deep' then e.details_retrieved_at else e.retrieved_at end`;

/** Sandbox and live answers share one database and are never mixed up. */
export class PostgresEntities extends Entities {
  private readonly writer: EntityWriter;
  /** An answer is read with its entity, but each is cached separately: see `keptAnswer`. */
  private readonly answers: ReadLoader<Named, ReadAnswer>;
  /** Not cached: the statement decides whether a record is fresh. */
  private readonly records: ReadLoader<NumberedRecord, Entity>;
  private readonly rankings: CachedRead<Named, CachedRanking>;
  private readonly byId: CachedRead<Id<'ent'>, Entity>;
  private readonly accesses: CachedRead<AccessPair, PaidAccess>;

  constructor(
    private readonly db: Database,
    private readonly registries: Registries,
    private readonly cache: EntityCache,
    private readonly clock: Clock,
    private readonly ttl: { entityMs: number; noMatchMs: number; rankingMs: number },
  ) {
    super();
    this.writer = new EntityWriter(db);
    this.answers = new ReadLoader((names) => this.readAnswers(names));
    this.records = new ReadLoader((records) => this.readRecords(records));
    this.rankings = new CachedRead(cache.rankings, cacheKey, (names) => this.readRankings(names));
    this.byId = new CachedRead(
      cache.entities,
      (id) => id,
      (ids) => this.readById(ids),
    );
    this.accesses = new CachedRead(cache.accesses, accessKey, (pairs) => this.readAccesses(pairs));
  }

  async upsert(retrieved: RetrievedRecord): Promise<Entity> {
    const entity = await this.writer.keep(retrieved);
    this.cache.entities.invalidate(entity.id);
    return entity;
  }

  async markGone(id: Id<'ent'>, at: Date): Promise<void> {
    await this.writer.markGone(id, at);
    this.cache.entities.invalidate(id);
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
          ? { entity_id: toUuid(answer.entityId), match: answer.match, rivals: answer.rivals?.map(toUuid) }
          : {
              closest: answer.closest,
              coverage: answer.coverage,
              evidence_id: answer.evidenceId && toUuid(answer.evidenceId),
            }),
      },
      onCommitted: () => this.cache.answers.invalidate(cacheKey(this.named(jurisdiction, key))),
    };
  }

  async freshAnswer(
    jurisdiction: string,
    key: string,
    tier: Tier,
    mode: ReadMode = 'by itself',
  ): Promise<FreshAnswer | undefined> {
    const named = this.named(jurisdiction, key);
    const kept = this.rememberedAnswer(named) ?? (await this.keptAnswer(named, mode));
    if (!kept) return undefined;
    return freshAnswer(kept.answer, kept.entity, tier, {
      entity: this.notBefore(this.ttl.entityMs),
      noMatch: this.notBefore(this.ttl.noMatchMs),
      edition: this.registries.editionSince(jurisdiction),
    });
  }

  async answerSince(jurisdiction: string, key: string, tier: Tier, since: Date): Promise<FreshAnswer | undefined> {
    const kept = await this.answers.load(this.named(jurisdiction, key));
    // `since` itself counts, and the database has microseconds.
    const before = new Date(since.getTime() - 1);
    return kept && recentAnswer(kept.answer, kept.entity, tier, { entity: before, noMatch: before });
  }

  freshRecord(jurisdiction: string, recordNumber: string, tier: Tier): Promise<Entity | undefined> {
    const sandbox = this.registries.isSandbox(jurisdiction);
    const edition = this.registries.editionSince(jurisdiction);
    const youngest = new Date(this.notBefore(this.ttl.entityMs).getTime() + 1);
    const since = edition && edition > youngest ? edition : youngest;
    return this.records.load({ jurisdiction, sandbox, recordNumber, tier, since });
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
      onCommitted: () => this.cache.rankings.invalidate(cacheKey(this.named(jurisdiction, key))),
    };
  }

  async freshRanking(jurisdiction: string, key: string): Promise<Ranking | undefined> {
    const ranking = await this.rankings.find(this.named(jurisdiction, key));
    const [since, asOf] = [this.registries.editionSince(jurisdiction), this.registries.asOf(jurisdiction)];
    if (!ranking || ranking.rankedAt <= this.notBefore(this.ttl.rankingMs)) return undefined;
    if (!isIn(since, ranking.rankedAt)) return undefined;
    const entities = await Promise.all(ranking.entityIds.map((id) => this.find(id)));
    if (entities.some((entity) => entity?.record.isGone)) return undefined;
    return { entities: entities.filter((entity) => entity !== undefined), rankedAt: ranking.rankedAt, asOf };
  }

  find(id: Id<'ent'>): Promise<Entity | undefined> {
    return this.byId.find(id);
  }

  recordAccess(accountId: Id<'acc'>, entityId: Id<'ent'>, tier: Tier): QueuedWrite[] {
    const { accesses, ownAccesses: noted } = this.cache;
    const name = accessKey({ accountId, entityId });
    // Most known entities are requested repeatedly. Skip the write then.
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
    return (await this.accesses.find({ accountId, entityId }))?.tier ?? 'quick';
  }

  async lowerPaidTier(tx: Tx, accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<void> {
    await lowerPaidTier(this.db.in(tx), accountId, entityId);
  }

  async erasePersonalData(tx: Tx, id: Id<'ent'>): Promise<boolean> {
    const erased = await erasePersonalData(this.db.in(tx), id);
    if (erased) tx.afterCommit(() => this.cache.entities.invalidate(id));
    return erased;
  }

  /** Synchronous, for nearly all known answers. */
  private rememberedAnswer(named: Named): ReadAnswer | undefined {
    const answer = this.cache.answers.get(cacheKey(named));
    if (!answer?.entityId) return answer && { answer, entity: undefined };
    const entity = this.cache.entities.get(answer.entityId);
    return entity && { answer, entity };
  }

  /** Bulk reads share the statement but do not fill the cache. */
  private async keptAnswer(named: Named, mode: ReadMode): Promise<ReadAnswer | undefined> {
    const { answers, entities } = this.cache;
    const before = [answers.before(), entities.before()] as const;
    const read = await this.answers.load(named);
    if (read && mode === 'by itself') {
      answers.set(cacheKey(named), read.answer, before[0]);
      if (read.entity) entities.set(read.entity.id, read.entity, before[1]);
    }
    return read;
  }

  private async readAnswers(names: readonly Named[]): Promise<ReadonlyMap<number, ReadAnswer>> {
    const rows = await this.db.rows<AnswerRow>(
      `select q.places, ${ENTITY}, a.match, a.rivals, q.jurisdiction as asked_jurisdiction, a.closest, a.coverage as no_match_coverage,
              a.evidence_id as no_match_evidence, a.answered_at, a.complete
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
         from unnest($1::text[], $2::boolean[], $3::text[], $4::text[], $5::timestamptz[])
             with ordinality as q (jurisdiction, sandbox, record_id, tier, since, place)
         join entities e on e.jurisdiction = q.jurisdiction and e.sandbox = q.sandbox and e.record_id = q.record_id
          and ${retrievedFor('q.tier')} >= q.since and not e.record ?| '{isBrief,isGone}'`,
      [
        records.map(({ jurisdiction }) => jurisdiction),
        records.map(({ sandbox }) => sandbox),
        records.map(({ recordNumber }) => recordNumber),
        records.map(({ tier }) => tier),
        records.map(({ since }) => since.toISOString()),
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

  private async readAccesses(pairs: readonly AccessPair[]): Promise<ReadonlyMap<number, PaidAccess>> {
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
