import type { Caller } from '../accounts/account.js';
import type { Ledger } from '../billing/ports.js';
import { PRICES } from '../billing/pricing.js';
import type { Entities } from '../entities/ports.js';
import { newId, type Id } from '../ids.js';
import type { AccountLimiter } from '../concurrency/account-limiter.js';
import type { Transaction, PendingWrite } from '../ports.js';
import type { Hits } from '../verification/job.js';
import type { NewJob, Retrievals } from '../verification/ports.js';
import type { RankedEntity } from '../entities/ranked-entity.js';
import type { Searches } from './ports.js';
import type { Search, SearchShare } from './search.js';

/** One jurisdiction of a search that is about to begin. */
export interface SearchPart {
  jurisdiction: string;
  nameKey: string;
  /** What was ranked recently; `undefined` when the register has to be asked. */
  known: RankedEntity[] | undefined;
}

type PartWithJob = SearchPart & { jobId: Id<'job'> };

/**
 * Writes a search, its jobs and a charge for each jurisdiction together, or nothing of it. When all is known there are no jobs; otherwise there is one
 * for every jurisdiction, and those of known ones have ended already.
 */
export class BeginSearch {
  constructor(
    private readonly entities: Entities,
    private readonly ledger: Ledger,
    private readonly retrievals: Retrievals,
    private readonly searches: Searches,
    private readonly transaction: Transaction,
    private readonly accountLimiter: AccountLimiter,
  ) {}

  /** What `record` gives of the outcome is written with the rest. */
  async run(
    caller: Caller,
    entityName: string,
    parts: readonly SearchPart[],
    record: (search: Search) => PendingWrite[],
  ): Promise<Search> {
    const allKnown = parts.every(({ known }) => known);
    if (!allKnown) this.accountLimiter.backOff(caller.accountId);
    const withJobs = parts.map((part) => ({ ...part, jobId: newId('job') }));
    const search: Search = { id: newId('srch'), shares: withJobs.map((part) => shareOf(part, !allKnown)) };
    const about = { id: search.id, accountId: caller.accountId, entityName };
    const jurisdictions = parts.map(({ jurisdiction }) => jurisdiction);
    await this.transaction.commit([
      this.searches.add({ ...about, jurisdictions, known: allKnown ? parts.map(hitsOf) : undefined }),
      ...(allKnown ? [] : this.jobs(about, withJobs)),
      ...this.charges(caller, search),
      ...this.asked(caller, parts),
      ...record(search),
    ]);
    return search;
  }

  /** In the order of their codes, as every search adds them, so that two searches cannot wait for each other. */
  private jobs(
    about: { id: Id<'srch'>; accountId: Id<'acc'>; entityName: string },
    parts: readonly PartWithJob[],
  ): PendingWrite[] {
    const { id: searchId, accountId, entityName } = about;
    const inOrder = parts.toSorted((a, b) => (a.jurisdiction < b.jurisdiction ? -1 : 1));
    return inOrder.map((part) => {
      const { jurisdiction, nameKey, known, jobId } = part;
      const job: NewJob = {
        id: jobId,
        accountId,
        entityName,
        jurisdiction,
        tier: 'quick',
        amountCredits: PRICES.searchPerJurisdiction,
        searchId,
        webhookUrl: undefined,
      };
      return known ? this.retrievals.addAnswered(job, hitsOf(part)) : this.retrievals.join(job, nameKey);
    });
  }

  private charges({ accountId, keyId }: Caller, { id: searchId, shares }: Search): PendingWrite[] {
    const amountCredits = PRICES.searchPerJurisdiction;
    return shares.map(({ jurisdiction, job }) => {
      const description = `Search in ${jurisdiction}`;
      const charge = { accountId, keyId, searchId, operation: 'search' as const, amountCredits, description };
      return this.ledger.charge(job ? { ...charge, jobId: job.id } : charge);
    });
  }

  private asked({ accountId }: Caller, parts: readonly SearchPart[]): PendingWrite[] {
    const ranked = parts.flatMap(({ known }) => known ?? []);
    const inOrder = ranked.toSorted((a, b) => (a.entity.id < b.entity.id ? -1 : 1));
    return inOrder.flatMap(({ entity, match }) =>
      this.entities.recordAccess(accountId, entity.id, { tier: 'quick', match }),
    );
  }
}

function shareOf({ jurisdiction, known, jobId }: PartWithJob, withJob: boolean): SearchShare {
  return {
    jurisdiction,
    job: withJob ? { id: jobId, status: known ? 'completed' : 'pending' } : undefined,
    hits: known ? known.map(({ hit }) => hit) : [],
    failure: undefined,
  };
}

function hitsOf({ jurisdiction, known = [] }: SearchPart): Hits {
  return { kind: 'hits', jurisdiction, hits: known.map(({ hit }) => hit) };
}
