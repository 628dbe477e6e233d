import { fromUuid, newId, toUuid, type Id } from '../../../core/ids.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { toJson } from './database.js';
import type { WriteReports, WriteRows } from './pending-writes.js';
import type { Statements } from './statements.js';

/**
 * An event of a watch or batch, which goes to its endpoint, a decision about a record, which goes to
 * that of its job or batch, or a test of an endpoint.
 */
export interface NewEvent {
  id: Id<'evt'>;
  type: string;
  /** Stored, because every attempt must send the same bytes. */
  body: string;
  subject:
    | { watchId: Id<'wch'>; entityId: Id<'ent'> }
    | { accountId: Id<'acc'>; recordId: Id<'rec'>; batchId: Id<'bat'> | undefined }
    | { batchId: Id<'bat'> }
    | { accountId: Id<'acc'>; testedUrl: string };
}

/**
 * Writes events in this order. The transaction must have locked their subjects. Returns the
 * deliveries that can be queued now.
 */
export async function writeEvents(on: Statements, events: readonly NewEvent[]): Promise<DueDelivery[]> {
  if (events.length === 0) return [];
  const rows = events.map(toRow);
  const written = await on.row<{ reports: WriteReports['events.insert'][] }>(
    `select events_insert($1, '{}', '{}') as reports`,
    [toJson(rows.map((row, line) => ({ place: 0, line, ...row })))],
  );
  return (written?.reports ?? []).map(({ delivery_id: id, destination, account_id: accountId }) => {
    return { id: fromUuid('dlv', id), claimNumber: 1, destination, accountId: fromUuid('acc', accountId) };
  });
}

function toRow({ id, type, body, subject }: NewEvent): WriteRows['events.insert'] {
  return { id: toUuid(id), delivery_id: toUuid(newId('dlv')), type, body, ...toSubject(subject) };
}

function toSubject(subject: NewEvent['subject']) {
  if ('watchId' in subject) return { watch_id: toUuid(subject.watchId), entity_id: toUuid(subject.entityId) };
  if ('recordId' in subject) {
    const { accountId, recordId, batchId } = subject;
    return { account: toUuid(accountId), record_id: toUuid(recordId), batch_id: batchId && toUuid(batchId) };
  }
  if ('batchId' in subject) return { batch_id: toUuid(subject.batchId) };
  return { account: toUuid(subject.accountId), tested_url: subject.testedUrl };
}
