import { z } from 'zod';
import type { GrantedScopes } from '../../core/accounts/scope.js';
import { alternativeDocument } from '../../core/entities/entity-document.js';
import { MAX_ENTITY_NAME_LENGTH, MAX_LISTED } from '../../core/limits.js';
import type { Id } from '../../core/ids.js';
import type { MatchReview, ReviewSubject, UnsureMatch } from '../../core/verification/match-review.js';
import { ALTERNATIVE } from '../entities/entity-data.response.js';
import { idOf, jurisdictionCode, listOf, moment, named, text, whole } from '../http/answers/answer-fields.js';
import { decisionFor, MEANT_FIELDS, meantFields, type Seer } from './jobs.response.js';

const line = () => whole('Line of the file.', { least: 1 });

const ReviewShape = named(
  'Review',
  'An unsure answer.',
  z.object({
    record_id: idOf('rec', 'For PUT /v1/records/{id}/decision.'),
    job_id: idOf('job', 'For PUT /v1/jobs/{jobId}/meant.').optional(),
    batch_id: idOf('bat', 'For PUT /v1/batches/{id}/rows/{line}/meant.').optional(),
    line: line().optional(),
    custom_id: text("The sender's id of the row.", 200).optional(),
    reference: text("The caller's reference.", 200).optional(),
    entity_name: text('The requested name.', MAX_ENTITY_NAME_LENGTH),
    jurisdiction: jurisdictionCode('The requested jurisdiction.'),
    entity_id: idOf('ent', 'The business of the first candidate.'),
    candidates: listOf(ALTERNATIVE, 'The record of the answer, then the alternatives.'),
    credits_charged: whole('Credits charged.'),
    asked_at: moment('Time of the request.'),
    meant: z.object(MEANT_FIELDS).meta({ description: 'The newest decision.' }).optional(),
  }),
);

export const ReviewsShape = named(
  'Reviews',
  'Unsure answers.',
  z.object({
    reviews: listOf(
      ReviewShape,
      'Newest first. A page may have fewer than the limit, even if there are more.',
      MAX_LISTED,
    ),
    next_cursor: idOf('rec', 'The cursor of the next page; absent on the last page.').optional(),
  }),
);

export const RowMeantShape = named(
  'RowMeant',
  'The decision about the match of a row.',
  z.object({ batch_id: idOf('bat', 'The batch.'), line: line(), ...MEANT_FIELDS }),
);

interface Listed {
  items: readonly UnsureMatch[];
  next: Id<'rec'> | undefined;
}

/** Shows who decided only to a caller that may see the account. */
export function reviewsAnswer({ items, next }: Listed, { scopes }: Seer): z.infer<typeof ReviewsShape> {
  return { reviews: items.map((match) => reviewAnswer(match, scopes)), ...(next && { next_cursor: next }) };
}

function reviewAnswer(match: UnsureMatch, scopes: GrantedScopes): z.infer<typeof ReviewShape> {
  const {
    recordId,
    subject,
    reference,
    entityName,
    jurisdiction,
    entityId,
    candidates,
    creditsCharged,
    askedAt,
    meant,
  } = match;
  return {
    record_id: recordId,
    ...placeOf(subject, reference),
    ...(reference !== undefined && { reference }),
    entity_name: entityName,
    jurisdiction,
    entity_id: entityId,
    candidates: candidates.map(alternativeDocument),
    credits_charged: creditsCharged,
    asked_at: askedAt.toISOString(),
    ...(meant && { meant: meantFields(decisionFor(scopes, meant)) }),
  };
}

function placeOf(subject: ReviewSubject | undefined, reference: string | undefined) {
  if (!subject) return {};
  if ('jobId' in subject) return { job_id: subject.jobId };
  const { batchId, line: at } = subject;
  return { batch_id: batchId, line: at, ...(reference !== undefined && { custom_id: reference }) };
}

export function rowMeantAnswer(
  row: { batchId: Id<'bat'>; line: number },
  meant: MatchReview,
  { scopes }: Seer,
): z.infer<typeof RowMeantShape> {
  return { batch_id: row.batchId, line: row.line, ...meantFields(decisionFor(scopes, meant)) };
}
