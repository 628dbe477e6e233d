import { fromUuid } from '../../../core/ids.js';
import { TEST_EVENT_TYPE, type EventType } from '../../../core/webhooks/event.js';
import type { Attempt, ClaimedDelivery, Delivery, DeliveryStatus, DueDelivery } from '../../../core/webhooks/ports.js';

export interface DueRow {
  id: string;
  turn: number;
  destination: string;
  account_id: string;
}

export interface ClaimedRow {
  id: string;
  claim: string;
  account_id: string;
  event_id: string;
  url: string;
  body: string;
  attempt: number;
  turn: number;
  traceparent: string | null;
}

export interface DeliveryRow {
  id: string;
  job_id: string;
  watch_id: string | null;
  batch_id: string | null;
  type: EventType;
  body: string;
  url: string;
  status: DeliveryStatus;
  attempts: (Omit<Attempt, 'at'> & { at: string })[];
  created_at: Date;
  due_at: Date;
}

/** Columns of a `DeliveryRow` and where they are read from; `d` is the delivery. */
export const DELIVERY =
  'd.id, d.job_id, d.watch_id, d.batch_id, e.type, d.url, d.status, d.attempts, d.created_at, d.due_at from deliveries d join events e on e.id = d.event_id';

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

function subjectOf({ type, job_id: jobId, watch_id: watchId, batch_id: batchId }: DeliveryRow): Delivery['subject'] {
  if (type === TEST_EVENT_TYPE) return undefined;
  if (batchId !== null) return fromUuid('bat', batchId);
  return watchId === null ? fromUuid('job', jobId) : fromUuid('wch', watchId);
}

export function toDelivery(row: DeliveryRow): Delivery {
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
