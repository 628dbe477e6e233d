import type { Hit } from '../../../core/entities/ranked-entity.js';
import type { VerifiedEntity, Found } from '../../../core/entities/verified-entity.js';
import type { Alternative } from '../../../core/matching/decide.js';
import type { Address, RecordDetails } from '../../../core/registries/record.js';
import type { SearchPage } from '../../../core/search/search.js';
import type { SearchOutcome } from '../../../core/search/search-entities.js';
import type { Hits, JobResult } from '../../../core/verification/job.js';
import type { Verification } from '../../../core/verification/verify-business.js';

// Results as rows keep them: what was found stands in them in the field names of the public
// interface, in `data`. Triggers look for personal data there, and rows of every
// earlier version read alike. This file alone knows that form.

type StoredFound = Omit<Found, 'data'> & { data: StoredEntity };
type StoredHit = Omit<Hit, 'data'> & { data: StoredEntity };
export type StoredHits = Omit<Hits, 'hits'> & { hits: StoredHit[] };
export type StoredResult = Exclude<JobResult, Found | Hits> | StoredFound | StoredHits;

interface StoredDetails {
  registered_agent?: { name: string | null; address: StoredAddress | null } | null;
  officers?: { name: string; title: string | null; end_date?: string }[] | null;
  principal_address?: StoredAddress | null;
  filing_history_summary?: {
    total_filings: number | null;
    last_filing_date: string | null;
    recent_filings: { date: string | null; type: string | null }[];
  } | null;
}

interface StoredAlternative {
  entity_name: string;
  jurisdiction_id: string;
  status: Alternative['status'];
  confidence: number;
}

type StoredAddress = Omit<Address, 'postalCode'> & { postal_code: string | null };

interface StoredEntity extends StoredDetails {
  entity_name: string;
  status: VerifiedEntity['status'];
  status_detail: string | null;
  good_standing: boolean | null;
  standing_hint?: { good_standing: boolean; because: string };
  standing_basis?: 'tax';
  entity_type?: string | null;
  jurisdiction: string;
  formation_date?: string | null;
  confidence: number;
  jurisdiction_id: string;
  registration?: VerifiedEntity['registration'];
  identifiers?: VerifiedEntity['identifiers'];
  tier: VerifiedEntity['tier'];
  match: {
    method: VerifiedEntity['match']['method'];
    matched_name: string;
    alias?: VerifiedEntity['match']['alias'];
    review?: boolean;
    alternatives?: StoredAlternative[];
    evidence?: VerifiedEntity['match']['evidence'];
  };
  source: {
    name: string;
    url: string;
    licence: string;
    retrieved_at: string;
    coverage: VerifiedEntity['source']['coverage'];
    sandbox?: boolean;
  };
}

export function toStoredResult(result: JobResult): StoredResult {
  if (result.kind === 'found') return { ...result, data: toStored(result.data) };
  return result.kind === 'hits' ? toStoredHits(result) : result;
}

export function fromStoredResult(result: StoredResult): JobResult {
  if (result.kind === 'found') return { ...result, data: fromStored(result.data) };
  return result.kind === 'hits' ? fromStoredHits(result) : result;
}

export const toStoredHits = (share: Hits): StoredHits => ({ ...share, hits: share.hits.map(toStoredHit) });

export const fromStoredHits = (share: StoredHits): Hits => ({ ...share, hits: share.hits.map(fromStoredHit) });

/** What an idempotent request came to; only verifications and searches hold what was found. */
export function toStoredOutcome(outcome: unknown): unknown {
  const { result, found } = outcome as Partial<Verification & SearchOutcome>;
  if (result?.kind === 'found' || result?.kind === 'hits') {
    return { ...(outcome as Verification), result: toStoredResult(result) };
  }
  return found ? { ...(outcome as SearchOutcome), found: { ...found, hits: found.hits.map(toStoredHit) } } : outcome;
}

export function fromStoredOutcome(outcome: unknown): unknown {
  const { result, found } = outcome as { result?: StoredResult; found?: { hits: StoredHit[] } };
  if (result?.kind === 'found' || result?.kind === 'hits') {
    return { ...(outcome as object), result: fromStoredResult(result) };
  }
  if (!found) return outcome;
  return { ...(outcome as object), found: { ...WITHOUT_COVERAGE, ...found, hits: found.hits.map(fromStoredHit) } };
}

/** Searches that were kept before their coverage was. */
const WITHOUT_COVERAGE: Pick<SearchPage, 'coverage'> = { coverage: { searched: [], notSearched: [] } };

function toStoredHit({ entityId, data }: Hit): StoredHit {
  return { entityId, data: toStored(data) };
}

function fromStoredHit({ entityId, data }: StoredHit): Hit {
  return { entityId, data: fromStored(data) };
}

