import { fromUuid } from '../../../core/ids.js';
import type { RecordDecision } from '../../../core/verification/decision.js';
import type { DecidedWith, RecordMeant } from '../../../core/verification/match-review.js';

/** The newest decision about a record. All null while there is none. */
export interface MeantColumns {
  meant_id: string | null;
  meant_entity: string | null;
  meant_note: string | null;
  meant_by: string | null;
  meant_key: string | null;
  meant_grant: string | null;
  meant_with: string | null;
  meant_at: Date | null;
}

/** `m` is always the alias of `newestDecision`. */
export const MEANT = `m.jurisdiction_id as meant_id, m.entity_id as meant_entity, m.note as meant_note, m.decided_by as meant_by, m.decided_at as meant_at,
  m.key_id as meant_key, m.grant_id as meant_grant, m.decided_with as meant_with`;

/** The newest decision about the record with this id. */
export function newestDecision(record: string, more = ''): string {
  return `lateral (select * from record_decisions d where d.record_id = ${record} ${more} order by d.number desc limit 1)`;
}

/** All of them as a JSON array, the oldest first; null while there is none. */
export function decisionsOf(record: string): string {
  return `(select json_agg(d order by d.number) from record_decisions d where d.record_id = ${record})`;
}

export interface DecisionColumns {
  number: number;
  jurisdiction_id: string | null;
  entity_id: string | null;
  note: string | null;
  decided_by: string | null;
  key_id: string | null;
  grant_id: string | null;
  decided_with: string | null;
  /** Text where it was read as JSON. */
  decided_at: Date | string;
}

export function toDecision(row: DecisionColumns): RecordDecision {
  return {
    number: row.number,
    recordNumber: row.jurisdiction_id,
    entityId: row.entity_id === null ? undefined : fromUuid('ent', row.entity_id),
    note: row.note ?? undefined,
    decidedBy: row.decided_by ?? undefined,
    decidedWith: toDecidedWith(row),
    recordedAt: new Date(row.decided_at),
  };
}

export function toDecisions(rows: readonly DecisionColumns[] | null): RecordDecision[] {
  return (rows ?? []).map(toDecision);
}

export function toMeant(row: MeantColumns): RecordMeant | undefined {
  if (row.meant_at === null) return undefined;
  return toDecision({
    number: 1,
    jurisdiction_id: row.meant_id,
    entity_id: row.meant_entity,
    note: row.meant_note,
    decided_by: row.meant_by,
    key_id: row.meant_key,
    grant_id: row.meant_grant,
    decided_with: row.meant_with,
    decided_at: row.meant_at,
  });
}

function toDecidedWith({
  key_id: key,
  grant_id: grantId,
  decided_with: name,
}: Pick<DecisionColumns, 'key_id' | 'grant_id' | 'decided_with'>): DecidedWith | undefined {
  if (key !== null) return { keyId: fromUuid('key', key), name: name ?? 'a key' };
  return grantId === null ? undefined : { grantId, name: name ?? 'an application' };
}
