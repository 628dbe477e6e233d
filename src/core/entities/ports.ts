import type { Id } from '../ids.js';
import type { Match } from '../matching/decide.js';
import type { Page, Paged } from '../page.js';
import type { PendingWrite, Tx } from '../ports.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import type { Entity, MatchedEntity, RetrievedRecord } from './entity.js';
import type { Snapshot } from './snapshot.js';

/**
 * A search of a register for a name. Only a search says which record a name means: a record that is
 * read by its number later on has newer facts, and says nothing about other records of that name.
 */
export interface NameSearch {
  /**
   * When it was claimed, by the database's clock: what the register registered since is not in it.
   */
  searchedAt: Date;
  /**
   * It read every record that could be meant. What it found otherwise is an answer, but not a
   * certain one.
   */
  complete: boolean;
}

/**
 * What a register was found to say about a name. `entityId: undefined` is a confirmed no-match,
 * with the names that came near.
 */
export type AnswerForName = { search: NameSearch } & (
  | {
      entityId: Id<'ent'>;
      match: Match;
      /** Others that came near, where the match is not certain; the best first. */
      rivals?: Id<'ent'>[];
    }
  | { entityId: undefined; closest: string[]; coverage: Coverage; evidenceId?: Id<'evd'> }
);

/** `key`: see `answerKey`. */
export type SavedAnswer = { jurisdiction: string; key: string } & AnswerForName;

/** A kept answer that may be given again without asking the register. */
export type FreshAnswer =
  | ({
      kind: 'found';
      /** See `AnswerForName`. */
      rivals?: Id<'ent'>[];
      /** Its search was not read to the end. */
      isIncomplete?: boolean;
    } & MatchedEntity)
  | {
      kind: 'no_match';
      closest: string[];
      coverage: Coverage;
      searchedAt: Date;
      /** What it rests on; `undefined` where nothing is kept of it. */
      evidenceId?: Id<'evd'>;
    };

/** What a register lists near a name. */
export interface SavedRanking {
  jurisdiction: string;
  nameKey: string;
  rankedAt: Date;
  entityIds: Id<'ent'>[];
}

/** Which entities a register lists for a name, the best first. */
export interface Ranking {
  entities: Entity[];
  rankedAt: Date;
}

/**
 * `in bulk`: one of very many, each asked for once. Their answers are not cached in place of what
 * others ask for.
 */
export type ReadMode = 'by itself' | 'in bulk';

/** Entities, their snapshots, and the answers that led to them. */
export abstract class Entities {
  /**
   * Keeps a retrieved record and a snapshot of it, and returns the entity. A quick retrieval leaves
   * the deep part as it was, and says nothing about fields it lacks that are known already. A
   * record is one entity per jurisdiction and register id, however many arrive at once.
   */
  abstract upsert(retrieved: RetrievedRecord): Promise<Entity>;

  /** To be written: what a name led to. A newer answer replaces the older one. Safe to repeat. */
  abstract saveAnswer(answer: SavedAnswer): PendingWrite;

  /**
   * The answer kept under a key (see `answerKey`) that still counts: searched for no longer ago
   * than the time to live of its kind, in no older edition than the current one, with an entity
   * that is as fresh and holds the tier asked for. A no-match answers either tier. `undefined`: the
   * register has to be asked.
   */
  abstract freshAnswer(
    jurisdiction: string,
    key: string,
    tier: Tier,
    mode?: ReadMode,
  ): Promise<FreshAnswer | undefined>;

  /**
   * The answer of a search that began at `since` or later, complete or not, however long ago that
   * was; straight from the store.
   */
  abstract answerSince(jurisdiction: string, key: string, tier: Tier, since: Date): Promise<FreshAnswer | undefined>;

  /** The record of this number if it was read recently enough for the tier, by whatever way. */
  abstract freshRecord(jurisdiction: string, recordNumber: string, tier: Tier): Promise<Entity | undefined>;

  /**
   * To be written: which entities a register lists for a name, the best first. A newer ranking
   * replaces the older one. Safe to repeat.
   */
  abstract saveRanking(ranking: SavedRanking): PendingWrite;

  /**
   * The ranking of this name while it still counts, and when it was made; `undefined`: the register
   * has to be asked.
   */
  abstract freshRanking(jurisdiction: string, nameKey: string): Promise<Ranking | undefined>;

  abstract find(id: Id<'ent'>): Promise<Entity | undefined>;

  /**
   * To be written: that the account was charged for this tier of the entity; nothing when that is
   * known to be noted. Safe to repeat; the tier never sinks.
   */
  abstract recordAccess(accountId: Id<'acc'>, entityId: Id<'ent'>, tier: Tier): PendingWrite[];

  /**
   * The deepest tier of this entity that the account was charged for lately; `quick`, which every
   * account may see, when it never was.
   */
  abstract paidTier(accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<Tier>;

  /**
   * After a refund of the deep tier: it falls to quick, unless the account has paid for the deep
   * one otherwise. Safe to repeat.
   */
  abstract lowerPaidTier(tx: Tx, accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<void>;

  /**
   * Permanently erases what may identify a person or a home address (officers, the registered
   * agent, the principal address), wherever a copy is stored: in the entity, its snapshots, and
   * what accounts were answered. The fields stay empty when the register is asked again. `false`
   * when there is no such entity. Safe to repeat.
   */
  abstract erasePersonalData(tx: Tx, id: Id<'ent'>): Promise<boolean>;
}

/** What was known of entities over time. */
export abstract class Snapshots {
  /** The entity's snapshots up to a moment (`undefined`: all), the newest first. */
  abstract page(entityId: Id<'ent'>, until: Date | undefined, page: Page): Promise<Paged<Snapshot>>;

  /**
   * The entity as it was known at a moment: the last retrieval until then, with the last deep part;
   * `undefined` when it was not known yet.
   */
  abstract asOf(entity: Entity, moment: Date): Promise<Entity | undefined>;
}

export interface BusinessesWanted {
  /** In the name. */
  text?: string | undefined;
  jurisdiction?: string | undefined;
  /** Watched by the account, or not. */
  watched?: boolean | undefined;
  /** Only those first known before this one. */
  before?: Id<'ent'> | undefined;
  limit: number;
}

/** A business that an account was charged for, with its newest facts. */
export interface AskedBusiness {
  entity: Entity;
  tier: Tier;
  /** The day (`YYYY-MM-DD`) on which the account was last charged for it. */
  askedOn: string;
  watchId: Id<'wch'> | undefined;
}

/** What a related business may have in common with one. */
export interface NearBusiness {
  /** In its name, in any case. */
  letters: string;
  /** Its own number is one of these. */
  numbers: readonly string[];
  /** Or its register names this number. */
  naming: string;
}

/** The businesses that an account has asked for. */
export abstract class AskedBusinesses {
  /** Those of which one of these holds; some of them where there are very many. */
  abstract near(accountId: Id<'acc'>, wanted: NearBusiness): Promise<Entity[]>;

  /** What some businesses are called now. */
  abstract names(ids: readonly Id<'ent'>[]): Promise<ReadonlyMap<string, string>>;

  /**
   * Those of the latest known whose name or number is like one of these patterns, at most so many.
   */
  abstract like(accountId: Id<'acc'>, patterns: readonly string[], limit: number): Promise<Entity[]>;

  /** The latest known first; `next` is where the next page goes on. */
  abstract list(
    accountId: Id<'acc'>,
    wanted: BusinessesWanted,
  ): Promise<{ items: AskedBusiness[]; next: Id<'ent'> | undefined }>;
}