function toStored(entity: VerifiedEntity): StoredEntity {
  const { match, source, details, standingHint: hint } = entity;
  return {
    entity_name: entity.entityName,
    status: entity.status,
    status_detail: entity.statusDetail,
    good_standing: entity.goodStanding,
    standing_hint: hint && { good_standing: hint.goodStanding, because: hint.because },
    standing_basis: entity.standingBasis,
    entity_type: details ? entity.entityType : (entity.entityType ?? undefined),
    jurisdiction: entity.jurisdiction,
    formation_date: details ? entity.formationDate : (entity.formationDate ?? undefined),
    confidence: match.confidence,
    jurisdiction_id: entity.jurisdictionId,
    ...(details && toStoredDetails(details)),
    tier: entity.tier,
    registration: entity.registration,
    identifiers: entity.identifiers,
    match: {
      method: match.method,
      matched_name: match.matchedName,
      ...(match.alias && { alias: match.alias }),
      ...(match.review ? { review: true, alternatives: match.alternatives.map(toStoredAlternative) } : {}),
      ...(match.evidence && { evidence: match.evidence }),
    },
    source: {
      name: source.name,
      url: source.url,
      licence: source.licence,
      retrieved_at: source.retrievedAt.toISOString(),
      coverage: source.coverage,
      sandbox: source.sandbox || undefined,
    },
  };
}

function fromStored(stored: StoredEntity): VerifiedEntity {
  const { match, source, standing_hint: hint } = stored;
  return {
    entityName: stored.entity_name,
    status: stored.status,
    statusDetail: stored.status_detail,
    goodStanding: stored.good_standing,
    standingHint: hint && { goodStanding: hint.good_standing, because: hint.because },
    standingBasis: stored.standing_basis,
    entityType: stored.entity_type ?? null,
    jurisdiction: stored.jurisdiction,
    formationDate: stored.formation_date ?? null,
    jurisdictionId: stored.jurisdiction_id,
    registration: stored.registration,
    identifiers: stored.identifiers ?? [],
    tier: stored.tier,
    details: stored.tier === 'deep' ? fromStoredDetails(stored) : undefined,
    match: {
      method: match.method,
      matchedName: match.matched_name,
      ...(match.alias && { alias: match.alias }),
      confidence: stored.confidence,
      review: match.review ?? false,
      alternatives: (match.alternatives ?? []).map((it) => ({
        entityName: it.entity_name,
        jurisdictionId: it.jurisdiction_id,
        status: it.status,
        confidence: it.confidence,
      })),
      ...(match.evidence && { evidence: match.evidence }),
    },
    source: {
      name: source.name,
      url: source.url,
      licence: source.licence,
      retrievedAt: new Date(source.retrieved_at),
      coverage: source.coverage,
      sandbox: source.sandbox ?? false,
    },
  };
}

function toStoredAlternative({ entityName, jurisdictionId, status, confidence }: Alternative): StoredAlternative {
  return { entity_name: entityName, jurisdiction_id: jurisdictionId, status, confidence };
}

function toStoredDetails(details: RecordDetails): StoredDetails {
  const { registeredAgent: agent, officers, principalAddress, filingHistorySummary: filings } = details;
  return {
    registered_agent: agent && { name: agent.name, address: toStoredAddress(agent.address) },
    officers:
      officers?.map(({ name, title, endDate }) => ({ name, title, ...(endDate ? { end_date: endDate } : {}) })) ?? null,
    principal_address: toStoredAddress(principalAddress),
    filing_history_summary: filings && {
      total_filings: filings.totalFilings,
      last_filing_date: filings.lastFilingDate,
      recent_filings: filings.recentFilings,
    },
  };
}

function fromStoredDetails(stored: StoredDetails): RecordDetails {
  const { registered_agent: agent, officers, principal_address: address, filing_history_summary: filings } = stored;
  return {
    registeredAgent: agent ? { name: agent.name, address: fromStoredAddress(agent.address) } : null,
    officers:
      officers?.map(({ name, title, end_date: endDate }) => ({ name, title, ...(endDate ? { endDate } : {}) })) ?? null,
    principalAddress: fromStoredAddress(address ?? null),
    filingHistorySummary: filings
      ? {
          totalFilings: filings.total_filings,
          lastFilingDate: filings.last_filing_date,
          recentFilings: filings.recent_filings,
        }
      : null,
  };
}

function toStoredAddress(address: Address | null): StoredAddress | null {
  if (!address) return null;
  const { line1, line2, city, region, postalCode, country } = address;
  return { line1, line2, city, region, postal_code: postalCode, country };
}

function fromStoredAddress(address: StoredAddress | null): Address | null {
  if (!address) return null;
  const { line1, line2, city, region, postal_code: postalCode, country } = address;
  return { line1, line2, city, region, postalCode, country };
}
