import { z } from 'zod';
import type { AppError } from '../../core/errors.js';
import type { SearchRead } from '../../core/search/read-search.js';
import type { SearchPage } from '../../core/search/search.js';
import { codeOf, failed, isUnfinished, JOB_STATUSES, wordsOf } from '../../core/verification/job.js';
import { day, idOf, jurisdictionCode, listOf, named, oneOf, text, whole } from '../http/answers/answer-fields.js';
import { recordIdField, referenceAnswer, referenceField } from '../http/answers/record-fields.js';
import { PaginationShape, pagination } from '../http/answers/paging.js';
import { decisionDocument, decisionField } from '../records/decision.response.js';
import type { Seer } from '../verification/jobs.response.js';
import { hitAnswer, HitShape, noAnswer } from '../verification/verification.response.js';
import { MAX_LISTED, MAX_REGISTERS } from '../../core/limits.js';
import { NOT_SEARCHED_REASONS, type NotSearched, type SearchCoverage } from '../../core/search/coverage.js';
import { COVERAGES } from '../../core/registries/jurisdiction.js';

const MOST = MAX_REGISTERS;
const jobIdField = () => idOf('job', 'The job of one jurisdiction.');

export const SearchShape = named(
  'Search',
  'The current state of a search.',
  z.object({
    status: oneOf(JOB_STATUSES, 'failed: no register answered. refunded: an administrator refunded all credits.'),
    search_id: idOf('srch', 'Id for GET /v1/search/{searchId}.'),
    reference: referenceField(),
    results: listOf(HitShape, 'Results so far, best confidence first.', MAX_LISTED),
    jobs: listOf(
      z.object({
        job_id: jobIdField(),
        jurisdiction: jurisdictionCode('The jurisdiction.'),
        status: oneOf(JOB_STATUSES, 'The state.'),
      }),
      'One job for each jurisdiction that had to be asked.',
      MOST,
    ),
    job_ids: listOf(jobIdField(), 'The ids of these jobs.', MOST),
    records: listOf(
      z.object({
        jurisdiction: jurisdictionCode('The jurisdiction.'),
        record_id: recordIdField(),
        decision: decisionField(),
      }),
      'The records of the jurisdictions that were answered or failed.',
      MOST,
    ).optional(),
    jurisdictions_failed: listOf(
      jurisdictionCode('A register that did not answer; not charged.'),
      'The registers that did not answer.',
      MOST,
    ),
    failures: listOf(
      z.object({
        jurisdiction: jurisdictionCode('The jurisdiction.'),
        job_id: jobIdField(),
        code: oneOf(['DATA_SOURCE_UNAVAILABLE', 'DATA_SOURCE_TIMEOUT'], 'The kind of error.'),
        message: text('An explanation in words.'),
      }),
      'The reason for each of them.',
      MOST,
    ),
    coverage: z
      .object({
        searched: listOf(
          z.object({
            jurisdiction: jurisdictionCode('The jurisdiction.'),
            as_of: day('Date of the search; for a mirrored register, date of the copy.').nullable(),
            coverage: oneOf(COVERAGES, 'Which entities the register lists.'),
          }),
          'The searched registers.',
          MOST,
        ),
        not_searched: listOf(
          z.object({
            jurisdiction: jurisdictionCode('The jurisdiction.'),
            reason: oneOf(NOT_SEARCHED_REASONS, 'The reason; not charged.'),
            retry_after_seconds: whole('Seconds until it may be asked again.').optional(),
            covered_by: jurisdictionCode('The whole country that was asked instead.').optional(),
          }),
          'Registers that could not be searched.',
          MOST,
        ),
      })
      .meta({ description: 'The searched and the skipped registers; those still being asked are in neither list.' }),
    message: text('If a register was not searched: no results is not a no-match.').optional(),
    pagination: PaginationShape,
  }),
);

type SearchAnswer = z.infer<typeof SearchShape>;

/** The response of POST /v1/search. If no register answered, it is an error. */
export function searchAnswer(found: SearchPage, replayed: boolean): { status: number; body: SearchAnswer } {
  if (found.status === 'failed') throw noAnswers(found, replayed);
  const body = searchState(found);
  return isUnfinished(found) ? { status: 202, body: { ...body, status: 'pending' } } : { status: 200, body };
}

/** `seer`: the caller that reads it, for what a person decided. */
export function searchState(search: SearchPage & Partial<SearchRead>, seer?: Seer): SearchAnswer {
  const { id, status, hits, page, total, jobs, failures, coverage, message } = search;
  return {
    status,
    search_id: id,
    ...referenceAnswer(search),
    results: hits.map(hitAnswer),
    jobs: jobs.map((job) => ({ job_id: job.id, jurisdiction: job.jurisdiction, status: job.status })),
    job_ids: jobs.map((job) => job.id),
    ...recordsAnswer(search, seer),
    jurisdictions_failed: failures.map(({ jurisdiction }) => jurisdiction),
    failures: failures.map(failureAnswer),
    coverage: coverageAnswer(coverage),
    ...(message !== undefined && { message }),
    pagination: pagination(page, total),
  };
}

/** Answers that an earlier version stored have no records. */
function recordsAnswer(
  { records, decisions }: SearchPage & Partial<SearchRead>,
  seer?: Seer,
): Pick<SearchAnswer, 'records'> {
  if (!records) return {};
  return {
    records: records.map(({ jurisdiction, recordId }) => {
      const meant = seer && decisions?.get(recordId);
      return {
        jurisdiction,
        record_id: recordId,
        ...(meant && { decision: decisionDocument(meant, seer.scopes) }),
      };
    }),
  };
}

function coverageAnswer({ searched, notSearched }: SearchCoverage): SearchAnswer['coverage'] {
  return {
    searched: searched.map(({ jurisdiction, asOf, coverage }) => ({ jurisdiction, as_of: asOf, coverage })),
    not_searched: notSearched.map(notSearchedAnswer),
  };
}

export function notSearchedAnswer({ jurisdiction, reason, retryAfterSeconds: seconds, coveredBy }: NotSearched) {
  return {
    jurisdiction,
    reason,
    ...(seconds !== undefined && { retry_after_seconds: seconds }),
    ...(coveredBy !== undefined && { covered_by: coveredBy }),
  };
}

function failureAnswer({
  jurisdiction,
  jobId,
  failure,
}: SearchPage['failures'][number]): SearchAnswer['failures'][number] {
  return { jurisdiction, job_id: jobId, code: codeOf(failure.failure), message: wordsOf(failure) };
}

function noAnswers(found: SearchPage, replayed: boolean): AppError {
  const { id, failures } = found;
  const [first, ...rest] = failures.map(({ failure }) => failure);
  const same = first && rest.every(({ failure, reason }) => failure === first.failure && reason === first.reason);
  const failure = same ? first : failed('unavailable', 'No register answered.');
  const details = {
    search_id: id,
    ...referenceAnswer(found),
    ...recordsAnswer(found),
    jurisdictions_failed: failures.map(({ jurisdiction }) => jurisdiction),
    failures: failures.map(failureAnswer),
  };
  return noAnswer(failure, details, replayed);
}
