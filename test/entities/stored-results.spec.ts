import type { VerifiedEntity } from '../../src/core/entities/verified-entity.js';
import { newId } from '../../src/core/ids.js';
import type { JobResult } from '../../src/core/verification/job.js';
import {
  fromStoredOutcome,
  fromStoredResult,
  toStoredOutcome,
  toStoredResult,
  type StoredResult,
} from '../../src/adapters/postgres/client/stored-results.js';
import { EntityDataShape } from '../../src/modules/entities/entity-data.response.js';
import { aVerifiedEntity } from '../support/verified-entity.js';

const entityId = newId('ent');
const address = { line1: '1 Alder Way', line2: null, city: 'Denver', region: 'CO', postalCode: '80014', country: 'US' };
const { match, source } = aVerifiedEntity();

const ENTITIES: Record<string, VerifiedEntity> = {
  'a quick one': aVerifiedEntity(),
  'one of which little is published': aVerifiedEntity({ entityType: null, formationDate: null, statusDetail: null }),
  'one of the sandbox with a hint': aVerifiedEntity({
    goodStanding: null,
    standingHint: { goodStanding: true, because: 'Its annual report is filed.' },
    standingBasis: 'tax',
    source: { ...source, sandbox: true },
  }),
  'one found by a former name': aVerifiedEntity({
    match: {
      ...match,
      method: 'alias',
      matchedName: 'ASPEN RIDGE LLC',
      alias: { kind: 'former', from: '2001-02-03', until: '2019-06-30' },
    },
  }),
  'one for review': aVerifiedEntity({
    match: {
      ...match,
      confidence: 71,
      review: true,
      alternatives: [{ entityName: 'ASPEN MERIDIAN LLC', jurisdictionId: '7', status: 'dissolved', confidence: 70 }],
      evidence: [{ kind: 'address', agrees: null, detail: 'The register gives no address.' }],
    },
  }),
  'a deep one': aVerifiedEntity({
    tier: 'deep',
    entityType: null,
    details: {
      registeredAgent: { name: 'Juniper Agents LLC', address },
      officers: [
        { name: 'Juniper Holdings LLC', title: 'Manager' },
        { name: 'Alder Holdings LLC', title: null, endDate: '2024-05-06' },
      ],
      principalAddress: address,
      filingHistorySummary: {
        totalFilings: 1,
        lastFilingDate: '2024-05-06',
        recentFilings: [{ date: null, type: 'A' }],
      },
    },
  }),
  'a deep one of which nothing is published': aVerifiedEntity({
    tier: 'deep',
    details: { registeredAgent: null, officers: null, principalAddress: null, filingHistorySummary: null },
  }),
};

/** Round-trips a value as a JSON column does. */
const kept = <T>(value: unknown) => JSON.parse(JSON.stringify(value)) as T;

describe.each(Object.entries(ENTITIES))('the stored answer: %s', (_title, data) => {
  const found: JobResult = { kind: 'found', entityId, data };
  const hits: JobResult = { kind: 'hits', jurisdiction: 'us-co', hits: [{ entityId, data }] };

  it('is read as it was written, in a job, a search and a replayed request', () => {
    for (const result of [found, hits]) {
      expect(fromStoredResult(kept<StoredResult>(toStoredResult(result)))).toEqual(result);
      const outcome = { result, jobId: undefined, creditsCharged: 1 };
      expect(fromStoredOutcome(kept(toStoredOutcome(outcome)))).toEqual(outcome);
    }
    const page = { id: newId('srch'), hits: hits.hits, total: 1 };
    const searched = {
      found: { ...page, coverage: { searched: [], notSearched: [{ jurisdiction: 'us-ct', reason: 'timeout' }] } },
      creditsCharged: 2,
    };
    expect(fromStoredOutcome(kept(toStoredOutcome(searched)))).toEqual(searched);
    // Stored before coverage was.
    const earlier = { found: page, creditsCharged: 2 };
    expect(fromStoredOutcome(kept(toStoredOutcome(earlier)))).toEqual({
      found: { ...page, coverage: { searched: [], notSearched: [] } },
      creditsCharged: 2,
    });
  });

  it('has only fields that the schema of answers describes', () => {
    const stored = kept<{ data: unknown }>(toStoredResult(found)).data;
    expect(EntityDataShape.parse(stored)).toEqual(stored);
  });
});

it('stores the fields where erasure and reviews look for them', () => {
  const data = aVerifiedEntity({ ...ENTITIES['a deep one'], match: ENTITIES['one for review']!.match });
  const parts = {
    line1: '1 Alder Way',
    line2: null,
    city: 'Denver',
    region: 'CO',
    postal_code: '80014',
    country: 'US',
  };
  expect(kept(toStoredResult({ kind: 'found', entityId, data }))).toMatchObject({
    entityId,
    data: {
      jurisdiction: 'us-co',
      jurisdiction_id: '20191234567',
      registered_agent: { name: 'Juniper Agents LLC', address: parts },
      officers: [{ title: 'Manager' }, { end_date: '2024-05-06' }],
      principal_address: parts,
      match: { review: true, alternatives: [{ entity_name: 'ASPEN MERIDIAN LLC', jurisdiction_id: '7' }] },
    },
  });
});

it('reads rows from before registrations, identifiers and evidence were stored', () => {
  const data = aVerifiedEntity({ registration: undefined, identifiers: [] });
  const result: JobResult = { kind: 'found', entityId, data };
  const stored = kept<{ data: object }>(toStoredResult(result));
  expect(stored.data).not.toHaveProperty('identifiers');
  expect(fromStoredResult(stored as StoredResult)).toEqual(result);
});

it('leaves other outcomes unchanged', () => {
  const purchase = { checkoutUrl: 'https://checkout.example.com', sessionId: 's', packageId: 'pro', expiresAt: 'now' };
  expect(fromStoredOutcome(toStoredOutcome(purchase))).toEqual(purchase);
  const failed: JobResult = { kind: 'failed', failure: 'timeout', error: 'DATA_SOURCE_TIMEOUT: silence' };
  expect(fromStoredResult(kept<StoredResult>(toStoredResult(failed)))).toEqual(failed);
});
