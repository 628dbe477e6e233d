import type { Coverage } from '../registries/jurisdiction.js';
import { coverageOf } from '../registries/jurisdictions.js';
import type { Failed, Hits, JobStatus } from '../verification/job.js';

export const NOT_SEARCHED_REASONS = [
  'unreachable',
  'timeout',
  'overloaded',
  'search_incomplete',
  'needs_credentials',
  'no_edition',
  'not_allowed',
  'covered_by',
  'refunded',
] as const;
export type NotSearchedReason = (typeof NOT_SEARCHED_REASONS)[number];

export interface NotSearched {
  jurisdiction: string;
  reason: NotSearchedReason;
  /** As the register or our own throttle said, when it did not answer. */
  retryAfterSeconds?: number;
  /** The whole country that was asked instead. */
  coveredBy?: string;
}

export interface SearchedRegister {
  jurisdiction: string;
  /** `YYYY-MM-DD`: the date of a mirrored register's edition, otherwise of the search. */
  asOf: string | null;
  coverage: Coverage;
}

/** The registers a search covered. Pending ones are in neither list. */
export interface SearchCoverage {
  searched: SearchedRegister[];
  notSearched: NotSearched[];
}

/** The fields used of a `SearchShare`. */
interface LookedAt {
  jurisdiction: string;
  job: { status: JobStatus } | undefined;
  scope: Hits['scope'];
  failure: Failed | undefined;
}

export function searchCoverage(search: {
  shares: readonly LookedAt[];
  notAsked: readonly NotSearched[];
}): SearchCoverage {
  const { shares, notAsked } = search;
  return {
    searched: shares.filter(wasSearched).map(({ jurisdiction, scope }) => ({
      jurisdiction,
      asOf: scope?.asOf ?? null,
      coverage: coverageOf(scope?.coverage ?? null, jurisdiction),
    })),
    notSearched: [
      ...shares.flatMap(({ jurisdiction, failure, job }) => {
        if (failure) return [{ jurisdiction, ...failureReason(failure) }];
        return job?.status === 'refunded' ? [{ jurisdiction, reason: 'refunded' as const }] : [];
      }),
      ...notAsked.map((each) => asItsCountry(each, shares)),
    ],
  };
}

/**
 * Returns the note for an empty result; `undefined` if there is nothing to add. Without results, it
 * is not a no-match while a requested register has not been searched. A part of a searched
 * country has been.
 */
export function searchMessage(found: number, { notSearched }: SearchCoverage): string | undefined {
  const gaps = notSearched.filter(({ reason }) => reason !== 'covered_by');
  if (found > 0 || gaps.length === 0) return undefined;
  const codes = gaps.map(({ jurisdiction }) => jurisdiction).join(', ');
  return `Nothing was found, but this is not a no-match: ${codes} could not be searched.`;
}

/** A part has been searched with its whole country only if that has been. */
function asItsCountry(part: NotSearched, shares: readonly LookedAt[]): NotSearched {
  const country = shares.find(({ jurisdiction }) => jurisdiction === part.coveredBy);
  if (country?.failure) return { ...part, ...failureReason(country.failure) };
  return country?.job?.status === 'refunded' ? { ...part, reason: 'refunded' } : part;
}

function wasSearched({ job }: LookedAt): boolean {
  return !job || job.status === 'completed';
}

function failureReason({ failure, reason, retryAfterSeconds }: Failed): Omit<NotSearched, 'jurisdiction'> {
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  if (reason === 'search_incomplete' || reason === 'overloaded') return { reason, ...retry };
  return { reason: failure === 'timeout' ? 'timeout' : 'unreachable', ...retry };
}
