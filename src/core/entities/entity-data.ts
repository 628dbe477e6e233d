import type { Match } from '../matching/decide.js';
import { jurisdictionNamed, type Tier } from '../registries/jurisdiction.js';
import type { Address, RecordDetails, RegisterRecord, StandingHint } from '../registries/record.js';
import type { Entity } from './entity.js';

/** The `data` object of the contract (section 2.1), as it travels in answers, job states and webhooks alike. */
export type EntityData = Record<string, unknown>;

/** What `tier` may see of an entity. The fields of the deep tier are never in a quick answer, even where we hold them. */
export function entityData(entity: Entity, tier: Tier, match: Match): EntityData {
  const { record, provenance } = entity;
  const deep = tier === 'deep' ? entity.deep : undefined;
  const { name, licence } = jurisdictionNamed(entity.jurisdiction).source;
  // Property by property: as spreads this takes several times as long, and every known answer is made here.
  const data: EntityData = {
    entity_name: record.name,
    status: record.status,
    status_detail: record.statusDetail,
    good_standing: record.goodStanding,
  };
  if (record.standingHint) data['standing_hint'] = hintData(record.standingHint);
  if (record.standingBasis) data['standing_basis'] = record.standingBasis;
  if (deep || record.entityType !== null) data['entity_type'] = record.entityType;
  data['jurisdiction'] = entity.jurisdiction;
  if (deep || record.formationDate !== null) data['formation_date'] = record.formationDate;
  data['confidence'] = match.confidence;
  data['jurisdiction_id'] = record.id;
  if (deep) Object.assign(data, detailsData(deep.details));
  data['tier'] = deep ? 'deep' : 'quick';
  data['match'] = matchData(match);
  data['source'] = {
    name,
    url: provenance.url,
    licence,
    retrieved_at: (deep?.retrievedAt ?? provenance.retrievedAt).toISOString(),
    coverage: provenance.coverage,
    ...(provenance.sandbox ? { sandbox: true } : {}),
  };
  return data;
}

/** What the register's first answer says of a record. */
export function recordData(record: RegisterRecord) {
  return {
    entity_name: record.name,
    entity_type: record.entityType,
    status: record.status,
    status_detail: record.statusDetail,
    good_standing: record.goodStanding,
    standing_hint: record.standingHint ? hintData(record.standingHint) : null,
    standing_basis: record.standingBasis ?? null,
    formation_date: record.formationDate,
  };
}

function hintData({ goodStanding, because }: StandingHint) {
  return { good_standing: goodStanding, because };
}

function matchData(match: Match): Record<string, unknown> {
  return {
    method: match.method,
    matched_name: match.matchedName,
    ...(match.review
      ? {
          review: true,
          alternatives: match.alternatives.map((alternative) => ({
            entity_name: alternative.entityName,
            jurisdiction_id: alternative.jurisdictionId,
            status: alternative.status,
            confidence: alternative.confidence,
          })),
        }
      : {}),
  };
}

/** What only the deep tier shows. */
export function detailsData(details: RecordDetails): Record<string, unknown> {
  const { registeredAgent: agent, officers, principalAddress, filingHistorySummary: filings } = details;
  return {
    registered_agent: agent && { name: agent.name, address: addressData(agent.address) },
    officers:
      officers?.map((officer) => ({
        name: officer.name,
        title: officer.title,
        ...(officer.endDate ? { end_date: officer.endDate } : {}),
      })) ?? null,
    principal_address: addressData(principalAddress),
    filing_history_summary: filings && {
      total_filings: filings.totalFilings,
      last_filing_date: filings.lastFilingDate,
      recent_filings: filings.recentFilings,
    },
  };
}

function addressData(address: Address | null): Record<string, string | null> | null {
  if (!address) return null;
  const { line1, line2, city, region, postalCode, country } = address;
  return { line1, line2, city, region, postal_code: postalCode, country };
}
