import type { Ledger } from '../billing/ports.js';
import type { Entities } from '../entities/ports.js';
import type { Metrics } from '../metrics/ports.js';
import { WriteConflict, type Clock, type PendingWrite, type Transaction } from '../ports.js';
import { hitsAmong } from '../entities/ranked-entity.js';
import type { Events } from '../webhooks/ports.js';
import type { RegistryAnswer } from './query-registry.js';
import { found } from './found.js';
import type { Failed, Job, JobResult } from './job.js';
import type { Ending, Retrieval, Retrievals } from './ports.js';

/**
 * Ends a retrieval and every job that waited for it, in one transaction: what was found is told, what was not answered is refunded. Whoever
 * lost the claim on the retrieval settles nothing. The entities that a register named are kept before, whatever comes of those who asked.
 */
export class Settlement {
  constructor(
    private readonly retrievals: Retrievals,
    private readonly entities: Entities,
    private readonly ledger: Ledger,
    private readonly events: Events,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  async answered(retrieval: Retrieval, answer: RegistryAnswer): Promise<void> {
    if (answer.kind === 'ranked') await this.settleRanked(retrieval, answer);
    else if (answer.kind === 'found') await this.settleFound(retrieval, answer);
    else await this.settleNoMatch(retrieval, answer);
  }

  async unanswered(retrieval: Retrieval, failure: Failed): Promise<void> {
    await this.finish(retrieval, [], (job) => {
      const end = this.endOf(job, failure);
      const refund = this.ledger.refund(job.id, 'Refund: the official source gave no answer');
      return { ...end, writes: [...end.writes, refund] };
    });
  }

  private async settleFound(
    retrieval: Retrieval,
    { record, details, provenance, match }: Extract<RegistryAnswer, { kind: 'found' }>,
  ): Promise<void> {
    const { jurisdiction, nameKey, tier } = retrieval;
    const entity = await this.entities.upsert({ jurisdiction, record, details, provenance });
    const answeredAt = provenance.retrievedAt;
    const answer = this.entities.saveAnswer({ jurisdiction, nameKey, answeredAt, entityId: entity.id, match });
    await this.finish(retrieval, [answer], (job) => {
      const end = this.endOf(job, found({ entity, match }, job.entityName, tier));
      const access = this.entities.recordAccess(job.accountId, entity.id, { tier, match });
      return { ...end, writes: [...access, ...end.writes] };
    });
  }

  /** Every hit becomes an entity of its own. */
  private async settleRanked(
    retrieval: Retrieval,
    { records, words, rankedAt }: Extract<RegistryAnswer, { kind: 'ranked' }>,
  ): Promise<void> {
    const { jurisdiction, nameKey } = retrieval;
    const entities = await Promise.all(
      records.map(({ record, provenance }) =>
        this.entities.upsert({ jurisdiction, record, details: undefined, provenance }),
      ),
    );
    const entityIds = entities.map(({ id }) => id);
    const ranking = this.entities.saveRanking({ jurisdiction, nameKey, rankedAt, entityIds });
    await this.finish(retrieval, [ranking], (job) => {
      const near = hitsAmong(job.entityName, jurisdiction, entities, words);
      const result: JobResult = { kind: 'hits', jurisdiction, hits: near.map(({ hit }) => hit) };
      const accesses = near.flatMap(({ entity, match }) =>
        this.entities.recordAccess(job.accountId, entity.id, { tier: 'quick', match }),
      );
      return { job, result, writes: [this.retrievals.settle(job.id, result), ...accesses] };
    });
  }

  private async settleNoMatch(
    retrieval: Retrieval,
    { closest, coverage, retrievedAt: answeredAt }: Extract<RegistryAnswer, { kind: 'no_match' }>,
  ): Promise<void> {
    const { jurisdiction, nameKey } = retrieval;
    const answer = this.entities.saveAnswer({
      jurisdiction,
      nameKey,
      answeredAt,
      entityId: undefined,
      closest,
      coverage,
    });
    await this.finish(retrieval, [answer], (job) =>
      this.endOf(job, { kind: 'no_match', jurisdiction, entityName: job.entityName, coverage, closest }),
    );
  }

  /** Writes the end with the jobs as they were claimed. When another job has joined since, decides again with the retrieval locked. */
  private async finish(retrieval: Retrieval, answers: PendingWrite[], endOf: (job: Job) => JobEnd): Promise<void> {
    const plan = (ending: Ending) => {
      const ends = inAccountOrder(ending.jobs).map(endOf);
      return { ends, writes: [ending.write, ...answers, ...ends.flatMap(({ writes }) => writes)] };
    };
    const ending = this.retrievals.end(retrieval);
    if (!ending) return;
    const { ends, writes } = plan(ending);
    try {
      await this.transaction.commit(writes);
      this.count(ends);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      await this.transaction.interactive(async (tx) => {
        const locked = await this.retrievals.lockForEnd(tx, retrieval);
        if (!locked) return;
        const again = plan(locked);
        await tx.write(again.writes);
        tx.afterCommit(() => this.count(again.ends));
      }, retrieval.accountId);
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
    return { job, result, writes: [this.retrievals.settle(jobId, result), event] };
  }

  private count(ends: readonly JobEnd[]): void {
    for (const { job, result } of ends) {
      const outcome = result.kind === 'failed' ? result.failure : result.kind;
      this.metrics.count('jobs_total', { jurisdiction: job.jurisdiction, outcome });
    }
  }
}

/** How one job ends, and what is written of that. */
interface JobEnd {
  job: Job;
  result: JobResult;
  writes: PendingWrite[];
}

/** Rows of several accounts are always touched in the same order, so that two settlements cannot wait for each other. */
function inAccountOrder(jobs: Job[]): Job[] {
  return jobs.toSorted((a, b) => a.accountId.localeCompare(b.accountId));
}
