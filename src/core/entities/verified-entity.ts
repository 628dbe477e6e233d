import type { Match } from '../matching/decide.js';
import { jurisdictionNamed, type Coverage, type Source, type Tier } from '../registries/jurisdiction.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import type { Entity } from './entity.js';
import { minimalDetails } from './personal-data.js';

/** What an account is told of an entity: answers, job results and webhooks all show this (contract, section 2.1). */
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

/** What `tier` may see of an entity. The fields of the deep tier are never in a quick answer, even where they are stored. */
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

/** The fields of a record whose changes a history tells. Absent and `null` are the same here. */
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
