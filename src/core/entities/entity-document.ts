import type { Alternative, Match } from '../matching/decide.js';
import type { Address, FilingHistorySummary, Officer, RegisteredAgent, StandingHint } from '../registries/record.js';
import type { VerifiedEntity } from './verified-entity.js';

export type EntityDocument = ReturnType<typeof entityDocument>;
export type AlternativeDocument = ReturnType<typeof alternativeDocument>;

/**
 * Returns an entity in the field names of the public API, used for responses, webhooks and stored
 * results. Erasure looks for personal data under these names.
 *
 * Written out property by property, since it runs for every answer. The JSON omits undefined
 * fields.
 */
export function entityDocument(entity: VerifiedEntity) {
  const { details, match, source, entityType, formationDate, standingHint } = entity;
  return {
    entity_name: entity.entityName,
    status: entity.status,
    status_detail: entity.statusDetail,
    good_standing: entity.goodStanding,
    standing_hint: standingHint && hintDocument(standingHint),
    standing_basis: entity.standingBasis,
    entity_type: details ? entityType : (entityType ?? undefined),
    jurisdiction: entity.jurisdiction,
    formation_date: details ? formationDate : (formationDate ?? undefined),
    confidence: match.confidence,
    jurisdiction_id: entity.jurisdictionId,
    registered_agent: details && agentDocument(details.registeredAgent),
    officers: details && officersDocument(details.officers),
    principal_address: details && addressDocument(details.principalAddress),
    filing_history_summary: details && filingsDocument(details.filingHistorySummary),
    tier: entity.tier,
    registration: entity.registration,
    seat: entity.seat,
    identifiers: entity.identifiers.length > 0 ? entity.identifiers : undefined,
    match: matchDocument(match),
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

function matchDocument({ method, matchedName, alias, review, alternatives, evidence }: Match) {
  return {
    method,
    matched_name: matchedName,
    alias,
    evidence,
    review: review || undefined,
    alternatives: review ? alternatives.map(alternativeDocument) : undefined,
  };
}

export function alternativeDocument({ entityName, jurisdictionId, status, confidence }: Alternative) {
  return { entity_name: entityName, jurisdiction_id: jurisdictionId, status, confidence };
}

export function hintDocument({ goodStanding, because }: StandingHint) {
  return { good_standing: goodStanding, because };
}

export function agentDocument(agent: RegisteredAgent | null) {
  return agent && { name: agent.name, address: addressDocument(agent.address) };
}

export function officersDocument(officers: Officer[] | null) {
  return officers && officers.map(({ name, title, endDate }) => ({ name, title, end_date: endDate || undefined }));
}

export function addressDocument(address: Address | null) {
  if (!address) return null;
  const { line1, line2, city, region, postalCode, country } = address;
  return { line1, line2, city, region, postal_code: postalCode, country };
}

export function filingsDocument(filings: FilingHistorySummary | null) {
  return (
    filings && {
      total_filings: filings.totalFilings,
      last_filing_date: filings.lastFilingDate,
      recent_filings: filings.recentFilings,
    }
  );
}
