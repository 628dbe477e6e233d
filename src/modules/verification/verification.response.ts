import { z } from 'zod';
import {
  day,
  flag,
  idOf,
  jurisdictionCode,
  listOf,
  moment,
  named,
  oneOf,
  text,
  publicUrl,
  whole,
} from '../http/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';
import { AppError } from '../../core/errors.js';
import type { Id } from '../../core/ids.js';
import type { Hit } from '../../core/entities/ranked-entity.js';
import type { Failed, Found, Hits, Job, NoMatch } from '../../core/verification/job.js';
import type { Verification } from '../../core/verification/verify-business.js';

const AddressShape = named(
  'Address',
  'An address as the register writes it.',
  z.object({
    line1: text('Street and number.').nullable(),
    line2: text('Suite, floor and the like.').nullable(),
    city: text('City.').nullable(),
    region: text('State, province or the like.').nullable(),
    postal_code: text('Postal code.').nullable(),
    country: text('Country.').nullable(),
  }),
);

const AgentShape = z
  .object({ name: text('Who it is.').nullable(), address: AddressShape.nullable() })
  .meta({ description: 'Who receives legal papers for the business.' });

const OfficerShape = z
  .object({
    name: text('Who it is.'),
    title: text('In which office.').nullable(),
    end_date: day('Since when no longer.').optional(),
  })
  .meta({ description: 'Somebody who runs the business.' });

const FilingShape = z
  .object({ date: day('When it was filed.').nullable(), type: text('What was filed.').nullable() })
  .meta({ description: 'A paper the business filed.' });

const FilingsShape = z
  .object({
    total_filings: whole('How many papers the register holds.').nullable(),
    last_filing_date: day('When the last one was filed.').nullable(),
    recent_filings: listOf(FilingShape, 'The latest ones, newest first.').nullable(),
  })
  .meta({ description: 'What the business has filed.' });

const confidence = () => whole('How surely this is the business that was asked for.', { most: 100 });
const ENTITY_STATUS = ['active', 'inactive', 'dissolved', 'suspended', 'merged', 'revoked', 'unknown'] as const;
const legalStatus = () => oneOf(ENTITY_STATUS, 'What the business is in law.');
const officialName = () => text('The name as recorded officially.', 500);
const recordNumber = () => text('The number of the record in its register.', 200);

const MatchShape = z
  .object({
    method: oneOf(['exact', 'normalised', 'alias', 'fuzzy'], 'What made it match.'),
    matched_name: text('The name of the record that matched.', 500),
    review: z.literal(true).optional().meta({ description: 'A person should look: the match is not certain.' }),
    alternatives: listOf(
      z.object({
        entity_name: officialName(),
        jurisdiction_id: recordNumber(),
        status: legalStatus(),
        confidence: confidence(),
      }),
      'Other records that came near.',
    ).optional(),
  })
  .meta({ description: 'How the name was matched.' });

const SourceShape = z
  .object({
    name: text('The register.'),
    url: publicUrl('Where it was asked.'),
    licence: text('Under which terms it publishes.'),
    retrieved_at: moment('When it was read.'),
    coverage: text('Which entities the register lists; when not all, an absent one may merely be inactive.', 100),
    sandbox: z.literal(true).optional().meta({ description: 'A fictional company of the sandbox.' }),
  })
  .meta({ description: 'Which register says so.' });

const StandingHintShape = z
  .object({
    good_standing: flag('What may be inferred.'),
    because: text('What it is inferred from.', 500),
  })
  .meta({
    description: 'Only beside good_standing null: what follows from the record, without the register stating it.',
  });

/** The `data` object of the contract. The last four fields are the deep tier's. */
export const ENTITY_FIELDS = {
  entity_name: officialName(),
  entity_type: text('For example corporation; null when the register does not publish it.').nullable().optional(),
  status: legalStatus(),
  status_detail: text("The register's own word for it.").nullable(),
  good_standing: flag('Good standing as the register states it; null where it states nothing.').nullable(),
  standing_hint: StandingHintShape.optional(),
  standing_basis: oneOf(
    ['tax'],
    'What good_standing is about, where that is not the standing in company law.',
  ).optional(),
  jurisdiction: jurisdictionCode('Where it is registered.'),
  formation_date: day('Since when; null when the register does not publish it.').nullable().optional(),
  confidence: confidence(),
  jurisdiction_id: recordNumber(),
  tier: oneOf(['quick', 'deep'], 'How much this is.'),
  match: MatchShape,
  source: SourceShape,
  registered_agent: AgentShape.nullable().optional(),
  officers: listOf(OfficerShape, 'Who runs it.').nullable().optional(),
  principal_address: AddressShape.nullable().optional(),
  filing_history_summary: FilingsShape.nullable().optional(),
};

