import type { Ledger } from '../billing/ports.js';
import type { Entities } from '../entities/ports.js';
import type { Metrics } from '../metrics/ports.js';
import type { Clock, Transaction, PendingWrite } from '../ports.js';
import { hitsAmong } from '../entities/ranked-entity.js';
import type { Events } from '../webhooks/ports.js';
import type { RegistryAnswer } from './query-registry.js';
import { found } from './found.js';
import type { Failed, Job, JobResult } from './job.js';
import type { Retrieval, Retrievals } from './ports.js';

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
    await this.finish(retrieval, async (jobs) => {
      for (const job of jobs) {
        await this.ledger.refundJob(job.id, 'Refund: the official source gave no answer');
        await this.end(job, failure);
      }
    });
  }

  private async settleFound(
    retrieval: Retrieval,
    { record, details, provenance, match }: Extract<RegistryAnswer, { kind: 'found' }>,
  ): Promise<void> {
    const { jurisdiction, nameKey, tier } = retrieval;
    const entity = await this.entities.upsert({ jurisdiction, record, details, provenance });
    const answeredAt = provenance.retrievedAt;
    await this.finish(retrieval, async (jobs) => {
      const said = { jurisdiction, nameKey, answeredAt, entityId: entity.id, match };
      await this.transaction.commit([
        this.entities.saveAnswer(said),
        ...jobs.flatMap((job) => this.entities.recordAccess(job.accountId, entity.id, { tier, match })),
      ]);
      for (const job of jobs) {
        await this.end(job, found({ entity, match }, job.entityName, tier));
      }
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
    await this.finish(retrieval, async (jobs) => {
      const entityIds = entities.map(({ id }) => id);
      await this.transaction.commit([this.entities.saveRanking({ jurisdiction, nameKey, rankedAt, entityIds })]);
      for (const job of jobs) {
        const near = hitsAmong(job.entityName, jurisdiction, entities, words);
        const hits = { kind: 'hits' as const, jurisdiction, hits: near.map(({ hit }) => hit) };
        const asked = near.flatMap(({ entity, match }) =>
          this.entities.recordAccess(job.accountId, entity.id, { tier: 'quick', match }),
        );
        await this.settle(job, hits, asked);
      }
    });
  }

  private async settleNoMatch(
    retrieval: Retrieval,
    { closest, coverage, retrievedAt: answeredAt }: Extract<RegistryAnswer, { kind: 'no_match' }>,
  ): Promise<void> {
    const { jurisdiction, nameKey } = retrieval;
    await this.finish(retrieval, async (jobs) => {
      const said = { jurisdiction, nameKey, answeredAt, entityId: undefined, closest, coverage };
      await this.transaction.commit([this.entities.saveAnswer(said)]);
      for (const job of jobs) {
        await this.end(job, { kind: 'no_match', jurisdiction, entityName: job.entityName, coverage, closest });
      }
    });
  }

  private async finish(retrieval: Retrieval, settle: (jobs: Job[]) => Promise<void>): Promise<void> {
    await this.transaction.interactive(async () => {
      const jobs = await this.retrievals.finish(retrieval);
      if (jobs) await settle(inAccountOrder(jobs));
    }, retrieval.accountId);
  }

  private async end(job: Job, result: JobResult): Promise<void> {
    const { id: jobId, jurisdiction, entityName, amountCredits: creditsCharged } = job;
    const about = { jobId, jurisdiction, entityName, creditsCharged, completedAt: this.clock.now() };
    const event = this.events.record(
      result.kind === 'failed'
        ? { ...about, event: 'verification.failed', error: result.error, creditsRefunded: true }
        : {
            ...about,
            event: 'verification.completed',
            data: result.kind === 'found' ? result.data : null,
            creditsRefunded: false,
          },
    );
    await this.settle(job, result, [event]);
  }

  private async settle({ id, jurisdiction }: Job, result: JobResult, others: readonly PendingWrite[]): Promise<void> {
    await this.transaction.commit([this.retrievals.settle(id, result), ...others]);
    const outcome = result.kind === 'failed' ? result.failure : result.kind;
    await this.transaction.afterCommit(async () => this.metrics.count('jobs_total', { jurisdiction, outcome }));
  }
}

/** Rows of several accounts are always touched in the same order, so that two settlements cannot wait for each other. */
function inAccountOrder(jobs: Job[]): Job[] {
  return jobs.toSorted((a, b) => a.accountId.localeCompare(b.accountId));
}
