import type { Caller } from '../accounts/account.js';
import type { Ledger } from '../billing/ports.js';
import { PRICES } from '../billing/pricing.js';
import type { Entities } from '../entities/ports.js';
import { AppError } from '../errors.js';
import type { OutcomeRecorder } from '../idempotency/once.js';
import { newId, type Id } from '../ids.js';
import { nameKey } from '../matching/normalise.js';
import type { Page } from '../page.js';
import type { Jobs, Transaction } from '../ports.js';
import type { Jurisdictions } from '../registries/jurisdictions.js';
import type { Retrievals } from '../verification/ports.js';
import { hitsAmong } from './hit.js';
import type { Searches } from './ports.js';
import { givenBack, pageOf, type Search, type SearchPage, type Share } from './search.js';

export const MAX_JURISDICTIONS = 10;

export interface SearchRequest {
  entityName: string;
  /** In the caller's order. */
  jurisdictions: string[];
  page: Page;
  /** How long the caller is ready to wait for registers that have to be asked. */
  waitMs: number;
}

export interface SearchOutcome {
  found: SearchPage;
  /** What the request costs, as far as that is known when it is answered. */
  creditsCharged: number;
}

/** A jurisdiction of this search: what is known of it already, or the job that will tell. */
interface Part {
  jurisdiction: string;
  nameKey: string;
  known: ReturnType<typeof hitsAmong> | undefined;
  jobId: Id<'job'>;
}

/**
 * Which businesses bear a name like this one, in up to ten jurisdictions? What was ranked recently is given at once; every other register gets a job.
 * All charges, all jobs and the search itself are written together, or not at all; a jurisdiction that gives no answer is refunded by its job.
 */
export class SearchEntities {
  constructor(
    private readonly jurisdictions: Jurisdictions,
    private readonly entities: Entities,
    private readonly ledger: Ledger,
    private readonly retrievals: Retrievals,
    private readonly searches: Searches,
    private readonly jobs: Jobs,
    private readonly transaction: Transaction,
  ) {}