const EntityDataShape = named(
  'EntityData',
  'What the register says of a business. null means asked for and not published.',
  z.object(ENTITY_FIELDS),
);

export const HitShape = named(
  'SearchResult',
  'A record that a search found.',
  z.object({ entity_id: idOf('ent', 'For GET /v1/entity/{id}.'), ...ENTITY_FIELDS }),
);

const jobIdField = () => idOf('job', 'For GET /v1/verify/status/{jobId}.');

const CompletedShape = named(
  'CompletedVerification',
  'The business was found.',
  z.object({
    status: z.literal('completed').meta({ description: 'There is an answer.' }),
    job_id: jobIdField().optional(),
    entity_id: idOf('ent', 'For GET /v1/entity/{id}.'),
    data: EntityDataShape,
  }),
);

const RefundedShape = named(
  'RefundedVerification',
  'The credits of the job were given back by an administrator.',
  z.object({ status: z.literal('refunded').meta({ description: 'Ended, not charged.' }), job_id: jobIdField() }),
);

const PendingShape = named(
  'PendingVerification',
  'The register is being asked.',
  z.object({
    status: oneOf(['pending', 'processing'], 'pending until a worker has begun, then processing.'),
    job_id: jobIdField(),
  }),
);

const FailedShape = named(
  'FailedVerification',
  'The register did not answer; the credits were given back.',
  z.object({
    status: z.literal('failed').meta({ description: 'Ended without an answer.' }),
    job_id: jobIdField(),
    error: text('DATA_SOURCE_TIMEOUT or DATA_SOURCE_UNAVAILABLE, a colon, and why.'),
  }),
);

const SearchShareShape = named(
  'SearchShare',
  "One jurisdiction's share of a search.",
  z.object({
    status: z.literal('completed').meta({ description: 'There is an answer.' }),
    job_id: jobIdField(),
    jurisdiction: jurisdictionCode('Which one.'),
    results: listOf(HitShape, 'What its register lists, best first.'),
  }),
);

const HOW_IT_IS_PAID =
  'quick costs 1 credit, deep 15, deep with force_refresh 25. A confirmed no-match (404 ENTITY_NOT_FOUND) is an answer and is charged; when the register does not answer (503, 504, or a failed job) nothing is.';

export const VERIFY_BUSINESS: RouteDoc = {
  operation: 'verifyBusiness',
  summary: 'Verify that a business is registered',
  description: `Answers at once what is known well enough already; otherwise asks the official register, and answers 202 with a job to poll or, with Prefer: wait=N, waits up to N seconds for it. ${HOW_IT_IS_PAID}`,
  answers: { 200: z.union([CompletedShape, RefundedShape]), 202: PendingShape },
  errors: [
    'JURISDICTION_NOT_SUPPORTED',
    'INSUFFICIENT_CREDITS',
    'EMAIL_NOT_VERIFIED',
    'ENTITY_NOT_FOUND',
    'IDEMPOTENCY_CONFLICT',
    'DATA_SOURCE_UNAVAILABLE',
    'DATA_SOURCE_TIMEOUT',
  ],
  heeds: ['Idempotency-Key', 'Prefer'],
};

export const GET_JOB: RouteDoc = {
  operation: 'getVerificationStatus',
  summary: 'Read how a job stands',
  description: 'Free. A job that found no such business answers 404 ENTITY_NOT_FOUND with details.status "completed".',
  answers: { 200: z.union([CompletedShape, PendingShape, FailedShape, RefundedShape, SearchShareShape]) },
  errors: ['JOB_NOT_FOUND', 'ENTITY_NOT_FOUND'],
};

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
