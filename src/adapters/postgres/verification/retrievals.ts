import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromUuid, newUuid, toUuid, type Id } from '../../../core/ids.js';
import type { GivenEvidence } from '../../../core/matching/evidence/evidence.js';
import type { Tier } from '../../../core/registries/jurisdiction.js';
import { sandboxCodes } from '../../../core/registries/jurisdictions.js';
import type { Registries } from '../../../core/registries/ports.js';
import type { Tracing } from '../../../core/tracing/ports.js';
import type { JobResult } from '../../../core/verification/job.js';
import { Retrievals, type NewJob } from '../../../core/verification/ports.js';
import type {
  DueRetrieval,
  Retrieval,
  RetrievalClaim,
  RetrievalKind,
} from '../../../core/verification/retrieval-claim.js';
import { ReadLoader } from '../client/read-loader.js';
import type { Database } from '../client/database.js';
import { LEASE_SECONDS } from '../client/lease.js';
import type { QueuedWrite, QueuedWriteOf } from '../client/pending-writes.js';
import type { JobColumns } from './jobs.js';
import { PostgresRetrievalClaim } from './retrieval-claim.js';
import { toStoredResult } from '../client/stored-results.js';

/**
 * A retrieval that another transaction holds is retried for a second. After that, the sweep queues
 * it.
 */
const CLAIM_TRIES = 20;
const BUSY_PAUSE_MS = 50;
/** Work that became due more recently is still expected in the queue. */
const DUE_GRACE_SECONDS = 1;
/**
 * Per account and register in one sweep. This is more than their share of a worker, so the worker
 * then knows of the backlog and continues without the sweep.
 */
const DUE_OF_EACH = 32;

interface RetrievalRow {
  id: string;
  kind: RetrievalKind;
  jurisdiction: string;
  entity_name: string;
  name_key: string;
  record_number: string | null;
  sandbox: boolean | null;
  tier: Tier;
  account_id: string;
  traceparent: string | null;
  attempts: number;
  claims: number;
  claim: string;
  claimed_at: string;
  waited_ms: number;
  givenEvidence: GivenEvidence[];
}

/** A row of `claim_due_retrievals`: a claimed retrieval, or one that another transaction holds. */
type ClaimedRow =
  { retrieval: RetrievalRow; waiting: JobColumns[]; busy: null } | { retrieval: null; waiting: null; busy: string };

interface DueRow {
  id: string;
  turn: number;
  account_id: string;
  jurisdiction: string;
}

export class PostgresRetrievals extends Retrievals {
  private readonly claiming: ReadLoader<{ id: string; token: string }, ClaimedRow>;

  constructor(
    private readonly db: Database,
    private readonly attemptLimitMs: number,
    /** Per account. Simultaneous requests may exceed it. */
    private readonly mostUnfinishedJobs: number,
    private readonly tracing: Tracing,
    private readonly registries: Pick<Registries, 'isSandbox'>,
  ) {
    super();
    this.claiming = new ReadLoader((asked) => this.claimTogether(asked));
  }

  join(job: NewJob, key: string, recordNumber?: string): QueuedWriteOf<'jobs.join', DueRetrieval> {
    const { accountId, jurisdiction } = job;
    return {
      kind: 'jobs.join',
      row: {
        ...this.baseOf(job),
        // Ordered by time, so that consecutive inserts change the same index page.
        retrieval_id: newUuid(),
        name_key: key,
        record_number: recordNumber,
        sandbox: this.registries.isSandbox(jurisdiction),
        kind: job.searchId ? 'search' : 'verification',
        forced: job.forced === true,
        most: this.mostUnfinishedJobs,
      },
      result: ({ retrieval_id: id }) => ({ id, claimNumber: 1, accountId, jurisdiction }),
    };
  }

  addAnswered(job: NewJob, result: JobResult): QueuedWrite {
    return { kind: 'jobs.insert', row: { ...this.baseOf(job), result: toStoredResult(result) } };
  }

  async claim(id: string): Promise<RetrievalClaim | undefined> {
    for (let attempt = 1; ; attempt++) {
      const token = randomUUID();
      const claimed = await this.claiming.load({ id, token });
      if (claimed?.retrieval) return this.claimOf(claimed.retrieval, claimed.waiting);
      // Another transaction is adding a job to it or ending it. It will be done soon, but a shared
      // statement must not wait for it.
      if (!claimed?.busy || attempt === CLAIM_TRIES) return undefined;
      await sleep(BUSY_PAUSE_MS);
    }
  }

  settle(jobId: Id<'job'>, result: JobResult, evidenceId?: Id<'evd'>): QueuedWrite {
    const status = result.kind === 'failed' ? 'failed' : 'completed';
    return {
      kind: 'jobs.finish',
      row: { id: toUuid(jobId), status, result: toStoredResult(result), evidence_id: evidenceId && toUuid(evidenceId) },
    };
  }

