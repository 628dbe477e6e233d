import type { Id } from '../ids.js';
import { compareNames } from '../matching/comparing/compare.js';
import type { Match } from '../matching/decide.js';
import { parseName } from '../matching/parsing/normalise.js';
import { standingIn } from '../matching/parsing/standing.js';
import type { Coverage, Source, Tier } from '../registries/jurisdiction.js';
import { findJurisdiction, jurisdictionNamed } from '../registries/jurisdictions.js';
import type { Home, Identifier, RecordDetails, RegisterRecord } from '../registries/record.js';
import type { Entity, MatchedEntity } from './entity.js';
import { minimalDetails } from './personal-data.js';

/**
 * An account's view of an entity, shown in answers, job results and webhooks (contract, section
 * 2.1).
 */
export interface VerifiedEntity {
  entityName: string;
  status: RegisterRecord['status'];
  statusDetail: string | null;
  goodStanding: boolean | null;
  standingHint: RegisterRecord['standingHint'];
  standingBasis: RegisterRecord['standingBasis'];
  /** `null` where the register's first response does not include it. */
  entityType: string | null;
  jurisdiction: string;
  /** `YYYY-MM-DD`; `null` where the register's first response does not include it. */
  formationDate: string | null;
  /** Record number in the register. */
  jurisdictionId: string;
  /** `undefined` when the register does not state it. */
  registration: Registration | undefined;
  /** In a whole country. `null`: not published. */
  seat: RegisterRecord['seat'];
  /** The record number comes first. */
  identifiers: Identifier[];
  /** The tier shown: quick if deep was requested but nothing deep is known. */
  tier: Tier;
  /** Deep tier only; `undefined` in a quick answer. */
  details: RecordDetails | undefined;
  match: Match;
  source: Source & {
    /** Retrieval time of the fields of `tier`. */
    retrievedAt: Date;
    coverage: Coverage;
    sandbox: boolean;
  };
}

export interface Found {
  kind: 'found';
  entityId: Id<'ent'>;
  data: VerifiedEntity;
}

/**
 * Returns the view of an entity that `tier` allows. A quick answer never has deep fields, even if
 * they are stored.
 */
