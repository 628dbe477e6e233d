import { collateNames, compareText } from '../compare-text.js';
import { newId, type Id } from '../ids.js';
import type { Page } from '../page.js';
import { isUnfinished, type Failed, type Hits, type JobStatus } from '../verification/job.js';
import type { Hit } from '../entities/ranked-entity.js';
import { searchCoverage, searchMessage, type NotSearched, type SearchCoverage } from './coverage.js';

export interface SearchShare {
  jurisdiction: string;
  /** `undefined` in a search of an earlier version without jobs. */
  recordId?: Id<'rec'> | undefined;
  /** `undefined` when everything was known and no job was needed. */
  job: { id: Id<'job'>; status: JobStatus } | undefined;
  /** Empty until the job has completed. */
  hits: Hit[];
  /**
   * The entities searched, and when; `undefined` until then, and for older searches that did not
   * record it.
   */
  scope: Hits['scope'];
  /** Set once the job has failed. */
  failure: Failed | undefined;
}

export interface Search {
  id: Id<'srch'>;
  /** The caller's own. */
  reference?: string | undefined;
  /** In the requested order. */
  shares: SearchShare[];
  /** Jurisdictions left out of a search of a country or of everything. */
  notAsked: NotSearched[];
}

export interface SearchPage {
  id: Id<'srch'>;
  /** The caller's own. */
  reference?: string | undefined;
  status: JobStatus;
  hits: Hit[];
  /** Of the shares that have ended; `undefined` in stored answers of earlier versions. */
  records?: { jurisdiction: string; recordId: Id<'rec'> }[];
  page: Page;
  total: number;
  jobs: { id: Id<'job'>; jurisdiction: string; status: JobStatus }[];
  failures: { jurisdiction: string; jobId: Id<'job'>; failure: Failed }[];
  coverage: SearchCoverage;
  /** Set when nothing was found and a jurisdiction was not searched. */
  message: string | undefined;
}

/**
 * Returns a page of the current state of a search. The same state always gives the same page, and
 * the pages of one state contain every hit once.
 */
export function pageOf(search: Search, page: Page): SearchPage {
  const hits = search.shares.flatMap((share) => share.hits).toSorted(bestFirst);
  const coverage = searchCoverage(search);
  return {
    id: search.id,
    reference: search.reference,
    status: statusOf(search),
    hits: hits.slice(page.offset, page.offset + page.limit),
    records: search.shares.flatMap(recordsOf),
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

/**
 * Returns an empty page beyond the last hit. It is free, so it has nothing else of the search
 * either.
 */
export function pageBeyond(page: Page, total: number, reference: string | undefined): SearchPage {
  const message = 'This page is beyond the last result. It is free, and nothing was searched for it.';
  return { ...pageOf({ id: newId('srch'), reference, shares: [], notAsked: [] }, page), total, message };
}

/**
 * A share without a job was known from the start. A running search is `processing` as soon as one
 * of its jobs is.
 */
export function statusOf({ shares }: Search): JobStatus {
  const statuses = new Set(shares.map(({ job }) => job?.status ?? 'completed'));
  if (statuses.has('processing') || (statuses.has('pending') && statuses.size > 1)) return 'processing';
  if (statuses.has('pending')) return 'pending';
  if (statuses.has('completed') || statuses.size === 0) return 'completed';
  return statuses.has('failed') ? 'failed' : 'refunded';
}

function recordsOf({ jurisdiction, recordId, job }: SearchShare): { jurisdiction: string; recordId: Id<'rec'> }[] {
  return recordId && !(job && isUnfinished(job)) ? [{ jurisdiction, recordId }] : [];
}

/** Returns the number of jurisdictions that were refunded. */
export function givenBack({ shares }: Search): number {
  return shares.filter(({ job }) => job?.status === 'failed' || job?.status === 'refunded').length;
}

/**
 * Sorts by confidence, agreement with the caller's other evidence, live before others, then name,
 * jurisdiction and register id. The order is total, since an id is unique in its jurisdiction, and
 * independent of the order in which registers answered.
 */
export function bestFirst(a: Hit, b: Hit): number {
  return (
    b.data.match.confidence - a.data.match.confidence ||
    agreement(b) - agreement(a) ||
    Number(b.data.status === 'active') - Number(a.data.status === 'active') ||
    collateNames(a.data.entityName, b.data.entityName) ||
    compareText(a.data.jurisdiction, b.data.jurisdiction) ||
    compareText(a.data.jurisdictionId, b.data.jurisdictionId)
  );
}

/** Counts findings for the hit, less those against it, except its name. */
function agreement({ data }: Hit): number {
  return (data.match.evidence ?? []).reduce(
    (sum, { kind, agrees }) => (kind === 'name' || agrees === null ? sum : sum + (agrees ? 1 : -1)),
    0,
  );
}
