import type { Id } from '../ids.js';
import type { Match } from '../matching/decide.js';
import type { Page, Paged } from '../page.js';
import type { PendingWrite, Tx } from '../ports.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import type { Entity, MatchedEntity, RetrievedRecord } from './entity.js';
import type { Snapshot } from './snapshot.js';

/**
 * A search of a register for a name. Only a search determines which record a name means: a record
 * read later by its number has newer facts, but says nothing about other records of that name.
 */
export interface NameSearch {
  /** Time of the claim, by the database's clock; the search misses later registrations. */
  searchedAt: Date;
  /** Read every candidate record. Otherwise the answer is not certain. */
  complete: boolean;
}

/**
 * A register's answer to a name. `entityId: undefined` is a confirmed no-match, with the names that
 * came near.
 */
export type AnswerForName = { search: NameSearch } & (
  | {
      entityId: Id<'ent'>;
      match: Match;
      /** Other near records of an uncertain match, best first. */
      rivals?: Id<'ent'>[];
    }
  | { entityId: undefined; closest: string[]; coverage: Coverage; evidenceId?: Id<'evd'> }
);

/** `key`: see `answerKey`. */
export type SavedAnswer = { jurisdiction: string; key: string } & AnswerForName;

/** A stored answer that may be returned without asking the register. */
export type FreshAnswer =
  | ({
      kind: 'found';
      rivals?: Id<'ent'>[];
      /** The search did not read every candidate. */
      isIncomplete?: boolean;
    } & MatchedEntity)
  | {
      kind: 'no_match';
      closest: string[];
      coverage: Coverage;
      searchedAt: Date;
      /** That of its search, perhaps asked by another account; `undefined` where none is kept. */
      evidenceId?: Id<'evd'>;
    };

export interface SavedRanking {
  jurisdiction: string;
  nameKey: string;
  rankedAt: Date;
  entityIds: Id<'ent'>[];
}

/** A register's entities near a name, best first. */
export interface Ranking {
  entities: Entity[];
  rankedAt: Date;
  /** Date of the mirrored edition that it was read from: see `Registries.asOf`. */
  asOf: string | undefined;
}

/**
 * With `in bulk`, one of very many, each needed once, so answers are not cached at the expense of
 * others.
 */
export type ReadMode = 'by itself' | 'in bulk';

export abstract class Entities {
  /**
   * Stores a retrieved record and a snapshot of it, and returns the entity. A quick retrieval keeps
   * the deep part, and known fields that it lacks. Each jurisdiction and register id has one
   * entity, however many retrievals arrive at once.
   */
  abstract upsert(retrieved: RetrievedRecord): Promise<Entity>;

  /**
   * Records that its register no longer had the entity at this time, unless it was read later.
   * Until it is read again, no stored answer or ranking with it is fresh.
   */
  abstract markGone(id: Id<'ent'>, at: Date): Promise<void>;

  /**
   * Returns a write that stores the answer to a name. A newer answer replaces the older one. Safe
   * to repeat.
   */
  abstract saveAnswer(answer: SavedAnswer): PendingWrite;

  /**
   * Returns the stored answer under a key (see `answerKey`) if it is still valid: searched within
   * the time to live of its kind and in the current edition, with an entity that is as fresh and
   * has the requested tier. A no-match serves either tier. `undefined`: the register has to be
   * asked.
   */
  abstract freshAnswer(
    jurisdiction: string,
    key: string,
    tier: Tier,
    mode?: ReadMode,
  ): Promise<FreshAnswer | undefined>;

  /**
   * Returns the answer of a search that began at `since` or later, complete or not, whatever its
   * age; bypasses the cache.
   */
  abstract answerSince(jurisdiction: string, key: string, tier: Tier, since: Date): Promise<FreshAnswer | undefined>;

  /**
   * Returns the record of this number if it was read recently enough for the tier, by any route,
   * and from the current edition of a mirrored register.
   */
  abstract freshRecord(jurisdiction: string, recordNumber: string, tier: Tier): Promise<Entity | undefined>;

  /**
   * Returns a write that stores a register's entities near a name, best first. A newer ranking
   * replaces the older one. Safe to repeat.
   */
  abstract saveRanking(ranking: SavedRanking): PendingWrite;

  /**
   * Returns the ranking of this name while it is fresh and of the current edition; `undefined`: the
   * register has to be asked.
   */
  abstract freshRanking(jurisdiction: string, nameKey: string): Promise<Ranking | undefined>;

  abstract find(id: Id<'ent'>): Promise<Entity | undefined>;

  /**
   * Returns writes that record the account was charged for this tier; empty when that is known to
   * be recorded. Safe to repeat; the tier never decreases.
   */
  abstract recordAccess(accountId: Id<'acc'>, entityId: Id<'ent'>, tier: Tier): PendingWrite[];

  /**
   * Returns the deepest tier of this entity that the account was charged for recently; `quick`,
   * which every account may see, if none.
   */
  abstract paidTier(accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<Tier>;

  /**
   * Lowers the tier to quick after a refund of deep, unless the account also paid for deep
   * otherwise. Safe to repeat.
   */
  abstract lowerPaidTier(tx: Tx, accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<void>;

  /**
   * Permanently erases what may identify a person or a home address (officers, the registered
   * agent, the principal address) from the entity, its snapshots and the answers of accounts. The
   * fields stay empty in later retrievals. Returns `false` when there is no such entity. Safe to
   * repeat.
   */
  abstract erasePersonalData(tx: Tx, id: Id<'ent'>): Promise<boolean>;
}

export abstract class Snapshots {
  /** Returns the entity's snapshots up to a time (`undefined`: all), newest first. */
  abstract page(entityId: Id<'ent'>, until: Date | undefined, page: Page): Promise<Paged<Snapshot>>;

  /**
   * Returns the entity as known at a time: the last retrieval until then, with the last deep part;
   * `undefined` if it was not known yet.
   */
  abstract asOf(entity: Entity, moment: Date): Promise<Entity | undefined>;
}

export interface BusinessesWanted {
  text?: string | undefined;
  jurisdiction?: string | undefined;
  watched?: boolean | undefined;
  before?: Id<'ent'> | undefined;
  limit: number;
}

/** A business the account was charged for, with its newest facts. */
export interface AskedBusiness {
  entity: Entity;
  tier: Tier;
  /** Day of the last charge, `YYYY-MM-DD`. */
  askedOn: string;
  watchId: Id<'wch'> | undefined;
}

/** Features that a related business may share; one is enough. */
export interface NearBusiness {
  /** Part of its name, case-insensitive. */
  letters: string;
  /** Its record number is one of these. */
  numbers: readonly string[];
  /** Its register names this number. */
  naming: string;
}

export abstract class AskedBusinesses {
  /** Returns those that meet one of these conditions; only some if there are very many. */
  abstract near(accountId: Id<'acc'>, wanted: NearBusiness): Promise<Entity[]>;

  abstract names(ids: readonly Id<'ent'>[]): Promise<ReadonlyMap<string, string>>;

  /** Returns up to `limit` of the latest known; a pattern has no accents. */
  abstract like(accountId: Id<'acc'>, patterns: readonly string[], limit: number): Promise<Entity[]>;

  /** Latest known first; `next` is the cursor of the next page. */
  abstract list(
    accountId: Id<'acc'>,
    wanted: BusinessesWanted,
  ): Promise<{ items: AskedBusiness[]; next: Id<'ent'> | undefined }>;
}
