import { verifiedEntity, type VerifiedEntity } from './verified-entity.js';
import type { Entity } from './entity.js';
import type { Id } from '../ids.js';
import { findings, rank, type Knowledge, type Match, type RankedRecord } from '../matching/decide.js';
import type { RegisterRecord } from '../registries/record.js';
import { fold, splitWords } from '../text/fold.js';

export interface Hit {
  entityId: Id<'ent'>;
  data: VerifiedEntity;
}

/** Below this, a name that lacks a requested word has nothing in common with the request. */
const LEAST_CONFIDENCE = 5;
/** Per register; a caller who needs more adds words to the name. */
export const MAX_HITS = 50;

/** Returns the records near a name, or with all of its words in theirs, best first. */
export function nearRecords(
  asked: string,
  jurisdiction: string,
  records: readonly RegisterRecord[],
  known: Knowledge,
): readonly RankedRecord[] {
  const words = splitWords(fold(asked));
  return rank(asked, jurisdiction, records, known)
    .filter(({ confidence, record }) => confidence >= LEAST_CONFIDENCE || hasWords(record, words))
    .slice(0, MAX_HITS);
}

/** A part of a long name may say little about it, and is still what was searched for. */
function hasWords({ name, aliases }: RegisterRecord, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  return [name, ...aliases.map((alias) => alias.name)].some((each) => {
    const own = new Set(splitWords(fold(each)));
    return words.every((word) => own.has(word));
  });
}

/**
 * Like `nearRecords` for stored entities of one jurisdiction, with the data a search may show of
 * each.
 */
export function hitsAmong(
  asked: string,
  jurisdiction: string,
  entities: readonly Entity[],
  known: Knowledge,
): readonly Hit[] {
  const byRecord = new Map(entities.map((entity) => [entity.record, entity]));
  return nearRecords(
    asked,
    jurisdiction,
    entities.map(({ record }) => record),
    known,
  ).flatMap((ranked) => {
    const entity = byRecord.get(ranked.record);
    return entity ? [{ entityId: entity.id, data: verifiedEntity(entity, 'quick', matchOf(ranked)) }] : [];
  });
}

/** A list shows every record beside its rivals, so it marks none for review. */
function matchOf(ranked: RankedRecord): Match {
  const { method, matchedName, alias, confidence } = ranked;
  const match = { method, matchedName, ...(alias && { alias }), confidence, review: false, alternatives: [] };
  return { ...match, evidence: findings(ranked) };
}
