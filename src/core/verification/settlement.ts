import type { Ledger } from '../billing/ports.js';
import type { Entities } from '../entities/ports.js';
import type { Metrics } from '../metrics/ports.js';
import { WriteConflict, type Clock, type Committed, type Jobs, type PendingWrite, type Transaction } from '../ports.js';
import { hitsAmong } from '../entities/ranked-entity.js';
import type { DueDelivery, Events } from '../webhooks/ports.js';
import type { RegistryAnswer } from './query-registry.js';
import { found } from './found.js';
import type { Failed, Job, JobResult } from './job.js';
import type { Retrievals } from './ports.js';
import type { Ending, RetrievalClaim } from './retrieval-claim.js';

/**
 * Ends a retrieval and every job that waited for it, in one transaction: what was found is told, what was not answered is refunded. A worker
 * that lost its claim settles nothing. The entities that a register named are kept before, whatever comes of the jobs.
 */
export class Settlement {
  constructor(
    private readonly retrievals: Retrievals,
    private readonly entities: Entities,
    private readonly ledger: Ledger,
    private readonly events: Events,
    private readonly transaction: Transaction,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  async answered(claim: RetrievalClaim, answer: RegistryAnswer): Promise<void> {
    if (answer.kind === 'ranked') await this.settleRanked(claim, answer);
    else if (answer.kind === 'found') await this.settleFound(claim, answer);
    else await this.settleNoMatch(claim, answer);
  }

  async unanswered(claim: RetrievalClaim, failure: Failed): Promise<void> {
    await this.finish(claim, [], (job) => {
      const end = this.endOf(job, failure);
      const refund = this.ledger.refund(job.id, 'Refund: the official source gave no answer');
      return { ...end, writes: [...end.writes, refund] };
    });
  }

  private async settleFound(
    claim: RetrievalClaim,
    { record, details, provenance, match }: Extract<RegistryAnswer, { kind: 'found' }>,
  ): Promise<void> {
    const { jurisdiction, nameKey, tier } = claim.retrieval;
    const entity = await this.entities.upsert({ jurisdiction, record, details, provenance });
    const answeredAt = provenance.retrievedAt;
    const answer = this.entities.saveAnswer({ jurisdiction, nameKey, answeredAt, entityId: entity.id, match });
    await this.finish(claim, [answer], (job) => {
      const end = this.endOf(job, found({ entity, match }, job.entityName, tier));
      const access = this.entities.recordAccess(job.accountId, entity.id, { tier, match });
      return { ...end, writes: [...access, ...end.writes] };
    });
  }

  /** Every hit becomes an entity of its own. */
  private async settleRanked(
    claim: RetrievalClaim,
    { records, words, rankedAt }: Extract<RegistryAnswer, { kind: 'ranked' }>,
  ): Promise<void> {
    const { jurisdiction, nameKey } = claim.retrieval;
    const entities = await Promise.all(
      records.map(({ record, provenance }) =>
        this.entities.upsert({ jurisdiction, record, details: undefined, provenance }),
      ),
    );
    const entityIds = entities.map(({ id }) => id);
    const ranking = this.entities.saveRanking({ jurisdiction, nameKey, rankedAt, entityIds });
    await this.finish(claim, [ranking], (job) => {
      const near = hitsAmong(job.entityName, jurisdiction, entities, words);
      const result: JobResult = { kind: 'hits', jurisdiction, hits: near.map(({ hit }) => hit) };
      const accesses = near.flatMap(({ entity, match }) =>
        this.entities.recordAccess(job.accountId, entity.id, { tier: 'quick', match }),
      );
      return { job, result, writes: [this.retrievals.settle(job.id, result), ...accesses] };
    });
  }

  private async settleNoMatch(
    claim: RetrievalClaim,
    { closest, coverage, retrievedAt: answeredAt }: Extract<RegistryAnswer, { kind: 'no_match' }>,
  ): Promise<void> {
    const { jurisdiction, nameKey } = claim.retrieval;
    const answer = this.entities.saveAnswer({
      jurisdiction,
      nameKey,
      answeredAt,
      entityId: undefined,
      closest,
      coverage,
    });
    await this.finish(claim, [answer], (job) =>
      this.endOf(job, { kind: 'no_match', jurisdiction, entityName: job.entityName, coverage, closest }),
    );
  }

  /**
   * Writes the end with the jobs as they were claimed; when another job has joined since, once more with the retrieval locked. Then the deliveries of
   * what happened are queued.
   */
  private async finish(
    claim: RetrievalClaim,
    answers: readonly PendingWrite[],
    endOf: (job: Job) => JobEnd,
  ): Promise<void> {
    const plan = (ending: Ending) => {
      const ends = inAccountOrder(ending.jobs).map(endOf);
      return { ends, writes: [ending.write, ...answers, ...ends.flatMap(({ writes }) => writes)] };
    };
    const asClaimed = plan(claim.end());
    try {
      await this.afterCommit(asClaimed.ends, await this.transaction.commit(asClaimed.writes));
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      const written = await this.transaction.interactive(async (tx) => {
        const locked = await claim.lockForEnd(tx);
        if (!locked) return undefined;
        const { ends, writes } = plan(locked);
        return { ends, committed: await tx.write(writes) };
      }, claim.retrieval.accountId);
      if (written) await this.afterCommit(written.ends, written.committed);
    }
  }

  private endOf(job: Job, result: JobResult): JobEnd {
    const { id: jobId, jurisdiction, entityName, amountCredits: creditsCharged } = job;
    const about = { jobId, jurisdiction, entityName, creditsCharged, completedAt: this.clock.now() };
    const event = this.events.record(
      result.kind === 'failed'
        ? { ...about, event: 'verification.failed', error: result.error, creditsRefunded: true }
        : {
            ...about,
            event: 'verification.completed',
            ...(result.kind === 'found' ? { data: result.data, entityId: result.entityId } : { data: null }),
            creditsRefunded: false,
          },
    );
    return { job, result, event, writes: [this.retrievals.settle(jobId, result), event] };
  }

  private async afterCommit(ends: readonly JobEnd[], committed: Committed): Promise<void> {
    for (const { job, result } of ends) {
      const outcome = result.kind === 'failed' ? result.failure : result.kind;
      this.metrics.count('jobs_total', { jurisdiction: job.jurisdiction, outcome });
    }
    const due = ends.flatMap(({ event }) => (event && committed.resultOf(event)) ?? []);
    await Promise.all(due.map((delivery) => this.jobs.enqueue({ kind: 'delivery', ...delivery })));
  }
}

/** How one job ends, and what is written of that. */
interface JobEnd {
  job: Job;
  result: JobResult;
  /** There when it has one: its delivery is queued after the commit. */
  event?: PendingWrite<DueDelivery>;
  writes: PendingWrite[];
}

/** Rows of several accounts are always touched in the same order, so that two settlements cannot wait for each other. */
function inAccountOrder(jobs: Job[]): Job[] {
  return jobs.toSorted((a, b) => a.accountId.localeCompare(b.accountId));
}
