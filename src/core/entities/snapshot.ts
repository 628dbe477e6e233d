import { isDeepStrictEqual } from 'node:util';
import type { Id } from '../ids.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import { coverageOf } from '../registries/jurisdictions.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import { ownMatch, recordFacts, verifiedEntity, type RecordFacts, type VerifiedEntity } from './verified-entity.js';
import type { Entity } from './entity.js';

/** What one retrieval said of an entity, beside what was known before. */
export interface Snapshot {
  id: Id<'snp'>;
  verifiedAt: Date;
  /** `null` for old ones, where it was not recorded. */
  coverage: Coverage | null;
  record: RegisterRecord;
  /** There when the retrieval was deep. */
  details: RecordDetails | undefined;
  /** Of the snapshot before; `undefined` for the first that is kept. */
  recordBefore: RegisterRecord | undefined;
  /**
   * Of the last deep snapshot before: a quick retrieval in between says nothing of these fields.
   */
  detailsBefore: RecordDetails | undefined;
}

/** What differs from the snapshot before. */
export interface Changes {
  fields: (keyof RecordFacts)[];
  before: RecordFacts;
  after: RecordFacts;
}

/** A snapshot as an account may see it. */
export interface SnapshotView {
  id: Id<'snp'>;
  verifiedAt: Date;
  tier: Tier;
  /** `undefined` for the first that is kept. */
  changes: Changes | undefined;
  data: VerifiedEntity;
}

/** The snapshot for an account that paid for `tier` of the entity and found it by `match`. */
export function viewSnapshot(entity: Entity, snapshot: Snapshot, tier: Tier): SnapshotView {
  const { id, verifiedAt, coverage, record, details } = snapshot;
  const shown = tier === 'deep' && details ? 'deep' : 'quick';
  const then: Entity = {
    ...entity,
    record,
    provenance: {
      ...entity.provenance,
      url: record.url ?? entity.provenance.url,
      retrievedAt: verifiedAt,
      coverage: coverageOf(coverage, entity.jurisdiction),
    },
    deep: details && { details, retrievedAt: verifiedAt },
  };
  return {
    id,
    verifiedAt,
    tier: shown,
    changes: changesIn(snapshot, entity.jurisdiction, shown),
    data: verifiedEntity(then, shown, ownMatch(then)),
  };
}

/** Deep fields are compared only where both sides have them. */
function changesIn(
  { record, recordBefore, details, detailsBefore }: Snapshot,
  jurisdiction: string,
  tier: Tier,
): Changes | undefined {
  if (!recordBefore) return undefined;
  const deep = tier === 'deep' && details && detailsBefore;
  const before = recordFacts(recordBefore, jurisdiction, deep ? detailsBefore : undefined);
  const after = recordFacts(record, jurisdiction, deep ? details : undefined);
  const fields = (Object.keys(after) as (keyof RecordFacts)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  return { fields, before, after };
}
