import { verifiedEntity, type VerifiedEntity } from './verified-entity.js';
import type { Entity } from './entity.js';
import type { Id } from '../ids.js';
import { rank, type Match, type RankedRecord } from '../matching/decide.js';
import type { RegisterWords } from '../registries/register-words.js';
import type { RegisterRecord } from '../registries/record.js';

/** A record that a search found, as it travels in answers. */
export interface Hit {
  entityId: Id<'ent'>;
  data: VerifiedEntity;
}

/** A hit, the entity it shows and why it was found. */
export interface RankedEntity {
  hit: Hit;
  entity: Entity;
  match: Match;
}

/** Below this, a name has nothing in common with the one that was asked for. */
const LEAST_CONFIDENCE = 5;
/** The most hits of one register; a caller who needs more adds words to the name. */
const MAX_HITS = 50;

/** The records that come near a name, the best first. */
export function nearRecords(
  asked: string,
  jurisdiction: string,
  records: readonly RegisterRecord[],
  words: RegisterWords | undefined,
): readonly RankedRecord[] {
  return rank(asked, jurisdiction, records, words)
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .slice(0, MAX_HITS);
}

/**
 * What was ranked last among entities, under the first of them. A name that is searched again is
 * mostly spelled in the same letters.
 */
interface LastRanking {
  asked: string;
  entities: readonly Entity[];
  words: RegisterWords | undefined;
  hits: readonly RankedEntity[];
}

const lastRankings = new WeakMap<Entity, LastRanking>();

/**
 * The same of kept entities of one jurisdiction, with what a search may show of each and the match
 * that led there. To read and compare names takes many times as long as all else of a search that
 * is known, so what was ranked last is remembered with the entities.
 */
export function hitsAmong(
  asked: string,
  jurisdiction: string,
  entities: readonly Entity[],
  words: RegisterWords | undefined,
): readonly RankedEntity[] {
  const [first] = entities;
  if (!first) return [];
  const last = lastRankings.get(first);
  if (last?.asked === asked && last.words === words && areSame(last.entities, entities)) return last.hits;
  const hits = rankedAmong(asked, jurisdiction, entities, words);
  lastRankings.set(first, { asked, entities, words, hits });
  return hits;
}

function areSame(some: readonly Entity[], others: readonly Entity[]): boolean {
  return some.length === others.length && some.every((entity, at) => entity === others[at]);
}

function rankedAmong(
  asked: string,
  jurisdiction: string,
  entities: readonly Entity[],
  words: RegisterWords | undefined,
): RankedEntity[] {
  const byRecord = new Map(entities.map((entity) => [entity.record.id, entity]));
  return nearRecords(
    asked,
    jurisdiction,
    entities.map(({ record }) => record),
    words,
  ).flatMap((ranked) => {
    const entity = byRecord.get(ranked.record.id);
    const match = matchOf(ranked);
    return entity
      ? [{ hit: { entityId: entity.id, data: verifiedEntity(entity, 'quick', match) }, entity, match }]
      : [];
  });
}

/** A list shows every record beside its rivals, so none is marked for review. */
function matchOf({ method, matchedName, alias, confidence }: RankedRecord): Match {
  return { method, matchedName, ...(alias && { alias }), confidence, review: false, alternatives: [] };
}
