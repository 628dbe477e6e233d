import { verifiedEntity, type VerifiedEntity } from './verified-entity.js';
import type { Entity } from './entity.js';
import type { Id } from '../ids.js';
import { findings, rank, type Knowledge, type Match, type RankedRecord } from '../matching/decide.js';
import type { RegisterRecord } from '../registries/record.js';

/** A record that a search found, as it travels in answers. */
export interface Hit {
  entityId: Id<'ent'>;
  data: VerifiedEntity;
}

/** Below this, a name has nothing in common with the one that was asked for. */
const LEAST_CONFIDENCE = 5;
/** The most hits of one register; a caller who needs more adds words to the name. */
export const MAX_HITS = 50;

/** The records that come near a name, the best first. */
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

/** The same of kept entities of one jurisdiction, with what a search may show of each. */
export function hitsAmong(
  asked: string,
  jurisdiction: string,
  entities: readonly Entity[],
  known: Knowledge,
): readonly Hit[] {
  const byRecord = new Map(entities.map((entity) => [entity.record.id, entity]));
  return nearRecords(
    asked,
    jurisdiction,
    entities.map(({ record }) => record),
    known,
  ).flatMap((ranked) => {
    const entity = byRecord.get(ranked.record.id);
    return entity ? [{ entityId: entity.id, data: verifiedEntity(entity, 'quick', matchOf(ranked)) }] : [];
  });
}

/** A list shows every record beside its rivals, so none is marked for review. */
function matchOf(ranked: RankedRecord): Match {
  const { method, matchedName, alias, confidence } = ranked;
  const match = { method, matchedName, ...(alias && { alias }), confidence, review: false, alternatives: [] };
  return { ...match, evidence: findings(ranked) };
}
