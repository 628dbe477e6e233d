import { z } from 'zod';
import type { Caller } from '../../core/accounts/account.js';
import { hasScope, type GrantedScopes } from '../../core/accounts/scope.js';
import { recordOfJob } from '../../core/ids.js';
import { MAX_ENTITY_NAME_LENGTH, MAX_NOTE_LENGTH, MAX_LISTED } from '../../core/limits.js';
import { MAX_RECORD_NUMBER_LENGTH } from '../../core/registries/record-numbers.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { isUnfinished, JOB_STATUSES } from '../../core/verification/job.js';
import type { DecidedWith, MatchReview } from '../../core/verification/match-review.js';
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
import { recordIdField, referenceAnswer, referenceField } from '../http/answers/record-fields.js';
import { cursorPage } from '../http/answers/paging.js';

/** The caller that an answer is made for. */
export type Seer = Pick<Caller, 'scopes'>;

export const DECIDED_WITH = z
  .object({
    key_id: idOf('key', 'The key.').optional(),
    grant_id: text('The grant of the application.', 100).optional(),
    name: text('Label of the key, or name of the application, at that time.', 1_000),
  })
  .meta({ description: 'The key or the application that sent the decision; absent for one made at the console.' });

export const MEANT_FIELDS = {
  jurisdiction_id: text(
    'Number of the chosen record; null: none of the candidates.',
    MAX_RECORD_NUMBER_LENGTH,
  ).nullable(),
  note: text('A note about the decision.', MAX_NOTE_LENGTH).optional(),
  decided_by: text('The person who decided.', 320).optional(),
  decided_with: DECIDED_WITH.optional(),
  decided_at: moment('Time of the decision.'),
  recorded_at: moment('The same as decided_at.'),
};

const ListedJobShape = named(
  'ListedJob',
  'A request to a register, and its state.',
  z.object({
    job_id: idOf('job', 'Id for GET /v1/verify/status/{jobId}, which has the answer.'),
    record_id: recordIdField().optional(),
    reference: referenceField(),
    status: oneOf(JOB_STATUSES, 'State of the job.'),
    entity_name: text('The requested name.', MAX_ENTITY_NAME_LENGTH),
    jurisdiction: jurisdictionCode('The requested jurisdiction.'),
    tier: oneOf(TIERS, 'The tier of the request.'),
    credits_charged: whole('Credits charged at first.'),
    credits_refunded: flag('Whether the credits were refunded.'),
    entity_id: idOf('ent', 'The business that was found.').optional(),
    search_id: idOf('srch', 'The search that the job belongs to.').optional(),
    watch_id: idOf('wch', 'The watch whose check it is.').optional(),
    error: text('The reason for the failure.').optional(),
    meant: z.object(MEANT_FIELDS).meta({ description: 'The newest decision about a match for review.' }).optional(),
    created_at: moment('Time of the request.'),
    completed_at: moment('Time of the end.').optional(),
  }),
);

export const JobListShape = cursorPage('job', 'JobList', 'Jobs, newest first.', {
  jobs: listOf(ListedJobShape, 'A page may have fewer jobs than the limit, even if there are more.', MAX_LISTED),
});

export const MeantShape = named(
  'Meant',
  'The decision about a match.',
  z.object({ job_id: idOf('job', 'The job.'), ...MEANT_FIELDS }),
);

/** Shows who decided only to a caller that may see the account. */
export function jobListAnswer({ jobs, next }: JobList, { scopes }: Seer): z.infer<typeof JobListShape> {
  return { jobs: jobs.map((job) => listedJobAnswer(job, scopes)), ...(next ? { next_cursor: next } : {}) };
}

function listedJobAnswer(job: ListedJob, scopes: GrantedScopes): z.infer<typeof ListedJobShape> {
  const { id, status, entityName, jurisdiction, tier, amountCredits, result } = job;
  const { searchId, watchId, createdAt, completedAt, meant } = job;
  return {
    job_id: id,
    ...(isUnfinished(job) ? {} : { record_id: recordOfJob(id) }),
    ...referenceAnswer(job),
    status,
    entity_name: entityName,
    jurisdiction,
    tier,
    credits_charged: amountCredits,
    credits_refunded: status === 'failed' || status === 'refunded',
    ...(result?.kind === 'found' ? { entity_id: result.entityId } : {}),
    ...(searchId ? { search_id: searchId } : {}),
    ...(watchId ? { watch_id: watchId } : {}),
    ...(result?.kind === 'failed' ? { error: result.error } : {}),
    ...(meant ? { meant: meantFields(decisionFor(scopes, meant)) } : {}),
    created_at: createdAt.toISOString(),
    ...(completedAt ? { completed_at: completedAt.toISOString() } : {}),
  };
}

export function meantAnswer(jobId: string, meant: MatchReview, { scopes }: Seer): z.infer<typeof MeantShape> {
  return { job_id: jobId, ...meantFields(decisionFor(scopes, meant)) };
}

/** The decision as the caller may see it: persons and keys belong to the account's own data. */
export function decisionFor(scopes: GrantedScopes, decision: MatchReview): MatchReview {
  if (hasScope(scopes, 'account:read')) return decision;
  return { ...decision, decidedBy: undefined, decidedWith: undefined };
}

export function meantFields({ recordNumber, note, decidedBy, decidedWith, recordedAt }: MatchReview) {
  return {
    jurisdiction_id: recordNumber,
    ...(note === undefined ? {} : { note }),
    ...(decidedBy === undefined ? {} : { decided_by: decidedBy }),
    ...(decidedWith && { decided_with: decidedWithFields(decidedWith) }),
    decided_at: recordedAt.toISOString(),
    recorded_at: recordedAt.toISOString(),
  };
}

export function decidedWithFields(sent: DecidedWith) {
  return { ...('keyId' in sent ? { key_id: sent.keyId } : { grant_id: sent.grantId }), name: sent.name };
}
