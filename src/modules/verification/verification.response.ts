import { z } from 'zod';
import { entityDocument } from '../../core/entities/entity-document.js';
import type { Hit } from '../../core/entities/ranked-entity.js';
import { AppError, REGISTER_RETRY_SECONDS } from '../../core/errors.js';
import { recordOfJob, type Id } from '../../core/ids.js';
import {
  codeOf,
  wordsOf,
  type Failed,
  type FailureReason,
  type Hits,
  type JobResult,
  type NoMatch,
} from '../../core/verification/job.js';
import type { DecidedJob } from '../../core/verification/ports.js';
import { findJurisdiction, jurisdictionNamed } from '../../core/registries/jurisdictions.js';
import type { Found } from '../../core/entities/verified-entity.js';
import type { Verification } from '../../core/verification/verify-business.js';
import { decisionDocument, decisionField } from '../records/decision.response.js';
import type { Seer } from './jobs.response.js';
import { ENTITY_FIELDS, EntityDataShape } from '../entities/entity-data.response.js';
import { idOf, jurisdictionCode, listOf, named, oneOf, text } from '../http/answers/answer-fields.js';
import { recordIdField, referenceField } from '../http/answers/record-fields.js';

export const HitShape = named(
  'SearchResult',
  'A record in the results.',
  z.object({ entity_id: idOf('ent', 'Id for GET /v1/entity/{id}.'), ...ENTITY_FIELDS }),
);

const jobIdField = () => idOf('job', 'Id for GET /v1/verify/status/{jobId}.');
const completedField = () => z.literal('completed').meta({ description: 'The question is answered.' });

export const CompletedShape = named(
  'CompletedVerification',
  'The business was found.',
  z.object({
    status: completedField(),
    job_id: jobIdField().optional(),
    record_id: recordIdField().optional(),
    reference: referenceField(),
    entity_id: idOf('ent', 'Id for GET /v1/entity/{id}.'),
    data: EntityDataShape,
    decision: decisionField(),
  }),
);

const RefundedShape = named(
  'RefundedVerification',
  'An administrator refunded the credits of the job. An answer that it had stays.',
  z.object({
    status: z.literal('refunded').meta({ description: 'Ended, and refunded.' }),
    job_id: jobIdField(),
    record_id: recordIdField(),
    reference: referenceField(),
    entity_id: idOf('ent', 'Id for GET /v1/entity/{id}; set if the business was found.').optional(),
    data: EntityDataShape.optional(),
    error: text('A code, a colon, and the reason; set if the answer was not a business.').optional(),
    decision: decisionField(),
  }),
);

export const PendingShape = named(
  'PendingVerification',
  'The register is being queried.',
  z.object({
    status: oneOf(['pending', 'processing'], 'pending until a worker has started, then processing.'),
    job_id: jobIdField(),
    reference: referenceField(),
  }),
);

const FailedShape = named(
  'FailedVerification',
  'The register did not answer; the credits were refunded.',
  z.object({
    status: z.literal('failed').meta({ description: 'The job ended without an answer.' }),
    job_id: jobIdField(),
    record_id: recordIdField(),
    reference: referenceField(),
    error: text('DATA_SOURCE_TIMEOUT or DATA_SOURCE_UNAVAILABLE, a colon, and the reason.'),
  }),
);

const SearchShareShape = named(
  'SearchShare',
  'The results of one jurisdiction.',
  z.object({
    status: completedField(),
    job_id: jobIdField(),
    record_id: recordIdField().optional(),
    reference: referenceField(),
    jurisdiction: jurisdictionCode('The jurisdiction.'),
    results: listOf(HitShape, "The register's records, best first."),
    decision: decisionField(),
  }),
);

export const JobShape = z.union([CompletedShape, PendingShape, FailedShape, RefundedShape, SearchShareShape]);

type VerificationAnswer = z.infer<typeof JobShape>;

/**
 * The response of POST /v1/verify. A confirmed no-match and an unresponsive register are results
 * with an error status.
 */
export function verificationAnswer(
  { result, ...asked }: Verification,
  replayed: boolean,
): { status: number; body: VerificationAnswer } {
  switch (result.kind) {
    case 'pending':
      return {
        status: 202,
        body: { status: 'pending', job_id: required(asked.jobId), ...askedFields({ reference: asked.reference }) },
      };
    case 'found':
      return { status: 200, body: foundAnswer(result, asked) };
    case 'hits':
      return { status: 200, body: shareAnswer(result, { ...asked, jobId: required(asked.jobId) }) };
    case 'no_match':
      throw notRegistered(result, asked);
    case 'failed':
      throw noAnswer(result, askedFields(asked), replayed);
  }
}

/** Shows who decided only to a caller that may see the account. */
export function jobAnswer(job: DecidedJob, { scopes }: Seer): VerificationAnswer {
  const { id: jobId, status, reference, result, meant } = job;
  const recordId = recordOfJob(jobId);
  const asked = { jobId, recordId, reference };
  const ended = { ...askedFields({ reference }), job_id: jobId, record_id: recordId };
  const decision = meant && { decision: decisionDocument(meant, scopes) };
  if (status === 'refunded') return { status, ...ended, ...refundedAnswer(result), ...decision };
  switch (result?.kind) {
    case 'found':
      return { ...foundAnswer(result, asked), ...decision };
    case 'hits':
      return { ...shareAnswer(result, asked), ...decision };
    case 'no_match':
      throw notRegistered(result, asked);
    case 'failed':
      return { status: 'failed', ...ended, error: result.error };
    case undefined:
      return {
        status: status === 'processing' ? 'processing' : 'pending',
        job_id: jobId,
        ...askedFields({ reference }),
      };
  }
}

