import { AppError } from '../../core/errors.js';
import type { SearchPage } from '../../core/search/search.js';
import { pagination } from '../http/paging.js';
import { hitAnswer } from '../verification/verification.response.js';

/** A search as POST /v1/search answers it: when no register answered, that is the answer. */
export function searchAnswer(found: SearchPage): { status: number; body: object } {
  if (found.status === 'failed') throw noAnswers(found);
  const running = found.status === 'pending' || found.status === 'processing';
  const body = searchState(found);
  return running ? { status: 202, body: { ...body, status: 'pending' } } : { status: 200, body };
}

/** A search as it stands. */
export function searchState({ id, status, hits, page, total, jobs, failures }: SearchPage) {
  return {
    status,
    search_id: id,
    results: hits.map(hitAnswer),
    jobs: jobs.map((job) => ({ job_id: job.id, jurisdiction: job.jurisdiction, status: job.status })),
    job_ids: jobs.map((job) => job.id),
    jurisdictions_failed: failures.map(({ jurisdiction }) => jurisdiction),
    failures: failures.map(failureAnswer),
    pagination: pagination(page, total),
  };
}

function failureAnswer({ jurisdiction, jobId, failure }: SearchPage['failures'][number]) {
  const code = failure.failure === 'timeout' ? 'DATA_SOURCE_TIMEOUT' : 'DATA_SOURCE_UNAVAILABLE';
  return { jurisdiction, job_id: jobId, code, message: failure.error.replace(`${code}: `, '') };
}

function noAnswers({ id, failures }: SearchPage): AppError {
  const allTimedOut = failures.every(({ failure }) => failure.failure === 'timeout');
  return new AppError(allTimedOut ? 'DATA_SOURCE_TIMEOUT' : 'DATA_SOURCE_UNAVAILABLE', {
    details: {
      search_id: id,
      jurisdictions_failed: failures.map(({ jurisdiction }) => jurisdiction),
      failures: failures.map(failureAnswer),
    },
  });
}
