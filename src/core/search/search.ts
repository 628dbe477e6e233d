import { compareText } from '../compare-text.js';
import type { Id } from '../ids.js';
import { invalid } from '../invalid-request.js';
import type { Page } from '../page.js';
import type { Failed, Hits, JobStatus } from '../verification/job.js';
import type { Hit } from '../entities/ranked-entity.js';
import { searchCoverage, searchMessage, type NotSearched, type SearchCoverage } from './coverage.js';

/** What one jurisdiction contributes to a search. */
export interface SearchShare {
  jurisdiction: string;
  /** `undefined` when everything was known and no job was needed. */
  job: { id: Id<'job'>; status: JobStatus } | undefined;
  /** Empty until the job has completed. */
  hits: Hit[];
  /**
   * What was searched, and when; `undefined` until then, and for searches from before it was kept.
   */
  scope: Hits['scope'];
  /** There once the job has failed. */
  failure: Failed | undefined;
}

export interface Search {
  id: Id<'srch'>;
  /** In the order the jurisdictions were asked for. */
  shares: SearchShare[];
  /** What was meant as well when it was asked to look everywhere, or in a country. */
  notAsked: NotSearched[];
}

/** A stretch of what a search has found so far. */
export interface SearchPage {
  id: Id<'srch'>;
  status: JobStatus;
  hits: Hit[];
  page: Page;
  /** How many hits there are so far. */
  total: number;
  jobs: { id: Id<'job'>; jurisdiction: string; status: JobStatus }[];
  failures: { jurisdiction: string; jobId: Id<'job'>; failure: Failed }[];
  coverage: SearchCoverage;
  /** There when nothing was found and something was not searched. */
  message: string | undefined;
}

/**
 * Looks at a search as it stands. The same state always gives the same page, and the pages of one
 * state together hold every hit once.
 */
export function pageOf(search: Search, page: Page): SearchPage {
  const hits = search.shares.flatMap((share) => share.hits).toSorted(bestFirst);
  const coverage = searchCoverage(search);
  return {
    id: search.id,
    status: statusOf(search),
    hits: hits.slice(page.offset, page.offset + page.limit),
    page: { limit: page.limit, offset: page.offset },
    total: hits.length,
    jobs: search.shares.flatMap(({ jurisdiction, job }) => (job ? [{ ...job, jurisdiction }] : [])),
    failures: search.shares.flatMap(({ jurisdiction, job, failure }) =>
      job && failure ? [{ jurisdiction, jobId: job.id, failure }] : [],
    ),
    coverage,
    message: searchMessage(hits.length, coverage),
  };
}

/** Throws `VALIDATION_ERROR` for a page that begins beyond the last hit, where that is known. */
export function requireWithinHits({ offset }: Page, mostHits: number, location: 'body' | 'query'): void {
  if (offset > mostHits) throw invalid(location, 'offset', `must be at most ${mostHits}: there are no more results`);
}

/**
 * A share without a job was known from the start. A search that still runs has begun as soon as one
 * of its jobs has.
 */
export function statusOf({ shares }: Search): JobStatus {
  const statuses = new Set(shares.map(({ job }) => job?.status ?? 'completed'));
  if (statuses.has('processing') || (statuses.has('pending') && statuses.size > 1)) return 'processing';
  if (statuses.has('pending')) return 'pending';
  if (statuses.has('completed')) return 'completed';
  return statuses.has('failed') ? 'failed' : 'refunded';
}

/** Jurisdictions that cost nothing in the end. */
export function givenBack({ shares }: Search): number {
  return shares.filter(({ job }) => job?.status === 'failed' || job?.status === 'refunded').length;
}

/**
 * Confidence, then what the caller gave beside the name, then the live before the others, then
 * name, jurisdiction and the register's id: total, because an id is unique in its jurisdiction, and
 * the same whatever order the registers answered in.
 */
export function bestFirst(a: Hit, b: Hit): number {
  return (
    b.data.match.confidence - a.data.match.confidence ||
    agreement(b) - agreement(a) ||
    Number(b.data.status === 'active') - Number(a.data.status === 'active') ||
    compareText(a.data.entityName, b.data.entityName) ||
    compareText(a.data.jurisdiction, b.data.jurisdiction) ||
    compareText(a.data.jurisdictionId, b.data.jurisdictionId)
  );
}

/** What speaks for it beside its name, less what speaks against it. */
function agreement({ data }: Hit): number {
  return (data.match.evidence ?? []).reduce(
    (sum, { kind, agrees }) => (kind === 'name' || agrees === null ? sum : sum + (agrees ? 1 : -1)),
    0,
  );
}
