import { z } from 'zod';
import type { GrantedScopes } from '../../core/accounts/scope.js';
import { alternativeDocument } from '../../core/entities/entity-document.js';
import { MAX_ENTITY_NAME_LENGTH, MAX_LISTED } from '../../core/limits.js';
import type { Id } from '../../core/ids.js';
import type { MatchReview, ReviewSubject, UnsureMatch } from '../../core/verification/match-review.js';
import { recordOfJob, recordOfRow } from '../../core/answers/record.js';
import { ALTERNATIVE } from '../entities/entity-data.response.js';
import { idOf, jurisdictionCode, listOf, moment, named, text, whole } from '../http/answers/answer-fields.js';
import { recordIdField } from '../http/answers/record-fields.js';
import { decisionFor, MEANT_FIELDS, meantFields, type Seer } from './jobs.response.js';
import { cursorOf } from './review-subject.js';

const line = () => whole('Line of the file.', { least: 1 });

const ReviewShape = named(
  'Review',
  'An unsure match: of a job, or of a row of a batch.',
  z.object({
    job_id: idOf('job', 'For PUT /v1/jobs/{jobId}/meant.').optional(),
    batch_id: idOf('bat', 'For PUT /v1/batches/{id}/rows/{line}/meant.').optional(),
    line: line().optional(),
    record_id: recordIdField(),
    custom_id: text("The sender's id of the row.", 200).optional(),
    entity_name: text('The requested name.', MAX_ENTITY_NAME_LENGTH),
    jurisdiction: jurisdictionCode('The requested jurisdiction.'),
    entity_id: idOf('ent', 'The business of the first candidate.'),
    candidates: listOf(ALTERNATIVE, 'The record of the answer, then the alternatives.'),
    credits_charged: whole('Credits charged.'),
    asked_at: moment('Time of the request.'),
    meant: z.object(MEANT_FIELDS).meta({ description: 'The decision.' }).optional(),
  }),
);

export const ReviewsShape = named(
  'Reviews',
  'Unsure matches.',
  z.object({
    reviews: listOf(ReviewShape, 'Jobs, newest first, then rows of batches.', MAX_LISTED),
    next_cursor: text('The cursor of the next page; absent on the last page.', 100).optional(),
  }),
);

export const RowMeantShape = named(
  'RowMeant',
  'The decision about the match of a row.',
  z.object({ batch_id: idOf('bat', 'The batch.'), line: line(), ...MEANT_FIELDS }),
);

interface Listed {
  items: readonly UnsureMatch[];
  next: ReviewSubject | undefined;
}

/** Shows who decided only to a caller that may see the account. */
export function reviewsAnswer({ items, next }: Listed, { scopes }: Seer): z.infer<typeof ReviewsShape> {
  return { reviews: items.map((match) => reviewAnswer(match, scopes)), ...(next && { next_cursor: cursorOf(next) }) };
}

function reviewAnswer(match: UnsureMatch, scopes: GrantedScopes): z.infer<typeof ReviewShape> {
  const { subject, customId, entityName, jurisdiction, entityId, candidates, creditsCharged, askedAt, meant } = match;
  return {
    ...('jobId' in subject ? { job_id: subject.jobId } : { batch_id: subject.batchId, line: subject.line }),
    record_id: 'jobId' in subject ? recordOfJob(subject.jobId) : recordOfRow(subject),
    ...(customId !== undefined && { custom_id: customId }),
    entity_name: entityName,
    jurisdiction,
    entity_id: entityId,
    candidates: candidates.map(alternativeDocument),
    credits_charged: creditsCharged,
    asked_at: askedAt.toISOString(),
    ...(meant && { meant: meantFields(decisionFor(scopes, meant)) }),
  };
}

export function rowMeantAnswer(
  row: { batchId: Id<'bat'>; line: number },
  meant: MatchReview,
): z.infer<typeof RowMeantShape> {
  return { batch_id: row.batchId, line: row.line, ...meantFields(meant) };
}
