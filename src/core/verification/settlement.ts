import { isDeepStrictEqual } from 'node:util';
import { Ledger } from '../billing/ports.js';
import { restingOn, EvidenceKeeper } from '../evidence/evidence-keeper.js';
import type { Id } from '../ids.js';
import type { Entity } from '../entities/entity.js';
import { Entities, type FreshAnswer } from '../entities/ports.js';
import { WriteConflict, Clock, type Committed, type PendingWrite, Transaction } from '../ports.js';
import type { Task } from '../tasks/ports.js';
import { applyEvidence } from '../entities/evidence-answer.js';
import { Registries } from '../registries/ports.js';
import { hitsAmong } from '../entities/ranked-entity.js';
import { type DueDelivery, Events } from '../webhooks/ports.js';
import type { NameAnswer } from './register-answers.js';
import { found } from '../entities/verified-entity.js';
import { noMatch, type Failed, type Job, type JobResult } from './job.js';
import { Retrievals } from './ports.js';
import type { Ending, RetrievalClaim, RetrievalEnd } from './retrieval-claim.js';
import { Injectable } from '../injectable.js';

/**
 * Ends a retrieval and every waiting job in one transaction: records and reports answers, and
 * refunds jobs without one. A worker that lost its claim settles nothing. Entities named by a
 * register are stored first, whatever happens to the jobs. `Settled` has what is left to the
 * caller.
 */
@Injectable()
export class Settlement {
  constructor(
    private readonly retrievals: Retrievals,
    private readonly entities: Entities,
    private readonly evidence: EvidenceKeeper,
    private readonly ledger: Ledger,
    private readonly events: Events,
    private readonly transaction: Transaction,
    private readonly clock: Clock,
    private readonly registries: Registries,
  ) {}

  async answered(claim: RetrievalClaim, answer: NameAnswer): Promise<Settled> {
    const evidenceId = await this.evidence.keep(answer.heard);
    if (answer.kind === 'ranked') return this.settleRanked(claim, answer, evidenceId);
    const { jurisdiction, recordNumber, tier } = claim.retrieval;
    const { kept, rivals, write } = await keepAnswer(this.entities, claim.retrieval, answer, evidenceId);
    return this.finish(claim, { evidenceId }, [write], (job) => {
      const { accountId, entityName } = job;
      const { answer: meant, isUnread } = applyEvidence(
        { ...job, tier },
        kept,
        rivals,
        this.registries.words(jurisdiction),
      );
      // It joined too late for the record that its evidence points to.
      if (isUnread && !hadEvidenceOf(claim, job)) return undefined;
      if (meant.kind === 'no_match') {
        const edition = this.registries.asOf(jurisdiction);
        return this.endOf(job, noMatch({ jurisdiction, entityName, recordNumber }, meant, edition));
      }
      const access = this.entities.recordAccess(accountId, meant.entity.id, tier);
      const end = this.endOf(job, found(meant, entityName, tier));
      return { ...end, writes: [...access, ...end.writes] };
    });
  }

  async unanswered(claim: RetrievalClaim, failure: Failed): Promise<Settled> {
    const endOf = (job: Job) => {
      const end = this.endOf(job, failure);
      const refund = this.ledger.refund(job.id, 'Refund: the official source gave no answer');
      return { ...end, writes: [...end.writes, refund] };
    };
    return this.finish(claim, { failure }, [], endOf);
  }

  /**
   * Stores every hit as an entity. The search covered the name, so it also answers which record the
   * name means.
   */
  private async settleRanked(
    claim: RetrievalClaim,
    ranked: Extract<NameAnswer, { kind: 'ranked' }>,
    evidenceId: Id<'evd'> | undefined,
  ): Promise<Settled> {
    const { records, words, search, coverage, asOf } = ranked;
    const { jurisdiction, key: nameKey } = claim.retrieval;
    const entities = await Promise.all(
      records.map(({ record, provenance, sources }) => {
        const evidence = restingOn(evidenceId, sources);
        return this.entities.upsert({ jurisdiction, record, details: undefined, provenance, evidence });
      }),
    );
    const entityIds = [...new Set(entities.map(({ id }) => id))];
    const ranking = this.entities.saveRanking({ jurisdiction, nameKey, rankedAt: search.searchedAt, entityIds });
    // A number that stands for two of them keeps one name only, so the next search asks again.
    const isKept = entityIds.length === entities.length;
    const writes = isKept ? [ranking, ...this.answerOfSearch(claim, ranked, entities, evidenceId)] : [];
    return this.finish(claim, { evidenceId }, writes, (job) => {
      const hits = hitsAmong(job.entityName, jurisdiction, entities, { own: words, evidence: job.evidence });
      const result: JobResult = { kind: 'hits', jurisdiction, hits: [...hits], scope: { asOf, coverage } };
      const accesses = hits.flatMap(({ entityId }) => this.entities.recordAccess(job.accountId, entityId, 'quick'));
      return { job, result, writes: [this.retrievals.settle(job.id, result), ...accesses] };
    });
  }