/** The earlier answer of a refunded job. A no-match stays in words: an error would be billed. */
function refundedAnswer(
  result: JobResult | undefined,
): Pick<z.infer<typeof RefundedShape>, 'entity_id' | 'data' | 'error'> {
  switch (result?.kind) {
    case 'found':
      return { entity_id: result.entityId, data: entityDocument(result.data) };
    case 'no_match':
      return { error: `ENTITY_NOT_FOUND: ${notFoundMessage(result)}` };
    case 'failed':
      return { error: result.error };
    // A refund takes a share out of its search.
    case 'hits':
    case undefined:
      return {};
  }
}

/** A question as it was asked; `recordId` is missing from answers of earlier versions. */
type Asked = Partial<Pick<Verification, 'jobId' | 'recordId' | 'reference'>>;

function askedFields({ jobId, recordId, reference }: Asked) {
  return {
    ...(jobId && { job_id: jobId }),
    ...(recordId && { record_id: recordId }),
    ...(reference !== undefined && { reference }),
  };
}

function foundAnswer({ entityId, data }: Found, asked: Asked): z.infer<typeof CompletedShape> {
  return { status: 'completed', ...askedFields(asked), entity_id: entityId, data: entityDocument(data) };
}

function shareAnswer(
  { jurisdiction, hits }: Hits,
  asked: Asked & { jobId: Id<'job'> },
): z.infer<typeof SearchShareShape> {
  const fields = { ...askedFields(asked), job_id: asked.jobId };
  return { status: 'completed', ...fields, jurisdiction, results: hits.map(hitAnswer) };
}

export function hitAnswer({ entityId, data }: Hit): z.infer<typeof HitShape> {
  return { entity_id: entityId, ...entityDocument(data) };
}

function notRegistered(noMatch: NoMatch, asked: Asked): AppError {
  const { jurisdiction, entityName, coverage, closest, byNumber } = noMatch;
  return new AppError('ENTITY_NOT_FOUND', {
    message: notFoundMessage(noMatch),
    details: {
      ...askedFields(asked),
      status: 'completed',
      jurisdiction,
      entity_name: entityName,
      coverage,
      ...(byNumber && { jurisdiction_id: byNumber.number, number_found: byNumber.found }),
      closest,
    },
    suggestion: [suggestionFor(noMatch), ...othersMeant(jurisdiction)].join(' '),
  });
}

/** Names the places that the code is mistaken for. */
function othersMeant(code: string): string[] {
  const { name, mistakenFor = [] } = jurisdictionNamed(code);
  const others = mistakenFor.flatMap((other) => findJurisdiction(other) ?? []);
  return others.map((other) => `${code} is ${name}; ${other.name} is ${other.code}.`);
}

function notFoundMessage({ jurisdiction, entityName, byNumber }: NoMatch): string {
  if (!byNumber) return `No business called "${entityName}" was found in the register of ${jurisdiction}.`;
  return byNumber.found
    ? `The number ${byNumber.number} in the register of ${jurisdiction} belongs to a business that is not called "${entityName}".`
    : `The register of ${jurisdiction} has no record ${byNumber.number}.`;
}

function suggestionFor({ coverage, closest, byNumber }: NoMatch): string {
  if (byNumber?.found) return 'Compare the name in details.closest, which the record bears.';
  if (byNumber && coverage === 'all')
    return 'Check the number, or leave jurisdiction_id out to look for the name alone.';
  if (closest.length > 0) return 'Compare the similar names in details.closest.';
  return coverage === 'all'
    ? 'Check the spelling and the jurisdiction.'
    : 'This register does not list every entity: one that is no longer active may be missing from it.';
}

const INCONCLUSIVE_SUGGESTIONS: Readonly<Record<Exclude<FailureReason, 'overloaded'>, string>> = {
  search_incomplete: 'Add words to the name: asking again for the same name does not help.',
  record_withheld: 'Ask the business for an extract of the register: asking again does not help.',
};

/**
 * The error for a caller that waited for a register that did not answer. A replay has no retry
 * delay: the same request returns the same answer for as long as it is kept.
 */
export function noAnswer(failure: Failed, details: Record<string, unknown>, replayed: boolean): AppError {
  const code = codeOf(failure.failure);
  const { reason } = failure;
  if (reason === undefined || reason === 'overloaded') {
    const later = replayed ? {} : { retry_after_seconds: REGISTER_RETRY_SECONDS };
    return new AppError(code, { details: { ...details, ...later } });
  }
  return new AppError(code, {
    message: `${wordsOf(failure)} Nothing was charged.`,
    details: {
      ...details,
      reason,
      ...(reason === 'record_withheld' && { number_found: true }),
    },
    suggestion: INCONCLUSIVE_SUGGESTIONS[reason],
  });
}

function required(jobId: Id<'job'> | undefined): Id<'job'> {
  if (!jobId) throw new Error('a verification that is not answered from the cache has a job');
  return jobId;
}
