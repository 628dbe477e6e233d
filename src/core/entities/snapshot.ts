import { isDeepStrictEqual } from 'node:util';
import type { Id } from '../ids.js';
import type { Coverage, Tier } from '../registries/jurisdiction.js';
import { coverageOf } from '../registries/jurisdictions.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import { ownMatch, recordFacts, verifiedEntity, type RecordFacts, type VerifiedEntity } from './verified-entity.js';
import type { Entity } from './entity.js';

/** One retrieval of an entity, beside the state before it. */
export interface Snapshot {
  id: Id<'snp'>;
  verifiedAt: Date;
  /** `null` in old snapshots, which did not record it. */
  coverage: Coverage | null;
  record: RegisterRecord;
  /** Set after a deep retrieval. */
  details: RecordDetails | undefined;
  /** From the previous snapshot; `undefined` for the oldest. */
  recordBefore: RegisterRecord | undefined;
  /** From the previous deep snapshot: a quick retrieval in between says nothing of these fields. */
  detailsBefore: RecordDetails | undefined;
}

export interface Changes {
  fields: (keyof RecordFacts)[];
  before: RecordFacts;
  after: RecordFacts;
}

export interface SnapshotView {
  id: Id<'snp'>;
  verifiedAt: Date;
  tier: Tier;
  /** `undefined` for the oldest snapshot. */
  changes: Changes | undefined;
  data: VerifiedEntity;
}

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

/** Compares deep fields only where both sides have them. */
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
