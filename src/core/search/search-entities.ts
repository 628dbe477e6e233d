import type { Caller } from '../accounts/account.js';
import { requireAllowed, requireConfirmed } from '../accounts/caller-limits.js';
import { PRICES, requireWithin, SEARCH_PURCHASE, verificationCharge } from '../billing/pricing.js';
import { Entities } from '../entities/ports.js';
import { MAX_HITS } from '../entities/ranked-entity.js';
import { AppError } from '../errors.js';
import {
  RunIdempotently,
  type Idempotency,
  type OutcomeRecorder,
  type Replayable,
} from '../idempotency/run-idempotently.js';
import { recordOfJob, newId, type Id } from '../ids.js';
import { Injectable } from '../injectable.js';
import type { GivenEvidence } from '../matching/evidence/evidence.js';
import { questionKey } from '../matching/parsing/name-key.js';
import type { Page } from '../page.js';
import { Jurisdictions } from '../registries/jurisdictions.js';
import { AccountLimiter } from '../concurrency/account-limiter.js';
import { Retrievals, type NewJob } from '../verification/ports.js';
import type { CreditsLeft } from '../billing/charge.js';
import { Ledger } from '../billing/ports.js';
import { Transaction, type PendingWrite } from '../ports.js';
import { Tasks } from '../tasks/ports.js';
import type { Hits } from '../verification/job.js';
import type { DueRetrieval } from '../verification/retrieval-claim.js';
import { KnownHits } from './known-hits.js';
import { Searches } from './ports.js';
import { givenBack, pageBeyond, pageOf, type Search, type SearchPage, type SearchShare } from './search.js';
import { searchScope, type SearchScope, type Where } from './scope.js';

export interface SearchRequest {
  entityName: string;
  where: Where;
  evidence: GivenEvidence | undefined;
  /** The caller's own. */
  reference?: string | undefined;
  page: Page;
  maxCredits: number | undefined;
  /** Milliseconds to wait for registers; `undefined` when not specified. */
  waitMs: number | undefined;
}

interface SearchPart {
  jurisdiction: string;
  nameKey: string;
  /** Recent hits; `undefined` when the register has to be asked. */
  known: Hits | undefined;
}

interface BegunSearch
  extends Pick<SearchScope, 'notAsked'>, Pick<SearchRequest, 'entityName' | 'evidence' | 'reference'> {
  parts: readonly SearchPart[];
}

interface PartWithJob extends SearchPart {
  jobId: Id<'job'>;
}

export interface SearchOutcome {
  found: SearchPage;
  /** The cost of the request, as known when it is answered. */
  creditsCharged: number;
  /** After its charges; `undefined` once something else may have changed it. */
  left?: CreditsLeft | undefined;
}

/** The time that a search waits for registers when the caller does not say. */
export abstract class SearchWait {
  abstract readonly ms: number;
}

/**
 * Searches for businesses with a similar name in the given jurisdictions, in some countries, or
 * everywhere. Recent hits are returned at once; every other register gets a job, and the caller may
 * wait for them. Each jurisdiction is charged first; its job refunds it if the register does not
 * answer.
 */
@Injectable()
export class SearchEntities {
  private readonly knownHits = new KnownHits();

  constructor(
    private readonly jurisdictions: Jurisdictions,
    private readonly entities: Entities,
    private readonly ledger: Ledger,
    private readonly retrievals: Retrievals,
    private readonly searches: Searches,
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
    private readonly accountLimiter: AccountLimiter,
    private readonly runIdempotently: RunIdempotently,
    private readonly defaultWait: SearchWait,
  ) {}

  async run(caller: Caller, request: SearchRequest, idempotency: Idempotency): Promise<Replayable<SearchOutcome>> {
    const { accountId } = caller;
    const ran = await this.runIdempotently.run<SearchOutcome>(
      { accountId, ...idempotency },
      (recorder) => this.search(caller, request, recorder),
      () => requireAllowed(caller.limits, request.where.jurisdictions ?? [], 'quick'),
    );
    // The jurisdictions of a search everywhere are only known from its outcome.
    if (ran.replayed) requireAllowed(caller.limits, lookedIn(ran.outcome), 'quick');
    return ran;
  }

