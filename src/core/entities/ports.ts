import type { Id } from '../ids.js';
import type { Match } from '../matching/decide.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Entity, MatchedEntity, RetrievedRecord } from './entity.js';

/** How an account came to an entity. */
export interface Asked {
  tier: Tier;
  match: Match;
}

/** What a register was found to say about a name. `entityId: undefined` is a confirmed no-match, with the names that came near. */
export type KeptAnswer = {
  jurisdiction: string;
  nameKey: string;
  answeredAt: Date;
} & ({ entityId: Id<'ent'>; match: Match } | { entityId: undefined; closest: string[] });

/** A kept answer that may be given again without asking the register. */
export type FreshAnswer = ({ kind: 'found' } & MatchedEntity) | { kind: 'no_match'; closest: string[] };

/** Entities, their snapshots, and the answers that led to them. */
export abstract class Entities {
  /**
   * Keeps a retrieved record and a snapshot of it, and returns the entity. A quick retrieval leaves the deep part as it was. A record
   * is one entity per jurisdiction and register id, however many arrive at once.
   */
  abstract keep(retrieved: RetrievedRecord): Promise<Entity>;

  /** Keeps what a name led to; a newer answer replaces the older one. Safe to repeat. */
  abstract keepAnswer(answer: KeptAnswer): Promise<void>;

  /**
   * The kept answer for a name that still counts: the entity refreshed no longer ago than its time to live, holding the tier asked for;
   * a no-match, which answers either tier, no longer ago than its own. `undefined`: the register has to be asked.
   */
  abstract freshAnswer(jurisdiction: string, nameKey: string, tier: Tier): Promise<FreshAnswer | undefined>;

  /** Entities of exactly this normalised official name that are fresh enough for the tier: more than one when names repeat. */
  abstract freshNamesakes(jurisdiction: string, nameKey: string, tier: Tier): Promise<Entity[]>;

  abstract find(id: Id<'ent'>): Promise<Entity | undefined>;

  /**
   * Notes that the account was charged for this tier of the entity, and the match by which it was found. Safe to repeat; the tier
   * never sinks.
   */
  abstract noteAsked(accountId: Id<'acc'>, entityId: Id<'ent'>, asked: Asked): Promise<void>;

  /** The deepest tier the account was charged for on this entity and its latest match; `undefined` when it never asked. */
  abstract asked(accountId: Id<'acc'>, entityId: Id<'ent'>): Promise<Asked | undefined>;
}
