import {
  entityDocument,
  type AlternativeDocument,
  type EntityDocument,
} from '../../../core/entities/entity-document.js';
import type { Hit } from '../../../core/entities/ranked-entity.js';
import type { VerifiedEntity, Found } from '../../../core/entities/verified-entity.js';
import type { Alternative } from '../../../core/matching/decide.js';
import type { Address, RecordDetails } from '../../../core/registries/record.js';
import type { SearchPage } from '../../../core/search/search.js';
import type { SearchOutcome } from '../../../core/search/search-entities.js';
import type { Hits, JobResult } from '../../../core/verification/job.js';
import type { Verification } from '../../../core/verification/verify-business.js';

// Results as stored in rows: `data` is an EntityDocument, in which triggers look for personal data.
// Rows of earlier versions have the same form but may lack newer fields.

type StoredFound = Omit<Found, 'data'> & { data: EntityDocument };
type StoredHit = Omit<Hit, 'data'> & { data: EntityDocument };
export type StoredHits = Omit<Hits, 'hits'> & { hits: StoredHit[] };
export type StoredResult = Exclude<JobResult, Found | Hits> | StoredFound | StoredHits;

export function toStoredResult(result: JobResult): StoredResult {
  if (result.kind === 'found') return { ...result, data: entityDocument(result.data) };
  return result.kind === 'hits' ? toStoredHits(result) : result;
}

export function fromStoredResult(result: StoredResult): JobResult {
  if (result.kind === 'found') return { ...result, data: fromStored(result.data) };
  return result.kind === 'hits' ? fromStoredHits(result) : result;
}

export const toStoredHits = (share: Hits): StoredHits => ({ ...share, hits: share.hits.map(toStoredHit) });

export const fromStoredHits = (share: StoredHits): Hits => ({ ...share, hits: share.hits.map(fromStoredHit) });

/** The outcome of an idempotent request. Only verifications and searches contain records. */
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

/** For searches stored before their coverage was. */
const WITHOUT_COVERAGE: Pick<SearchPage, 'coverage'> = { coverage: { searched: [], notSearched: [] } };

function toStoredHit({ entityId, data }: Hit): StoredHit {
  return { entityId, data: entityDocument(data) };
}

function fromStoredHit({ entityId, data }: StoredHit): Hit {
  return { entityId, data: fromStored(data) };
}

function fromStored(stored: EntityDocument): VerifiedEntity {
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
    seat: stored.seat,
    identifiers: stored.identifiers ?? [],
    tier: stored.tier,
    details: stored.tier === 'deep' ? fromStoredDetails(stored) : undefined,
    match: {
      method: match.method,
      matchedName: match.matched_name,
      ...(match.alias && { alias: match.alias }),
      confidence: stored.confidence,
      review: match.review ?? false,
      alternatives: (match.alternatives ?? []).map(fromStoredAlternative),
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

export function fromStoredAlternative(stored: AlternativeDocument): Alternative {
  const { entity_name: entityName, jurisdiction_id: jurisdictionId, status, confidence } = stored;
  return { entityName, jurisdictionId, status, confidence };
}

function fromStoredDetails(stored: EntityDocument): RecordDetails {
  const { registered_agent: agent, officers, principal_address: address, filing_history_summary: filings } = stored;
  return {
    registeredAgent: agent ? { name: agent.name, address: fromStoredAddress(agent.address) } : null,
    officers:
      officers?.map(({ name, title, end_date: endDate }) => ({ name, title, ...(endDate ? { endDate } : {}) })) ?? null,
    principalAddress: fromStoredAddress(address),
    filingHistorySummary: filings
      ? {
          totalFilings: filings.total_filings,
          lastFilingDate: filings.last_filing_date,
          recentFilings: filings.recent_filings,
        }
      : null,
  };
}

function fromStoredAddress(address: EntityDocument['principal_address']): Address | null {
  if (!address) return null;
  const { line1, line2, city, region, postal_code: postalCode, country } = address;
  return { line1, line2, city, region, postalCode, country };
}
