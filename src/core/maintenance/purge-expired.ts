import { BATCHES_KEPT_DAYS, FREE_BATCHES_KEPT_DAYS, IDEMPOTENCY_KEPT_HOURS } from '../limits.js';
import { EVENTS_KEPT_MS } from '../webhooks/event.js';
import { RETAINED, type Retained, type Retention } from './retention.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What the operator decides about how long things are kept. */
export interface RetentionPeriods {
  /** Jobs and searches, from when they were asked for. */
  jobsKeptMs: number;
  /** `undefined`: for good. */
  snapshotsKeptMs: number | undefined;
  /** `undefined`: none is kept any more. */
  evidenceKeptMs?: number | undefined;
  /** How long an answer may be given again. */
  answersUsedMs: number;
  rankingsUsedMs: number;
}

/** From when they were made, last used, ended or revoked; `undefined`: for good. */
function keptMs(periods: RetentionPeriods): Record<Retained, number | undefined> {
  const { jobsKeptMs, snapshotsKeptMs, evidenceKeptMs = 0, answersUsedMs, rankingsUsedMs } = periods;
  return {
    // For a day an expired code is reported as expired instead of wrong; then it is deleted with
    // its addresses.
    'one-time codes': DAY_MS,
    'idempotency keys': IDEMPOTENCY_KEPT_HOURS * HOUR_MS,
    'priced reads': DAY_MS,
    // From when they expired.
    'used confirmations': 0,
    // A destination that has been silent for this long will not answer any more; the feed still has
    // the event.
    deliveries: DAY_MS,
    events: EVENTS_KEPT_MS,
    jobs: jobsKeptMs,
    // Those that no job or row has any more: its batch or account is gone.
    retrievals: jobsKeptMs,
    searches: jobsKeptMs,
    snapshots: snapshotsKeptMs,
    evidence: evidenceKeptMs,
    // What no answer has taken up: its worker died, or lost its claim.
    'evidence of nothing': HOUR_MS,
    // Those that no evidence has any more.
    'evidence bodies': 0,
    answers: answersUsedMs + DAY_MS,
    rankings: rankingsUsedMs + DAY_MS,
    accesses: 365 * DAY_MS,
    'accesses of closed accounts': 0,
    'revoked keys': 365 * DAY_MS,
    'unpaid payments': 90 * DAY_MS,
    batches: BATCHES_KEPT_DAYS * DAY_MS,
    // Those that ended without a charge.
    'free batches': FREE_BATCHES_KEPT_DAYS * DAY_MS,
    // Files whose upload was never ended, because a process died over it.
    'unread files': HOUR_MS,
  };
}

/**
 * What has been kept for long enough goes, a batch at a time, so that no table grows with the age
 * of the installation.
 */
export class PurgeExpired {
  private readonly keptMs: Record<Retained, number | undefined>;

  constructor(
    private readonly retention: Retention,
    periods: RetentionPeriods,
  ) {
    this.keptMs = keptMs(periods);
  }

  /** What fails to be purged does not keep the rest from it. */
  async run(stopping: AbortSignal): Promise<void> {
    // Fixed for the whole run: what grows old meanwhile is for the next one.
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
