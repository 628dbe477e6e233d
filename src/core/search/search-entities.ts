import type { Caller } from '../accounts/account.js';
import { PRICES, requireWithin } from '../billing/pricing.js';
import type { Entities } from '../entities/ports.js';
import { AppError } from '../errors.js';
import type { OutcomeRecorder } from '../idempotency/run-idempotently.js';
import { nameKey } from '../matching/normalise.js';
import type { Page } from '../page.js';
import type { Jurisdictions } from '../registries/jurisdictions.js';
import type { AccountLimiter } from '../concurrency/account-limiter.js';
import type { JobReader } from '../verification/ports.js';
import type { BeginSearch, SearchPart } from './begin-search.js';
import { hitsAmong } from '../entities/ranked-entity.js';
import type { Searches } from './ports.js';
import { givenBack, pageOf, type Search, type SearchPage } from './search.js';

export const MAX_JURISDICTIONS = 10;

export interface SearchRequest {
  entityName: string;
  /** In the caller's order. */
  jurisdictions: string[];
  page: Page;
  /** The most the caller is ready to pay. */
  maxCredits: number | undefined;
  /** How long the caller is ready to wait for registers that have to be asked. */
  waitMs: number;
}

export interface SearchOutcome {
  found: SearchPage;
  /** What the request costs, as far as that is known when it is answered. */
  creditsCharged: number;
}

/**
 * Which businesses bear a name like this one, in up to ten jurisdictions? What was ranked recently is given at once, every other register gets a job,
 * and the caller may wait for them. Each jurisdiction is charged at first; one that gives no answer is refunded by its job.
 */
export class SearchEntities {
  constructor(
    private readonly jurisdictions: Jurisdictions,
    private readonly entities: Entities,
    private readonly beginSearch: BeginSearch,
    private readonly jobReader: JobReader,
    private readonly searches: Searches,
    private readonly accountLimiter: AccountLimiter,
  ) {}

  async run(caller: Caller, request: SearchRequest, recorder: OutcomeRecorder<SearchOutcome>): Promise<SearchOutcome> {
    const { entityName, jurisdictions, page } = request;
    refuseTooManyOrTwice(jurisdictions);
    for (const code of jurisdictions) this.jurisdictions.require(code);
    requireWithin(request.maxCredits, jurisdictions.length * PRICES.searchPerJurisdiction);
    if (!caller.emailVerified) throw new AppError('EMAIL_NOT_VERIFIED');
    const parts = await Promise.all(jurisdictions.map((code) => this.partOf(entityName, code)));
    const begun = await this.beginSearch.run(caller, entityName, parts, (search) =>
      recorder.record(outcomeOf(search, page)),
    );
    return outcomeOf(await this.waitFor(caller, begun, request.waitMs), page);
  }

  private async partOf(entityName: string, jurisdiction: string): Promise<SearchPart> {
    const key = nameKey(entityName, jurisdiction);
    const ranking = await this.entities.freshRanking(jurisdiction, key);
    const words = this.jurisdictions.words(jurisdiction);
    const known = ranking && hitsAmong(entityName, jurisdiction, ranking.entities, words);
    return { jurisdiction, nameKey: key, known };
  }

  private async waitFor({ accountId }: Caller, begun: Search, waitMs: number): Promise<Search> {
    const running = begun.shares.flatMap(({ job }) => (job && job.status !== 'completed' ? [job.id] : []));
    if (running.length === 0 || waitMs <= 0) return begun;
    await this.accountLimiter.releaseWhile(accountId, () =>
      Promise.all(running.map((id) => this.jobReader.waitForEnd(accountId, id, waitMs))),
    );
    return (await this.searches.find(accountId, begun.id)) ?? begun;
  }
}

/** Throws `TOO_MANY_JURISDICTIONS`, or `VALIDATION_ERROR` for a jurisdiction that is named twice. */
export function refuseTooManyOrTwice(codes: readonly string[]): void {
  if (codes.length > MAX_JURISDICTIONS) throw tooMany(codes.length);
  const twice = codes.find((code, at) => codes.indexOf(code) !== at);
  if (twice !== undefined) throw namedTwice(twice);
}

function outcomeOf(search: Search, page: Page): SearchOutcome {
  const charged = search.shares.length - givenBack(search);
  return { found: pageOf(search, page), creditsCharged: charged * PRICES.searchPerJurisdiction };
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