  async run(caller: Caller, request: SearchRequest, recorder: OutcomeRecorder<SearchOutcome>): Promise<SearchOutcome> {
    if (request.jurisdictions.length > MAX_JURISDICTIONS) throw tooMany(request.jurisdictions.length);
    const twice = request.jurisdictions.find((code, at, codes) => codes.indexOf(code) !== at);
    if (twice !== undefined) throw namedTwice(twice);
    for (const code of request.jurisdictions) this.jurisdictions.require(code);
    if (!caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    const parts = await Promise.all(request.jurisdictions.map((code) => this.partOf(request.entityName, code)));

    const started = await this.start(caller, request, parts, recorder);
    const waiting = started.shares.flatMap(({ job }) => (job && job.status !== 'completed' ? [job.id] : []));
    if (waiting.length === 0 || request.waitMs <= 0) return outcomeOf(started, request.page);
    await Promise.all(waiting.map((id) => this.retrievals.waitForEnd(caller.accountId, id, request.waitMs)));
    const now = await this.searches.find(caller.accountId, started.id);
    return outcomeOf(now ?? started, request.page);
  }

  private async partOf(entityName: string, jurisdiction: string): Promise<Part> {
    const key = nameKey(entityName, jurisdiction);
    const ranking = await this.entities.freshRanking(jurisdiction, key);
    const known = ranking && hitsAmong(entityName, jurisdiction, ranking);
    return { jurisdiction, nameKey: key, known, jobId: newId('job') };
  }

  private async start(
    caller: Caller,
    request: SearchRequest,
    parts: Part[],
    recorder: OutcomeRecorder<SearchOutcome>,
  ): Promise<Search> {
    const allKnown = parts.every(({ known }) => known);
    const search: Search = { id: newId('srch'), shares: parts.map((part) => shareOf(part, !allKnown)) };
    await this.transaction.run(async () => {
      const { accountId } = caller;
      const { entityName, jurisdictions } = request;
      const known = allKnown
        ? parts.map(({ jurisdiction, known: found = [] }) => hitsOf(jurisdiction, found))
        : undefined;
      await this.searches.add({ id: search.id, accountId, entityName, jurisdictions, known });
      if (!allKnown) await this.addJobs(caller, entityName, search.id, parts);
      await this.charge(caller, search);
      for (const { entity, match } of parts.flatMap((part) => part.known ?? []).toSorted(byEntity)) {
        await this.entities.noteAsked(accountId, entity.id, { tier: 'quick', match });
      }
      await recorder.record(outcomeOf(search, request.page));
    });
    return search;
  }

  /** In the order of their codes, as every search adds them, so that two searches cannot wait for each other. */
  private async addJobs({ accountId }: Caller, entityName: string, searchId: Id<'srch'>, parts: Part[]): Promise<void> {
    for (const part of parts.toSorted((a, b) => (a.jurisdiction < b.jurisdiction ? -1 : 1))) {
      const { jurisdiction, jobId: id, known } = part;
      const amountCredits = PRICES.searchPerJurisdiction;
      const job = { id, accountId, entityName, jurisdiction, tier: 'quick' as const, amountCredits, searchId };
      if (known) await this.retrievals.addAnswered({ ...job, webhookUrl: undefined }, hitsOf(jurisdiction, known));
      else await this.startJob(await this.retrievals.join({ ...job, webhookUrl: undefined }, part.nameKey));
    }
  }

  private async startJob(id: string): Promise<void> {
    await this.transaction.afterCommit(async () => {
      await this.jobs.enter({ kind: 'retrieval', id, turn: 1 });
    });
  }

  private async charge({ accountId, keyId }: Caller, search: Search): Promise<void> {
    const amountCredits = PRICES.searchPerJurisdiction;
    let takenCredits = 0;
    for (const { jurisdiction, job } of search.shares) {
      const description = `Search in ${jurisdiction}`;
      const charge = {
        accountId,
        keyId,
        searchId: search.id,
        operation: 'search' as const,
        amountCredits,
        description,
      };
      try {
        await this.ledger.charge(job ? { ...charge, jobId: job.id } : charge);
      } catch (error) {
        throw asWhole(error, search.shares.length * amountCredits, takenCredits);
      }
      takenCredits += amountCredits;
    }
  }
}

function shareOf({ jurisdiction, known, jobId }: Part, withJob: boolean): Share {
  return {
    jurisdiction,
    job: withJob ? { id: jobId, status: known ? 'completed' : 'pending' } : undefined,
    hits: known ? known.map(({ hit }) => hit) : [],
    failure: undefined,
  };
}

function hitsOf(jurisdiction: string, known: ReturnType<typeof hitsAmong>) {
  return { kind: 'hits' as const, jurisdiction, hits: known.map(({ hit }) => hit) };
}

function outcomeOf(search: Search, page: Page): SearchOutcome {
  const charged = search.shares.length - givenBack(search);
  return { found: pageOf(search, page), creditsCharged: charged * PRICES.searchPerJurisdiction };
}

function byEntity(a: { entity: { id: string } }, b: { entity: { id: string } }): number {
  return a.entity.id < b.entity.id ? -1 : 1;
}

/** The caller asked for all of it, and none of it was taken. */
function asWhole(error: unknown, requiredCredits: number, takenCredits: number): unknown {
  if (!(error instanceof AppError) || error.code !== 'INSUFFICIENT_CREDITS') return error;
  const available = Number(error.details?.['available'] ?? 0) + takenCredits;
  return new AppError('INSUFFICIENT_CREDITS', {
    message: `This search costs ${requiredCredits} credits, and ${available} are left.`,
    details: { required: requiredCredits, available },
    cause: error,
  });
}

function tooMany(given: number): AppError {
  return new AppError('TOO_MANY_JURISDICTIONS', {
    message: `A search covers at most ${MAX_JURISDICTIONS} jurisdictions; this one names ${given}.`,
    details: { maximum: MAX_JURISDICTIONS, provided: given },
    suggestion: 'Split the search.',
  });
}

function namedTwice(code: string): AppError {
  return new AppError('VALIDATION_ERROR', {
    message: `body.jurisdictions must name each jurisdiction once; "${code}" is there twice.`,
  });
}
