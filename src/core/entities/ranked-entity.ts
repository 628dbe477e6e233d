import { verifiedEntity, type VerifiedEntity } from './verified-entity.js';
import type { Entity } from './entity.js';
import type { Id } from '../ids.js';
import { findings, rank, type Knowledge, type Match, type RankedRecord } from '../matching/decide.js';
import type { RegisterRecord } from '../registries/record.js';

export interface Hit {
  entityId: Id<'ent'>;
  data: VerifiedEntity;
}

/** Below this, a name has nothing in common with the requested one. */
const LEAST_CONFIDENCE = 5;
/** Per register; a caller who needs more adds words to the name. */
export const MAX_HITS = 50;

/** Returns the records near a name, best first. */
export function nearRecords(
  asked: string,
  jurisdiction: string,
  records: readonly RegisterRecord[],
  known: Knowledge,
): readonly RankedRecord[] {
  return rank(asked, jurisdiction, records, known)
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .slice(0, MAX_HITS);
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
