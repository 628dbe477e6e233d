import { fromUuid, newId, toUuid, type Id } from '../../../core/ids.js';
import type { DueDelivery } from '../../../core/webhooks/ports.js';
import { toJson } from './database.js';
import type { WriteReports, WriteRows } from './pending-writes.js';
import type { Statements } from './statements.js';

/**
 * An event to be written: of a job, a watch or a batch, whose endpoint is theirs, or a test of an
 * endpoint.
 */
export interface NewEvent {
  id: Id<'evt'>;
  type: string;
  /** Written once and stored, because every attempt carries the same bytes. */
  body: string;
  subject:
    | { jobId: Id<'job'> }
    | { watchId: Id<'wch'>; entityId: Id<'ent'> }
    | { batchId: Id<'bat'> }
    | { accountId: Id<'acc'>; testedUrl: string };
}

type EventRow = WriteRows['events.insert'];

export function eventRow({ id, type, body, subject }: NewEvent): EventRow {
  return { id: toUuid(id), delivery_id: toUuid(newId('dlv')), type, body, ...toSubject(subject) };
}

export function dueDelivery({ delivery_id: id }: EventRow, report: WriteReports['events.insert']): DueDelivery {
  const { destination, account_id } = report;
  return { id: fromUuid('dlv', id), claimNumber: 1, destination, accountId: fromUuid('acc', account_id) };
}

/**
 * Writes events in this order, where a transaction has locked what they are about. Returns the
 * deliveries that can be queued now.
 */
export async function writeEvents(on: Statements, events: readonly NewEvent[]): Promise<DueDelivery[]> {
  if (events.length === 0) return [];
  const rows = events.map(eventRow);
  const written = await on.row<{ reports: (WriteReports['events.insert'] & { line: number })[] }>(
    `select events_insert($1, '{}', '{}') as reports`,
    [toJson(rows.map((row, line) => ({ place: 0, line, ...row })))],
  );
  return (written?.reports ?? []).flatMap((report) => {
    const row = rows[report.line];
    return row ? [dueDelivery(row, report)] : [];
  });
}

function toSubject(subject: NewEvent['subject']) {
  if ('jobId' in subject) return { job_id: toUuid(subject.jobId) };
  if ('watchId' in subject) return { watch_id: toUuid(subject.watchId), entity_id: toUuid(subject.entityId) };
  if ('batchId' in subject) return { batch_id: toUuid(subject.batchId) };
  return { account: toUuid(subject.accountId), tested_url: subject.testedUrl };
}
