import { AppError } from '../../core/errors.js';
import type { Id } from '../../core/ids.js';
import type { Hit } from '../../core/entities/ranked-entity.js';
import type { Failed, Found, Hits, Job, NoMatch } from '../../core/verification/job.js';
import type { Verification } from '../../core/verification/verify-business.js';

/** A verification as POST /v1/verify answers it; a confirmed no-match and a silent register are answers with an error's status. */
export function verificationAnswer({ result, jobId }: Verification): { status: number; body: object } {
  switch (result.kind) {
    case 'pending':
      return { status: 202, body: { status: 'pending', job_id: jobId } };
    case 'refunded':
      return { status: 200, body: { status: 'refunded', job_id: jobId } };
    case 'found':
      return { status: 200, body: foundAnswer(result, jobId) };
    case 'hits':
      return { status: 200, body: shareAnswer(result, jobId) };
    case 'no_match':
      throw notRegistered(result, jobId);
    case 'failed':
      throw noAnswer(result, jobId);
  }
}

/** A job as its status route answers it. */
export function jobAnswer({ id, status, result }: Job): object {
  if (status === 'refunded') return { status, job_id: id };
  switch (result?.kind) {
    case 'found':
      return foundAnswer(result, id);
    case 'hits':
      return shareAnswer(result, id);
    case 'no_match':
      throw notRegistered(result, id);
    case 'failed':
      return { status, job_id: id, error: result.error };
    case undefined:
      return { status, job_id: id };
  }
}

function foundAnswer({ entityId, data }: Found, jobId: Id<'job'> | undefined): object {
  return { status: 'completed', ...(jobId ? { job_id: jobId } : {}), entity_id: entityId, data };
}

/** One jurisdiction's share of a search. */
function shareAnswer({ jurisdiction, hits }: Hits, jobId: Id<'job'> | undefined): object {
  return { status: 'completed', job_id: jobId, jurisdiction, results: hits.map(hitAnswer) };
}

/** A hit as it stands among the results of a search. */
export function hitAnswer({ entityId, data }: Hit): object {
  return { entity_id: entityId, ...data };
}

function notRegistered(
  { jurisdiction, entityName, coverage, closest }: NoMatch,
  jobId: Id<'job'> | undefined,
): AppError {
  return new AppError('ENTITY_NOT_FOUND', {
    message: `No business called "${entityName}" was found in the register of ${jurisdiction}.`,
    details: {
      ...(jobId ? { job_id: jobId } : {}),
      status: 'completed',
      jurisdiction,
      entity_name: entityName,
      coverage,
      closest,
    },
    suggestion: suggestionFor(coverage, closest),
  });
}

function suggestionFor(coverage: NoMatch['coverage'], closest: string[]): string {
  if (closest.length > 0) return 'Compare the names in details.closest, which came near.';
  return coverage === 'all'
    ? 'Check the spelling and the jurisdiction.'
    : 'This register does not list every entity: one that is no longer active may be missing from it.';
}

function noAnswer({ failure }: Failed, jobId: Id<'job'> | undefined): AppError {
  return new AppError(failure === 'timeout' ? 'DATA_SOURCE_TIMEOUT' : 'DATA_SOURCE_UNAVAILABLE', {
    details: { job_id: jobId },
  });
}
