import { BATCHES_KEPT_DAYS, FREE_BATCHES_KEPT_DAYS, IDEMPOTENCY_KEPT_HOURS } from '../limits.js';
import { ENDED_KEPT_DAYS } from '../watches/watch.js';
import { EVENTS_KEPT_MS } from '../webhooks/event.js';
import { Injectable } from '../injectable.js';
import { RETAINED, type Retained, Retention } from './retention.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export abstract class RetentionPeriods {
  /** For jobs and searches, from their creation. */
  abstract readonly jobsKeptMs: number;
  /** `undefined`: forever. */
  abstract readonly snapshotsKeptMs: number | undefined;
  /** `undefined`: evidence is not kept. */
  abstract readonly evidenceKeptMs?: number | undefined;
  /** For records of answers. */
  abstract readonly recordsKeptMs: number;
  /** Time in which an answer may be reused. */
  abstract readonly answersUsedMs: number;
  abstract readonly rankingsUsedMs: number;
}

/** Counted from creation, last use, end or revocation; `undefined`: forever. */
function keptMs(periods: RetentionPeriods): Record<Retained, number | undefined> {
  const { jobsKeptMs, snapshotsKeptMs, evidenceKeptMs = 0, recordsKeptMs, answersUsedMs, rankingsUsedMs } = periods;
  return {
    // An expired code is reported as expired, not wrong, for a day; then it is deleted with its
    // addresses.
    'one-time codes': DAY_MS,
    'idempotency keys': IDEMPOTENCY_KEPT_HOURS * HOUR_MS,
    'priced reads': DAY_MS,
    // Counted from their expiry.
    'used confirmations': 0,
    // A destination that has not responded for this long will not respond; the feed still has the
    // event.
    deliveries: DAY_MS,
    events: EVENTS_KEPT_MS,
    jobs: jobsKeptMs,
    // Retrievals without a job or row: their batch or account was deleted.
    retrievals: jobsKeptMs,
    searches: jobsKeptMs,
    snapshots: snapshotsKeptMs,
    evidence: evidenceKeptMs,
    records: recordsKeptMs,
    // Evidence no answer refers to: its worker died or lost its claim.
    'evidence of nothing': HOUR_MS,
    // Bodies without evidence.
    'evidence bodies': 0,
    answers: answersUsedMs + DAY_MS,
    rankings: rankingsUsedMs + DAY_MS,
    accesses: 365 * DAY_MS,
    'accesses of closed accounts': 0,
    'revoked keys': 365 * DAY_MS,
    'unpaid payments': 90 * DAY_MS,
    'ended watches': ENDED_KEPT_DAYS * DAY_MS,
    batches: BATCHES_KEPT_DAYS * DAY_MS,
    'free batches': FREE_BATCHES_KEPT_DAYS * DAY_MS,
    // Files of unfinished uploads, left by a dead process.
    'unread files': HOUR_MS,
  };
}

/** Deletes expired data in batches, so that no table grows with the age of the installation. */
@Injectable()
export class PurgeExpired {
  private readonly keptMs: Record<Retained, number | undefined>;

  constructor(
    private readonly retention: Retention,
    periods: RetentionPeriods,
  ) {
    this.keptMs = keptMs(periods);
  }

  /** A failed purge does not prevent the others. */
  async run(stopping: AbortSignal): Promise<void> {
    // Fixed for the whole run; rows that expire meanwhile wait for the next.
    const now = await this.retention.now();
    const failed: { what: Retained; error: unknown }[] = [];
    for (const what of RETAINED) {
      const kept = this.keptMs[what];
      if (kept === undefined) continue;
      await this.purge(what, new Date(now.getTime() - kept), stopping).catch((error: unknown) =>
        failed.push({ what, error }),
      );
    }
    if (failed.length === 0) return;
    const errors = failed.map(({ error }) => error);
    throw new AggregateError(errors, `a purge failed: ${failed.map(({ what }) => what).join(', ')}`, {
      cause: errors[0],
    });
  }

  private async purge(what: Retained, before: Date, stopping: AbortSignal): Promise<void> {
    let last: string | undefined;
    while (!stopping.aborted) {
      const batch = await this.retention.purge(what, before, last);
      if (!batch.more) return;
      last = batch.last;
    }
  }
}
