import type { Ledger } from '../billing/ports.js';
import type { Entity } from '../entities/entity.js';
import type { Entities } from '../entities/ports.js';
import type { Metrics } from '../metrics/ports.js';
import type { Clock, Transaction } from '../ports.js';
import { hitsAmong } from '../search/hit.js';
import type { Events } from '../webhooks/ports.js';
import type { RegisterAnswer } from './ask-register.js';
import { found } from './found.js';
import type { Failed, Job, JobResult } from './job.js';
import type { Retrieval, Retrievals } from './ports.js';

/**
 * Ends a retrieval and every job that waited for it, in one transaction: what was found is kept, what was not answered is refunded. Whoever
 * lost the claim on the retrieval settles nothing.
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

  async answered(retrieval: Retrieval, answer: RegisterAnswer): Promise<void> {
    await this.transaction.run(async () => {
      const jobs = await this.retrievals.finish(retrieval);
      if (!jobs) return;
      if (answer.kind === 'ranked') await this.settleRanked(retrieval, answer, jobs);
      else if (answer.kind === 'found') await this.settleFound(retrieval, answer, jobs);
      else await this.settleNoMatch(retrieval, answer, jobs);
    }, retrieval.accountId);
  }

  async unanswered(retrieval: Retrieval, failure: Failed): Promise<void> {
    await this.transaction.run(async () => {
      const jobs = await this.retrievals.finish(retrieval);
      for (const job of inAccountOrder(jobs ?? [])) {
        await this.ledger.refundJob(job.id, 'Refund: the official source gave no answer');
        await this.end(job, failure);
      }
    }, retrieval.accountId);
  }

  private async settleFound(
    { jurisdiction, nameKey, tier }: Retrieval,
    answer: Extract<RegisterAnswer, { kind: 'found' }>,
    jobs: Job[],
  ): Promise<void> {
    const { record, details, provenance, match } = answer;
    const entity = await this.entities.keep({ jurisdiction, record, details, provenance });
    await this.entities.keepAnswer({
      jurisdiction,
      nameKey,
      answeredAt: provenance.retrievedAt,
      entityId: entity.id,
      match,
    });
    for (const job of inAccountOrder(jobs)) {
      await this.entities.noteAsked(job.accountId, entity.id, { tier, match });
      await this.end(job, found({ entity, match }, job.entityName, tier));
    }
  }

  /** Every hit becomes an entity of its own; in the order of their ids, as every settlement keeps them. */
  private async settleRanked(
    { jurisdiction, nameKey }: Retrieval,
    { records, words, rankedAt }: Extract<RegisterAnswer, { kind: 'ranked' }>,
    jobs: Job[],
  ): Promise<void> {
    const entities: Entity[] = [];
    for (const { record, provenance } of records.toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1))) {
      entities.push(await this.entities.keep({ jurisdiction, record, details: undefined, provenance }));
    }
    await this.entities.keepRanking({ jurisdiction, nameKey, rankedAt, entityIds: entities.map(({ id }) => id) });
    for (const job of inAccountOrder(jobs)) {
      const near = hitsAmong(job.entityName, jurisdiction, entities, words);
      for (const { entity, match } of near.toSorted((a, b) => (a.entity.id < b.entity.id ? -1 : 1))) {
        await this.entities.noteAsked(job.accountId, entity.id, { tier: 'quick', match });
      }
      await this.settle(job, { kind: 'hits', jurisdiction, hits: near.map(({ hit }) => hit) });
    }
  }

  private async settleNoMatch(
    { jurisdiction, nameKey }: Retrieval,
    answer: Extract<RegisterAnswer, { kind: 'no_match' }>,
    jobs: Job[],
  ): Promise<void> {
    const { closest, coverage, retrievedAt } = answer;
    await this.entities.keepAnswer({
      jurisdiction,
      nameKey,
      answeredAt: retrievedAt,
      entityId: undefined,
      closest,
      coverage,
    });
    for (const job of inAccountOrder(jobs)) {
      await this.end(job, { kind: 'no_match', jurisdiction, entityName: job.entityName, coverage, closest });
    }
  }

  private async end(job: Job, result: JobResult): Promise<void> {
    await this.settle(job, result);
    const { id: jobId, jurisdiction, entityName, amountCredits: creditsCharged } = job;
    const about = { jobId, jurisdiction, entityName, creditsCharged, completedAt: this.clock.now() };
    await this.events.record(
      result.kind === 'failed'
        ? { ...about, event: 'verification.failed', error: result.error, creditsRefunded: true }
        : {
            ...about,
            event: 'verification.completed',
            data: result.kind === 'found' ? result.data : null,
            creditsRefunded: false,
          },
    );
  }

  private async settle({ id, jurisdiction }: Job, result: JobResult): Promise<void> {
    await this.retrievals.settle(id, result);
    const outcome = result.kind === 'failed' ? result.failure : result.kind;
    await this.transaction.afterCommit(async () => this.metrics.count('jobs_total', { jurisdiction, outcome }));
  }
}

/** Rows of several accounts are always touched in the same order, so that two settlements cannot wait for each other. */
function inAccountOrder(jobs: Job[]): Job[] {
  return jobs.toSorted((a, b) => a.accountId.localeCompare(b.accountId));
}