export function verifiedEntity(entity: Entity, tier: Tier, match: Match): VerifiedEntity {
  const { record, provenance } = entity;
  const deep = tier === 'deep' ? entity.deep : undefined;
  const { name, licence } = jurisdictionNamed(entity.jurisdiction).source;
  const standing = standingOf(record, entity.jurisdiction);
  // Property by property: a spread takes several times as long, and every cached answer passes
  // here.
  return {
    entityName: record.name,
    status: record.status,
    statusDetail: standing.statusDetail,
    goodStanding: standing.goodStanding,
    standingHint: standing.standingHint,
    standingBasis: record.standingBasis,
    entityType: record.entityType,
    jurisdiction: entity.jurisdiction,
    formationDate: record.formationDate,
    jurisdictionId: record.id,
    registration: registrationOf(record),
    seat: record.seat,
    identifiers: identifiersOf(entity.jurisdiction, record),
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

type StandingFields = Pick<RegisterRecord, 'statusDetail' | 'goodStanding' | 'standingHint'>;

/** A name that says "in liquidation" overrides fields that do not know it yet. */
export function standingOf(record: RegisterRecord, jurisdiction: string): StandingFields {
  const words = standingIn(record.name, jurisdiction);
  if (words === undefined || record.goodStanding === false) return record;
  const hint = { goodStanding: false, because: `The name of the business in the register says "${words}".` };
  return {
    statusDetail: record.statusDetail ?? words,
    goodStanding: null,
    standingHint: record.standingHint?.goodStanding === false ? record.standingHint : hint,
  };
}

/** Returns the result for a caller who spelled the name as `asked` and paid for `tier`. */
export function found({ entity, match }: MatchedEntity, asked: string, tier: Tier): Found {
  const data = verifiedEntity(entity, tier, asSpelled(match, asked, entity.jurisdiction));
  return { kind: 'found', entityId: entity.id, data };
}

/** The match may come from another spelling of an equal name; only identical letters are exact. */
function asSpelled(match: Match, asked: string, jurisdiction: string): Match {
  if (match.method !== 'exact' && match.method !== 'normalised') return match;
  const method = match.matchedName === asked ? 'exact' : 'normalised';
  if (method === match.method) return match;
  // Keep a confidence lowered by a rival record.
  if (match.review) return { ...match, method };
  const { confidence } = compareNames(parseName(asked, jurisdiction), parseName(match.matchedName, jurisdiction));
  return { ...match, method, confidence };
}

/**
 * The standing of a business as one sign: what the register states, or what follows from its
 * status. `not_stated` also covers a standing that is only inferred to be good.
 */
export const STANDINGS = ['good', 'not_stated', 'not_good', 'ended'] as const;
export type Standing = (typeof STANDINGS)[number];

/** The business no longer exists in this register, whatever else the record says. */
const ENDED: ReadonlySet<string> = new Set<RegisterRecord['status']>(['inactive', 'dissolved', 'merged', 'revoked']);

interface Stated {
  status: string;
  goodStanding: boolean | null;
  standingHint?: RegisterRecord['standingHint'] | null;
}

/** The only rule for the sign; pages, lists and files show what it returns. */
export function standingSign({ status, goodStanding, standingHint }: Stated): Standing {
  if (ENDED.has(status)) return 'ended';
  if (goodStanding === false || status === 'suspended') return 'not_good';
  if (goodStanding) return 'good';
  return standingHint?.goodStanding === false ? 'not_good' : 'not_stated';
}

/** The fields of a record compared in its history. Absent and `null` are equal here. */
export interface RecordFacts extends Partial<RecordDetails> {
  name: string;
  entityType: string | null;
  status: RegisterRecord['status'];
  statusDetail: string | null;
  goodStanding: boolean | null;
  standingHint: RegisterRecord['standingHint'] | null;
  standingBasis: RegisterRecord['standingBasis'] | null;
  formationDate: string | null;
  seat: RegisterRecord['seat'];
}

export function recordFacts(record: RegisterRecord, jurisdiction: string, details?: RecordDetails): RecordFacts {
  const { statusDetail, goodStanding, standingHint = null } = standingOf(record, jurisdiction);
  return {
    name: record.name,
    entityType: record.entityType,
    status: record.status,
    statusDetail,
    goodStanding,
    standingHint,
    standingBasis: record.standingBasis ?? null,
    formationDate: record.formationDate,
    seat: record.seat ?? null,
    ...(details && minimalDetails(details)),
  };
}

/** Returns the match of a record requested by its id. */
export function ownMatch({ record }: Entity): Match {
  return { method: 'exact', matchedName: record.name, confidence: 100, review: false, alternatives: [] };
}

export interface Registration {
  kind: 'domestic' | 'foreign' | 'branch' | null;
  home?: Home;
  basis: 'stated';
}

/** Returns `undefined` when the register does not state it. */
export function registrationOf({ domestic, isBranch, home }: RegisterRecord): Registration | undefined {
  const formed = domestic ? 'domestic' : 'foreign';
  const kind = isBranch ? 'branch' : domestic === null ? null : formed;
  if (kind === null && !home) return undefined;
  return home ? { kind, home, basis: 'stated' } : { kind, basis: 'stated' };
}

/**
 * Home registers that we do not query, by their codes in GLEIF's list of registration authorities.
 */
const OTHER_AUTHORITIES: Readonly<Record<string, string>> = { 'us-de': 'RA000602' };

/**
 * Lists the record's own number first, then the numbers it states of other registers. A country
 * without an authority of its own has one for each of its parts.
 */
export function identifiersOf(jurisdiction: string, record: RegisterRecord): Identifier[] {
  const part = findJurisdiction(jurisdiction)?.partOf?.(record);
  const own = { scheme: schemeOf(part ?? jurisdiction), value: record.id };
  const stated = (record.relations ?? []).flatMap(({ relation, jurisdiction: code, number }) =>
    relation === 'home' && code !== undefined && number !== undefined
      ? [{ scheme: schemeOf(code), value: number }]
      : [],
  );
  return [own, ...(record.identifiers ?? []), ...stated];
}

function schemeOf(jurisdiction: string): string {
  const authority = findJurisdiction(jurisdiction)?.authority ?? OTHER_AUTHORITIES[jurisdiction];
  return authority ?? jurisdiction.toUpperCase();
}
