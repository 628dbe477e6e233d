import { z } from 'zod';
import { idOf, jurisdictionCode, listOf, named, oneOf, text } from '../http/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';
import { PaginationShape } from '../http/page-shape.js';
import { HitShape } from '../verification/verification.doc.js';

const MOST_JURISDICTIONS = 10;
const JOB_STATUS = ['pending', 'processing', 'completed', 'failed', 'refunded'] as const;
const jobId = () => idOf('job', "One jurisdiction's share.");

const SearchShape = named(
  'Search',
  'A search as it stands.',
  z.object({
    status: oneOf(['pending', 'processing', 'completed', 'failed'], 'failed when no register answered.'),
    search_id: idOf('srch', 'For GET /v1/search/{searchId}.'),
    results: listOf(HitShape, 'What was found so far, best confidence first.', 100),
    jobs: listOf(
      z.object({
        job_id: jobId(),
        jurisdiction: jurisdictionCode('Which one.'),
        status: oneOf(JOB_STATUS, 'How it stands.'),
      }),
      'One for each jurisdiction that had to be asked.',
      MOST_JURISDICTIONS,
    ),
    job_ids: listOf(jobId(), 'The same, ids only.', MOST_JURISDICTIONS),
    jurisdictions_failed: listOf(
      jurisdictionCode('Did not answer; not charged.'),
      'Who did not answer.',
      MOST_JURISDICTIONS,
    ),
    failures: listOf(
      z.object({
        jurisdiction: jurisdictionCode('Which one.'),
        job_id: jobId(),
        code: oneOf(['DATA_SOURCE_UNAVAILABLE', 'DATA_SOURCE_TIMEOUT'], 'What happened.'),
        message: text('In words.'),
      }),
      'Why.',
      MOST_JURISDICTIONS,
    ),
    pagination: PaginationShape,
  }),
);

export const SEARCH_ENTITIES: RouteDoc = {
  operation: 'searchEntities',
  summary: 'Search one or more registers by name',
  description:
    '2 credits for each jurisdiction that answered; one that did not is listed in jurisdictions_failed and not charged. Waits two seconds, or as long as Prefer: wait=N says, then answers 202 with what there is.',
  answers: { 200: SearchShape, 202: SearchShape },
  errors: [
    'JURISDICTION_NOT_SUPPORTED',
    'TOO_MANY_JURISDICTIONS',
    'INSUFFICIENT_CREDITS',
    'EMAIL_NOT_VERIFIED',
    'IDEMPOTENCY_CONFLICT',
    'DATA_SOURCE_UNAVAILABLE',
    'DATA_SOURCE_TIMEOUT',
  ],
  heeds: ['Idempotency-Key', 'Prefer'],
};

export const GET_SEARCH: RouteDoc = {
  operation: 'getSearch',
  summary: 'Read how a search stands',
  description: 'Free. limit and offset page through its results.',
  answers: { 200: SearchShape },
};
