import type { Id } from '../ids.js';
import { compareNames } from '../matching/comparing/compare.js';
import type { Match } from '../matching/decide.js';
import { parseName } from '../matching/parsing/normalise.js';
import type { Coverage, Source, Tier } from '../registries/jurisdiction.js';
import { jurisdictionNamed } from '../registries/jurisdictions.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import type { Entity, MatchedEntity } from './entity.js';
import { minimalDetails } from './personal-data.js';

/**
 * What an account sees of an entity: answers, job results and webhooks all show this (contract,
 * section 2.1).
 */
export interface VerifiedEntity {
  entityName: string;
  status: RegisterRecord['status'];
  statusDetail: string | null;
  goodStanding: boolean | null;
  standingHint: RegisterRecord['standingHint'];
  standingBasis: RegisterRecord['standingBasis'];
  /** `null` where the register's first answer does not carry it. */
  entityType: string | null;
  jurisdiction: string;
  /** `YYYY-MM-DD`; `null` likewise. */
  formationDate: string | null;
  /** The number of the record in its register. */
  jurisdictionId: string;
  /** What this shows; quick also where deep was asked for and nothing deep is known. */
  tier: Tier;
  /** The deep tier's fields; `undefined` in a quick answer. */
  details: RecordDetails | undefined;
  match: Match;
  source: Source & {
    /** When the fields of `tier` were read. */
    retrievedAt: Date;
    coverage: Coverage;
    sandbox: boolean;
  };
}

/** A business that answers a question, as the caller gets to see it. */
export interface Found {
  kind: 'found';
  entityId: Id<'ent'>;
  data: VerifiedEntity;
}

/**
 * What `tier` may see of an entity. The fields of the deep tier are never in a quick answer, even
 * where they are stored.
 */
export function verifiedEntity(entity: Entity, tier: Tier, match: Match): VerifiedEntity {
  const { record, provenance } = entity;
  const deep = tier === 'deep' ? entity.deep : undefined;
  const { name, licence } = jurisdictionNamed(entity.jurisdiction).source;
  // Property by property: spreads take several times as long, and every cached answer is made here.
  return {
    entityName: record.name,
    status: record.status,
    statusDetail: record.statusDetail,
    goodStanding: record.goodStanding,
    standingHint: record.standingHint,
    standingBasis: record.standingBasis,
    entityType: record.entityType,
    jurisdiction: entity.jurisdiction,
    formationDate: record.formationDate,
    jurisdictionId: record.id,
    tier: deep ? 'deep' : 'quick',
    details: deep?.details,
    match,
    source: {
      name,
      url: provenance.url,
      licence,
      retrievedAt: deep?.retrievedAt ?? provenance.retrievedAt,
      coverage: provenance.coverage,
      sandbox: provenance.sandbox,
    },
  };
}

/** The result for a caller who spelled the name as `asked` and paid for `tier`. */
export function found({ entity, match }: MatchedEntity, asked: string, tier: Tier): Found {
  const data = verifiedEntity(entity, tier, asSpelled(match, asked, entity.jurisdiction));
  return { kind: 'found', entityId: entity.id, data };
}

/**
 * A match may have been made for an equal name in another spelling: only the very same letters are
 * exact.
 */
function asSpelled(match: Match, asked: string, jurisdiction: string): Match {
  if (match.method !== 'exact' && match.method !== 'normalised') return match;
  const method = match.matchedName === asked ? 'exact' : 'normalised';
  if (method === match.method) return match;
  // A confidence that a rival record has lowered stays where it is.
  if (match.review) return { ...match, method };
  const { confidence } = compareNames(parseName(asked, jurisdiction), parseName(match.matchedName, jurisdiction));
  return { ...match, method, confidence };
}

/** The fields of a record whose changes a history shows. Absent and `null` are the same here. */
export interface RecordFacts extends Partial<RecordDetails> {
  name: string;
  entityType: string | null;
  status: RegisterRecord['status'];
  statusDetail: string | null;
  goodStanding: boolean | null;
  standingHint: RegisterRecord['standingHint'] | null;
  standingBasis: RegisterRecord['standingBasis'] | null;
  formationDate: string | null;
}

export function recordFacts(record: RegisterRecord, details?: RecordDetails): RecordFacts {
  return {
    name: record.name,
    entityType: record.entityType,
    status: record.status,
    statusDetail: record.statusDetail,
    goodStanding: record.goodStanding,
    standingHint: record.standingHint ?? null,
    standingBasis: record.standingBasis ?? null,
    formationDate: record.formationDate,
    ...(details && minimalDetails(details)),
  };
}

/** Of a record that was named by its id. */
export function ownMatch({ record }: Entity): Match {
  return { method: 'exact', matchedName: record.name, confidence: 100, review: false, alternatives: [] };
}
