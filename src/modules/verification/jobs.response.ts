import { z } from 'zod';
import { MAX_ENTITY_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_LISTED } from '../../core/limits.js';
import { MAX_RECORD_NUMBER_LENGTH } from '../../core/registries/record-numbers.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { JOB_STATUSES } from '../../core/verification/job.js';
import type { MatchReview } from '../../core/verification/match-review.js';
import type { JobList, ListedJob } from '../../core/verification/ports.js';
import {
  flag,
  idOf,
  jurisdictionCode,
  listOf,
  moment,
  named,
  oneOf,
  text,
  whole,
} from '../http/answers/answer-fields.js';

export const MEANT_FIELDS = {
  jurisdiction_id: text(
    'The number of the record that was meant; null: none of those offered.',
    MAX_RECORD_NUMBER_LENGTH,
  ).nullable(),
  note: text('How it was decided.', MAX_NOTE_LENGTH).optional(),
  decided_by: text('Who.', 320).optional(),
  decided_at: moment('When.'),
  recorded_at: moment('When.'),
};

const ListedJobShape = named(
  'ListedJob',
  'What was asked, and how it stands.',
  z.object({
    job_id: idOf('job', 'For GET /v1/verify/status/{jobId}, which has the answer.'),
    status: oneOf(JOB_STATUSES, 'How it stands.'),
    entity_name: text('The name that was asked for.', MAX_ENTITY_NAME_LENGTH),
    jurisdiction: jurisdictionCode('Where it was asked.'),
    tier: oneOf(TIERS, 'The tier of the request.'),
    credits_charged: whole('What was charged at first.'),
    credits_refunded: flag('Whether that was refunded.'),
    entity_id: idOf('ent', 'The business that was found.').optional(),
    search_id: idOf('srch', 'The search that it is a share of.').optional(),
    error: text('Why it failed.').optional(),
    meant: z.object(MEANT_FIELDS).meta({ description: 'What a person said about a match for review.' }).optional(),
    created_at: moment('When it was filed.'),
    completed_at: moment('When it ended.').optional(),
  }),
);

export const JobListShape = named(
  'JobList',
  'Jobs, the newest first.',
  z.object({
    jobs: listOf(ListedJobShape, 'A page may hold fewer than the limit although there are more.', MAX_LISTED),
    next_cursor: idOf('job', 'Send it as cursor for the next page; absent on the last.').optional(),
  }),
);

export const MeantShape = named(
  'Meant',
  'Which record was meant.',
  z.object({ job_id: idOf('job', 'Of which job.'), ...MEANT_FIELDS }),
);

export function jobListAnswer({ jobs, next }: JobList): z.infer<typeof JobListShape> {
  return { jobs: jobs.map(listedJobAnswer), ...(next ? { next_cursor: next } : {}) };
}

function listedJobAnswer(job: ListedJob): z.infer<typeof ListedJobShape> {
  const { id, status, entityName, jurisdiction, tier, amountCredits, result, searchId, createdAt, completedAt, meant } =
    job;
  return {
    job_id: id,
    status,
    entity_name: entityName,
    jurisdiction,
    tier,
    credits_charged: amountCredits,
    credits_refunded: status === 'failed' || status === 'refunded',
    ...(result?.kind === 'found' ? { entity_id: result.entityId } : {}),
    ...(searchId ? { search_id: searchId } : {}),
    ...(result?.kind === 'failed' ? { error: result.error } : {}),
    ...(meant ? { meant: meantFields(meant) } : {}),
    created_at: createdAt.toISOString(),
    ...(completedAt ? { completed_at: completedAt.toISOString() } : {}),
  };
}

export function meantAnswer(jobId: string, meant: MatchReview): z.infer<typeof MeantShape> {
  return { job_id: jobId, ...meantFields(meant) };
}

export function meantFields({ recordNumber, note, decidedBy, recordedAt }: MatchReview) {
  return {
    jurisdiction_id: recordNumber,
    ...(note === undefined ? {} : { note }),
    ...(decidedBy === undefined ? {} : { decided_by: decidedBy }),
    decided_at: recordedAt.toISOString(),
    recorded_at: recordedAt.toISOString(),
  };
}