  private async search(
    caller: Caller,
    request: SearchRequest,
    recorder: OutcomeRecorder<SearchOutcome>,
  ): Promise<SearchOutcome> {
    const { entityName, evidence, reference, page, waitMs = this.defaultWait.ms } = request;
    const { codes, notAsked } = searchScope(request.where, this.jurisdictions, caller.limits);
    const priceCredits = codes.length * PRICES.searchPerJurisdiction;
    requireWithin(request.maxCredits, priceCredits);
    if (!caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    requireAllowed(caller.limits, codes, 'quick');
    requireConfirmed(caller.limits, priceCredits, request.maxCredits);
    const parts = await Promise.all(codes.map((code) => this.partOf(entityName, code, evidence)));
    if (page.offset > 0 && page.offset >= mostHits(parts)) return this.beyond(caller, { request, parts }, recorder);
    const record = (search: Search) => recorder.record(outcomeOf(search, page));
    const { begun, left } = await this.begin(caller, { entityName, evidence, reference, parts, notAsked }, record);
    const found = await this.waitFor(caller, begun, waitMs);
    return { ...outcomeOf(found ?? begun, page), left: found ? undefined : left };
  }

  private async beyond(
    { accountId }: Caller,
    { request: { entityName, reference, page }, parts }: { request: SearchRequest; parts: readonly SearchPart[] },
    recorder: OutcomeRecorder<SearchOutcome>,
  ): Promise<SearchOutcome> {
    const total = parts.reduce((sum, { known }) => sum + (known?.hits.length ?? 0), 0);
    const outcome: SearchOutcome = { found: pageBeyond(page, total, reference), creditsCharged: 0 };
    const { id } = outcome.found;
    const nothing = { jurisdictions: [], notAsked: [], known: [] };
    await this.transaction.commit([
      this.searches.add({ id, accountId, entityName, reference, ...nothing }),
      ...recorder.record(outcome),
    ]);
    return outcome;
  }

  private async partOf(
    entityName: string,
    jurisdiction: string,
    evidence: GivenEvidence | undefined,
  ): Promise<SearchPart> {
    const key = questionKey(entityName, jurisdiction);
    const ranking = await this.entities.freshRanking(jurisdiction, key);
    if (!ranking) return { jurisdiction, nameKey: key, known: undefined };
    const comparison = { ...this.jurisdictions.comparison(jurisdiction), evidence };
    const hits = this.knownHits.among(entityName, ranking.entities, comparison);
    const { asOf = ranking.rankedAt.toISOString().slice(0, 10) } = ranking;
    const scope = { asOf, coverage: this.jurisdictions.state(jurisdiction).jurisdiction.coverage };
    return { jurisdiction, nameKey: key, known: { kind: 'hits', jurisdiction, hits: [...hits], scope } };
  }

  /**
   * Writes the search, its jobs and a charge for each jurisdiction in one commit, then queues the
   * retrievals. If everything is known, there are no jobs; otherwise every jurisdiction has one,
   * and those of known ones are already completed.
   */
  private async begin(
    caller: Caller,
    { entityName, evidence, reference, parts, notAsked }: BegunSearch,
    record: (search: Search) => PendingWrite[],
  ): Promise<{ begun: Search; left: CreditsLeft | undefined }> {
    const { accountId } = caller;
    const allKnown = parts.every(({ known }) => known);
    if (!allKnown) this.accountLimiter.backOff(accountId);
    const withJobs = allKnown ? [] : parts.map((part): PartWithJob => ({ ...part, jobId: newId('job') }));
    const shares = allKnown
      ? parts.map((part) => shareOf(part, undefined))
      : withJobs.map((part) => shareOf(part, part.jobId));
    const search: Search = { id: newId('srch'), reference, shares, notAsked };
    const about = { id: search.id, accountId, entityName };
    const jurisdictions = parts.map(({ jurisdiction }) => jurisdiction);
    const { answered, joined } = this.jobsOf({ ...about, evidence, reference }, withJobs);
    const charges = this.charges(caller, { entityName, evidence, reference }, search);
    const committed = await this.transaction.commit([
      this.searches.add({
        ...about,
        reference,
        jurisdictions,
        notAsked,
        known: allKnown
          ? parts.flatMap(({ known }, at) => (known ? [{ ...known, recordId: shares[at]?.recordId }] : []))
          : undefined,
      }),
      ...answered,
      ...joined,
      ...charges,
      ...this.accesses(accountId, parts),
      ...record(search),
    ]);
    const due = joined.flatMap((write) => committed.resultOf(write) ?? []);
    await Promise.all(due.map((retrieval) => this.tasks.enqueue({ kind: 'retrieval', ...retrieval })));
    const [charge] = charges;
    return { begun: search, left: charge && committed.resultOf(charge) };
  }

  /** Ordered by code in every search, so that two searches cannot deadlock. */
  private jobsOf(
    {
      id: searchId,
      accountId,
      entityName,
      evidence,
      reference,
    }: Pick<NewJob, 'accountId' | 'entityName' | 'evidence' | 'reference'> & {
      id: Id<'srch'>;
    },
    parts: readonly PartWithJob[],
  ): { answered: PendingWrite[]; joined: PendingWrite<DueRetrieval>[] } {
    const answered: PendingWrite[] = [];
    const joined: PendingWrite<DueRetrieval>[] = [];
    for (const part of parts.toSorted((a, b) => (a.jurisdiction < b.jurisdiction ? -1 : 1))) {
      const job: NewJob = {
        id: part.jobId,
        accountId,
        entityName,
        jurisdiction: part.jurisdiction,
        tier: 'quick',
        evidence,
        reference,
        amountCredits: PRICES.searchPerJurisdiction,
        searchId,
        webhookUrl: undefined,
      };
      if (part.known) answered.push(this.retrievals.addAnswered(job, part.known));
      else joined.push(this.retrievals.join(job, part.nameKey));
    }
    return { answered, joined };
  }

  private charges(
    caller: Caller,
    { entityName, evidence, reference }: Pick<SearchRequest, 'entityName' | 'evidence' | 'reference'>,
    { id: searchId, shares }: Search,
  ): PendingWrite<CreditsLeft>[] {
    const paid = { entityName, reference, searchId, tier: 'quick', purchase: SEARCH_PURCHASE } as const;
    return shares.map(({ jurisdiction, recordId: id, job }) => {
      const record = id && !job ? { id, evidence } : undefined;
      return this.ledger.charge(verificationCharge(caller, { ...paid, jurisdiction, jobId: job?.id, record }));
    });
  }

  private accesses(accountId: Id<'acc'>, parts: readonly SearchPart[]): PendingWrite[] {
    const hits = parts.flatMap(({ known }) => known?.hits ?? []);
    const inOrder = hits.toSorted((a, b) => (a.entityId < b.entityId ? -1 : 1));
    return inOrder.flatMap(({ entityId }) => this.entities.recordAccess(accountId, entityId, 'quick'));
  }

  /** Returns `undefined` when there is nothing to wait for. */
  private async waitFor({ accountId }: Caller, begun: Search, waitMs: number): Promise<Search | undefined> {
    const running = begun.shares.some(({ job }) => job && job.status !== 'completed');
    if (!running || waitMs <= 0) return undefined;
    return this.accountLimiter.releaseWhile(accountId, () => this.searches.waitForEnd(accountId, begun, waitMs));
  }
}

/** Counts the maximum shown per register for those still to be asked. */
function mostHits(parts: readonly SearchPart[]): number {
  return parts.reduce((sum, { known }) => sum + (known ? known.hits.length : MAX_HITS), 0);
}

function shareOf({ jurisdiction, known }: SearchPart, jobId: Id<'job'> | undefined): SearchShare {
  return {
    jurisdiction,
    recordId: jobId ? recordOfJob(jobId) : newId('rec'),
    job: jobId && { id: jobId, status: known ? 'completed' : 'pending' },
    hits: known?.hits ?? [],
    scope: known?.scope,
    failure: undefined,
  };
}

function outcomeOf(search: Search, page: Page): SearchOutcome {
  const charged = search.shares.length - givenBack(search);
  return { found: pageOf(search, page), creditsCharged: charged * PRICES.searchPerJurisdiction };
}

function lookedIn({ found: { coverage, jobs } }: SearchOutcome): string[] {
  return [...coverage.searched, ...jobs].map(({ jurisdiction }) => jurisdiction);
}
