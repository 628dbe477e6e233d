import type { Attempt, Delivery, StoredEvent } from '../../core/webhooks/ports.js';

export function deliveryAnswer(delivery: Delivery) {
  const { id, jobId, event, url, status, attempts, createdAt, nextAttemptAt } = delivery;
  return {
    delivery_id: id,
    job_id: jobId,
    event,
    url,
    status,
    attempts: attempts.map(attemptAnswer),
    created_at: createdAt.toISOString(),
    ...(nextAttemptAt ? { next_attempt_at: nextAttemptAt.toISOString() } : {}),
  };
}

/** The same with what was sent, and the beginning of what came back. */
export function wholeDeliveryAnswer(delivery: Delivery & { body: string }) {
  return {
    ...deliveryAnswer(delivery),
    request_body: delivery.body,
    attempts: delivery.attempts.map((attempt) => ({
      ...attemptAnswer(attempt),
      ...(attempt.requestHeaders ? { request_headers: attempt.requestHeaders } : {}),
      ...(attempt.responseBody === undefined ? {} : { response_body: attempt.responseBody }),
    })),
  };
}

export function eventAnswer({ id, body, createdAt }: StoredEvent) {
  return { event_id: id, created_at: createdAt.toISOString(), payload: JSON.parse(body) as unknown };
}

function attemptAnswer({ number, at, responseStatus, error, durationMs }: Attempt) {
  return {
    number,
    at: at.toISOString(),
    ...(responseStatus === undefined ? {} : { response_status: responseStatus }),
    ...(error === undefined ? {} : { error }),
    duration_ms: durationMs,
  };
}
