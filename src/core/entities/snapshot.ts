import { isDeepStrictEqual } from 'node:util';
import type { Id } from '../ids.js';
import type { Match } from '../matching/decide.js';
import { coverageOf, type Coverage, type Tier } from '../registries/jurisdiction.js';
import type { RecordDetails, RegisterRecord } from '../registries/record.js';
import { detailsData, entityData, recordData, type EntityData } from './entity-data.js';
import type { Entity } from './entity.js';

/** What one retrieval said of an entity, beside what was known before. */
export interface Snapshot {
  id: Id<'snp'>;
  verifiedAt: Date;
  /** `null` for old ones, which do not tell. */
  coverage: Coverage | null;
  record: RegisterRecord;
  /** There when the retrieval was deep. */
  details: RecordDetails | undefined;
  /** Of the snapshot before; `undefined` for the first that is kept. */
  recordBefore: RegisterRecord | undefined;
  /** Of the last deep snapshot before: a quick retrieval in between says nothing of these fields. */
  detailsBefore: RecordDetails | undefined;
}

export interface Change {
  /** As the field is called in answers. */
  field: string;
  from: unknown;
  to: unknown;
}

/** A snapshot as an account may see it. */
export interface SnapshotView {
  id: Id<'snp'>;
  verifiedAt: Date;
  tier: Tier;
  changes: Change[];
  data: EntityData;
}

/** The snapshot for somebody who paid for `tier` of the entity and found it by `match`. */
export function viewSnapshot(
  entity: Entity,
  snapshot: Snapshot,
  { tier, match }: { tier: Tier; match: Match },
): SnapshotView {
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
  return { id, verifiedAt, tier: shown, changes: changesIn(snapshot, shown), data: entityData(then, shown, match) };
}

function changesIn({ record, recordBefore, details, detailsBefore }: Snapshot, tier: Tier): Change[] {
  const ofRecord = recordBefore ? differences(recordData(recordBefore), recordData(record)) : [];
  const deep = tier === 'deep' && details && detailsBefore;
  return deep ? [...ofRecord, ...differences(detailsData(detailsBefore), detailsData(details))] : ofRecord;
}

/** Both sides have the same fields. */
function differences(before: EntityData, after: EntityData): Change[] {
  return Object.keys(after)
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }));
}
