import { fromUuid } from '../../../core/ids.js';
import { TEST_EVENT_TYPE } from '../../../core/webhooks/event.js';
import type { ClaimedDelivery, Delivery, DueDelivery } from '../../../core/webhooks/ports.js';
import type { Columns } from '../schema/columns.js';
import type { DeliveryRow, EventRow } from '../schema/webhook.tables.js';

export interface DueRow extends Pick<DeliveryRow, 'id' | 'destination' | 'account_id'> {
  turn: number;
}

export interface ClaimedRow extends Pick<DeliveryRow, 'id' | 'account_id' | 'event_id' | 'url'> {
  claim: string;
  body: string;
  attempt: number;
  turn: number;
  traceparent: string | null;
}

export type DeliveryColumns = Columns<DeliveryRow, typeof COLUMNS> & Pick<EventRow, 'type'>;

const COLUMNS = 'd.id, d.job_id, d.watch_id, d.batch_id, d.url, d.status, d.attempts, d.created_at, d.due_at';
export const DELIVERY = `${COLUMNS}, e.type from deliveries d join events e on e.id = d.event_id`;

export function toClaimed(row: ClaimedRow | undefined, claim: string): ClaimedDelivery | undefined {
  return (
    row && {
      id: fromUuid('dlv', row.id),
      claim,
      accountId: fromUuid('acc', row.account_id),
      eventId: fromUuid('evt', row.event_id),
      url: row.url,
      body: row.body,
      attempt: row.attempt,
      claimNumber: row.turn,
      traceparent: row.traceparent ?? undefined,
    }
  );
}

export function toDue({ id, turn, destination, account_id: accountId }: DueRow): DueDelivery {
  return { id: fromUuid('dlv', id), claimNumber: turn, destination, accountId: fromUuid('acc', accountId) };
}

function subjectOf(row: DeliveryColumns): Delivery['subject'] {
  if (row.type === TEST_EVENT_TYPE) return undefined;
  if (row.batch_id !== null) return fromUuid('bat', row.batch_id);
  return row.watch_id === null ? fromUuid('job', row.job_id) : fromUuid('wch', row.watch_id);
}

export function toDelivery(row: DeliveryColumns): Delivery {
  return {
    id: fromUuid('dlv', row.id),
    subject: subjectOf(row),
    event: row.type,
    url: row.url,
    status: row.status,
    attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at) })),
    createdAt: row.created_at,
    nextAttemptAt: row.status === 'pending' ? row.due_at : undefined,
  };
}