  async due(limit: number): Promise<DueRetrieval[]> {
    // Skips from account to account and register to register along the index, so that a backlog of
    // millions costs no more than a short one.
    const rows = await this.db.rows<DueRow>(
      `with recursive hop as (
         (select account_id, jurisdiction from retrievals where finished_at is null order by account_id, jurisdiction limit 1)
         union all
         select next.account_id, next.jurisdiction from hop cross join lateral (
           select account_id, jurisdiction from retrievals
            where finished_at is null and (account_id, jurisdiction) > (hop.account_id, hop.jurisdiction)
            order by account_id, jurisdiction limit 1) next
       )
       select due.id, due.turn, hop.account_id, hop.jurisdiction from hop cross join lateral (
          select id, claims + 1 as turn, due_at, row_number() over (order by due_at rows unbounded preceding) as place from retrievals
          where account_id = hop.account_id and jurisdiction = hop.jurisdiction and finished_at is null
            and due_at < now() - make_interval(secs => $1) and (claimed_until is null or claimed_until < now())
            and is_taken_up(retrievals, $3)
          order by due_at limit ${DUE_OF_EACH}
       ) due order by due.place, due.due_at limit $2`,
      [DUE_GRACE_SECONDS, limit, sandboxCodes(this.registries)],
    );
    return rows.map(toDue);
  }

  async dueOf(accountId: Id<'acc'>, limit: number, except: readonly string[]): Promise<DueRetrieval[]> {
    const rows = await this.db.rows<DueRow>(
      `with recursive hop as (
         (select jurisdiction from retrievals where account_id = $1 and finished_at is null order by jurisdiction limit 1)
         union all
         select next.jurisdiction from hop cross join lateral (
           select jurisdiction from retrievals where account_id = $1 and finished_at is null and jurisdiction > hop.jurisdiction
            order by jurisdiction limit 1) next
       )
       select due.id, due.turn, $1::uuid as account_id, hop.jurisdiction from hop cross join lateral (
          select id, claims + 1 as turn, due_at, row_number() over (order by due_at rows unbounded preceding) as place from retrievals
          where account_id = $1 and jurisdiction = hop.jurisdiction and finished_at is null and due_at <= now()
            and (claimed_until is null or claimed_until < now()) and is_taken_up(retrievals, $4)
          order by due_at limit $2
       ) due where hop.jurisdiction <> all ($3::text[]) order by due.place, due.due_at limit $2`,
      [toUuid(accountId), limit, except, sandboxCodes(this.registries)],
    );
    return rows.map(toDue);
  }

  private async claimTogether(
    asked: readonly { id: string; token: string }[],
  ): Promise<ReadonlyMap<number, ClaimedRow>> {
    const ids = asked.map(({ id }) => id);
    const rows = await this.db.rows<ClaimedRow>(
      'select retrieval, waiting, busy from claim_due_retrievals($1, $2, $3, $4)',
      [ids, asked.map(({ token }) => token), LEASE_SECONDS, sandboxCodes(this.registries)],
    );
    const places = new Map(asked.map(({ token }, place) => [token, place]));
    return new Map(
      rows.map((row) => [row.retrieval ? (places.get(row.retrieval.claim) ?? -1) : ids.indexOf(row.busy ?? ''), row]),
    );
  }

  private claimOf(row: RetrievalRow, waiting: readonly JobColumns[]): RetrievalClaim {
    const retrieval: Retrieval = {
      id: row.id,
      kind: row.kind,
      jurisdiction: row.jurisdiction,
      entityName: row.entity_name,
      key: row.name_key,
      recordNumber: row.record_number ?? undefined,
      tier: row.tier,
      givenEvidence: row.givenEvidence,
      accountId: fromUuid('acc', row.account_id),
      attempt: row.attempts,
      claimNumber: row.claims,
      claimedAt: new Date(row.claimed_at),
      waitedMs: row.waited_ms,
      ofOtherRealm: row.sandbox !== null && row.sandbox !== this.registries.isSandbox(row.jurisdiction),
      traceparent: row.traceparent ?? undefined,
    };
    return new PostgresRetrievalClaim(this.db, retrieval, row.claim, waiting, this.attemptLimitMs);
  }

  private baseOf(job: NewJob) {
    return {
      id: toUuid(job.id),
      account_id: toUuid(job.accountId),
      entity_name: job.entityName,
      jurisdiction: job.jurisdiction,
      tier: job.tier,
      evidence: job.evidence,
      amount: job.amountCredits,
      webhook_url: job.webhookUrl ?? null,
      search_id: job.searchId ? toUuid(job.searchId) : null,
      reference: job.reference,
      via: job.via,
      traceparent: this.tracing.traceparent(),
    };
  }
}

function toDue({ id, turn, account_id: accountId, jurisdiction }: DueRow): DueRetrieval {
  return { id, claimNumber: turn, accountId: fromUuid('acc', accountId), jurisdiction };
}