  /** An incomplete search writes no answer: an older, complete one may still be certain. */
  private answerOfSearch(
    { retrieval }: RetrievalClaim,
    { decision, coverage, search }: Extract<NameAnswer, { kind: 'ranked' }>,
    entities: readonly Entity[],
    evidenceId: Id<'evd'> | undefined,
  ): PendingWrite[] {
    if (!search.complete) return [];
    const { jurisdiction, key } = retrieval;
    if (decision.kind === 'no_match') {
      const { closest } = decision;
      const absence = { entityId: undefined, closest, coverage, ...(evidenceId && { evidenceId }) };
      return [this.entities.saveAnswer({ jurisdiction, key, search, ...absence })];
    }
    const { record, match } = decision;
    const entityOf = (id: string) => entities.find((ranked) => ranked.record.id === id);
    const entity = entityOf(record.id);
    if (!entity) return [];
    const rivals = match.review ? decision.rivals.flatMap(({ id }) => entityOf(id)?.id ?? []) : [];
    const near = rivals.length > 0 ? { rivals } : {};
    return [this.entities.saveAnswer({ jurisdiction, key, search, entityId: entity.id, match, ...near })];
  }

  /**
   * Writes the end with the jobs as claimed; if another job has joined since, again with the
   * retrieval locked. Jobs without an end go on to another retrieval.
   */
  private async finish(
    claim: RetrievalClaim,
    how: RetrievalEnd,
    answers: readonly PendingWrite[],
    endOf: (job: Job) => JobEnd | undefined,
  ): Promise<Settled> {
    const plan = (ending: Ending) => {
      const unanswered: Job[] = [];
      const ends = inAccountOrder(ending.jobs).flatMap((job) => {
        const end = isAfter(job, claim) && !how.failure ? undefined : endOf(job);
        if (!end) unanswered.push(job);
        return end ?? [];
      });
      const finish = ending.finish(unanswered);
      return { finish, ends, writes: [finish, ...answers, ...ends.flatMap(({ writes }) => writes)] };
    };
    const asClaimed = plan(claim.end(how));
    try {
      return settled(asClaimed, await this.transaction.commit(asClaimed.writes));
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      const written = await this.transaction.interactive(async (tx) => {
        const locked = await claim.lockForEnd(tx, how);
        if (!locked) return undefined;
        const asLocked = plan(locked);
        return { plan: asLocked, committed: await tx.write(asLocked.writes) };
      }, claim.retrieval.accountId);
      return written ? settled(written.plan, written.committed) : NOTHING_SETTLED;
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
}

/**
 * Stores a register's answer about a name: the entity at once, the answer with the returned write,
 * which belongs to the end of the job.
 */
export async function keepAnswer(
  entities: Entities,
  { jurisdiction, key }: { jurisdiction: string; key: string },
  answer: Exclude<NameAnswer, { kind: 'ranked' }>,
  evidenceId: Id<'evd'> | undefined,
): Promise<{ kept: FreshAnswer; rivals: Entity[]; write: PendingWrite }> {
  const { search } = answer;
  if (answer.kind === 'no_match') {
    const { closest, coverage } = answer;
    const absence = { closest, coverage, ...(evidenceId && { evidenceId }) };
    const write = entities.saveAnswer({ jurisdiction, key, search, entityId: undefined, ...absence });
    return { kept: { kind: 'no_match', ...absence, searchedAt: search.searchedAt }, rivals: [], write };
  }
  const { record, details, provenance, match, sources } = answer;
  const evidence = restingOn(evidenceId, sources);
  const [entity, ...rivals] = await Promise.all([
    entities.upsert({ jurisdiction, record, details, provenance, evidence }),
    ...answer.rivals.map(({ sources: theirs, ...rival }) =>
      entities.upsert({ jurisdiction, ...rival, evidence: restingOn(evidenceId, theirs) }),
    ),
  ]);
  const near = rivals.length > 0 ? { rivals: rivals.map(({ id }) => id) } : {};
  const write = entities.saveAnswer({ jurisdiction, key, search, entityId: entity.id, match, ...near });
  const isIncomplete = search.complete ? {} : { isIncomplete: true };
  return { kept: { kind: 'found', entity, match, ...near, ...isIncomplete }, rivals, write };
}

/** The settled jobs; both lists are empty when the claim was lost. */
export interface Settled {
  ends: readonly { job: Job; result: JobResult }[];
  /** To be queued now: deliveries of events, and work that waited for the retrieval. */
  due: readonly Task[];
}

const NOTHING_SETTLED: Settled = { ends: [], due: [] };

function settled(
  { finish, ends }: { finish: PendingWrite<readonly Task[]>; ends: readonly JobEnd[] },
  committed: Committed,
): Settled {
  const deliveries = ends.flatMap(({ event }) => (event && committed.resultOf(event)) ?? []);
  const waited = committed.resultOf(finish) ?? [];
  return { ends, due: [...deliveries.map((delivery) => ({ kind: 'delivery' as const, ...delivery })), ...waited] };
}

interface JobEnd {
  job: Job;
  result: JobResult;
  /** Only for a verification; a job of a search has no event. */
  event?: PendingWrite<DueDelivery>;
  writes: PendingWrite[];
}

/** Returns whether the job needs a reading that began after this one. */
function isAfter({ readAfter }: Job, { retrieval }: RetrievalClaim): boolean {
  return readAfter !== undefined && readAfter > retrieval.claimedAt;
}

/** Returns whether the register was read with the evidence of this job. */
function hadEvidenceOf({ retrieval }: RetrievalClaim, { evidence }: Job): boolean {
  return retrieval.givenEvidence.some((given) => isDeepStrictEqual(given, evidence));
}

/** Locks rows of several accounts in a fixed order, so that two settlements cannot deadlock. */
function inAccountOrder(jobs: Job[]): Job[] {
  return jobs.toSorted((a, b) => a.accountId.localeCompare(b.accountId));
}
