import { z } from 'zod';
import { hasScope } from '../../core/accounts/scope.js';
import { MAX_EMAIL_LENGTH } from '../../core/accounts/email-address.js';
import { MAX_LISTED, MAX_REFERENCE_LENGTH } from '../../core/limits.js';
import type { GivenAddress } from '../../core/matching/addresses/parse-address.js';
import type { AnswerRecord } from '../../core/records/answer-record.js';
import type { RecordList } from '../../core/records/ports.js';
import { RECORD_OUTCOMES, WAYS_IN } from '../../core/answers/record.js';
import { COVERAGES, TIERS } from '../../core/registries/jurisdiction.js';
import { ENTITY_STATUSES } from '../../core/registries/record.js';
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
  whole,
  written,
} from '../http/answers/answer-fields.js';
import type { Seer } from '../verification/jobs.response.js';
import { DECISIONS_FIELDS, decisionsDocument } from './decision.response.js';
import { cursorPage } from '../http/answers/paging.js';
import { ALTERNATIVE, FINDING } from '../entities/entity-data.response.js';

const BY = z
  .object({
    key_id: idOf('key', 'The key.').optional(),
    grant_id: text('The grant of the application.', 100).optional(),
    member: text('E-mail address of the person at the console; scope account:read.', MAX_EMAIL_LENGTH).optional(),
  })
  .meta({ description: 'The one who asked.' });

const ADDRESS = z
  .union([
    text('As one text.'),
    z.object({
      street: text('Street and number.').optional(),
      city: text('City.').optional(),
      region: text('State, province or similar.').optional(),
      postal_code: text('Postal code.').optional(),
      country: text('Country.').optional(),
    }),
  ])
  .meta({ description: 'The address, as it was given.' });

const QUESTION = z
  .object({
    entity_name: text('The requested name.', 500).optional(),
    jurisdiction_id: text('The requested record number.', 200).optional(),
    jurisdiction: jurisdictionCode('The requested jurisdiction.'),
    tier: oneOf(TIERS, 'The tier of the request.'),
    address: ADDRESS.optional(),
    officer: text('The officer, as given.', 500).optional(),
  })
  .meta({ description: 'The question, as it was sent.' });

const SEARCH = z
  .object({
    complete: flag('Whether the register was searched to the end.'),
    coverage: oneOf(COVERAGES, 'Which entities the register lists; if not all, an absent one may be inactive.'),
    as_of: day('Date of the data.').optional(),
    closest: listOf(text('An official name.', 500), 'The most similar names of the register.'),
  })
  .meta({ description: 'The search that found nothing.' });

const RECORD_FIELDS = {
  record_id: idOf('rec', 'A stable id.'),
  at: moment('Time of the answer.'),
  via: oneOf(WAYS_IN, 'The way in by which the question came.'),
  by: BY,
  job_id: idOf('job', 'Its job.').optional(),
  search_id: idOf('srch', 'The search that it belongs to.').optional(),
  batch_id: idOf('bat', 'The file that it belongs to.').optional(),
  line: whole('Its line in the file.').optional(),
  watch_id: idOf('wch', 'The watch whose check it was.').optional(),
  question: QUESTION,
  reference: text('Your own word for the question.', MAX_REFERENCE_LENGTH).optional(),
  outcome: oneOf(
    RECORD_OUTCOMES,
    'not_sure: a person should confirm the match. absent: the register was searched to the end. unreachable: it did not answer. failed: cancelled, or ended by an error of this service.',
  ),
  cached: flag('Whether an earlier retrieval answered it.'),
  entity_id: idOf('ent', 'The business that was found.').optional(),
  snapshot_id: idOf('snp', 'What was known of it then.').optional(),
  official_name: text('Its official name then.', 500).optional(),
  jurisdiction_id: text('Its number in the register.', 200).optional(),
  status: oneOf(ENTITY_STATUSES, 'Its legal status then.').optional(),
  good_standing: flag('Its good standing then; null: the register does not say.').nullable().optional(),
  confidence: whole('How certain the match was.', { most: 100 }).optional(),
  reasons: listOf(FINDING, 'Evidence for and against the match.').optional(),
  alternatives: listOf(ALTERNATIVE, 'Other candidates.').optional(),
  search: SEARCH.optional(),
  evidence_id: idOf('evd', 'The evidence of the answer, as long as it is kept and yours to open.').optional(),
  digests: listOf(
    written('SHA-256 of a body.', /^sha256:[0-9a-f]{64}$/, 71),
    'Of the register responses that the answer rests on, in order; none with EVIDENCE_KEPT=off.',
  ),
  credits_charged: whole('Credits charged at first; 0 if nothing was answered.'),
  credits_refunded: whole('Credits refunded since.'),
  ...DECISIONS_FIELDS,
  erased: listOf(text('A field.', 100), 'Fields that read [erased], because they named a person.').optional(),
};

export const RecordShape = named(
  'Record',
  'A question and what was answered, kept unchanged.',
  z.object(RECORD_FIELDS),
);

export const RecordListShape = cursorPage('rec', 'RecordList', 'Records, newest first.', {
  records: listOf(RecordShape, 'A page may have fewer records than the limit, even if there are more.', MAX_LISTED),
});

export const AdminRecordShape = named(
  'AdminRecord',
  'A record of any account.',
  z.object({ account_id: idOf('acc', 'The account.'), ...RECORD_FIELDS }),
);

export const AdminRecordListShape = cursorPage('rec', 'AdminRecordList', 'Records of an account, newest first.', {
  records: listOf(
    AdminRecordShape,
    'A page may have fewer records than the limit, even if there are more.',
    MAX_LISTED,
  ),
});

export const ErasedRecordShape = named(
  'ErasedRecord',
  'The personal data was erased.',
  z.object({ record_id: idOf('rec', 'The record.'), erased: flag('Always true.') }),
);

/** Shows the person who asked only to a caller that may see the account. */
export function recordAnswer(record: AnswerRecord, { scopes }: Seer): z.infer<typeof RecordShape> {
  const { by, ...fields } = { ...recordFields(record), ...decisionsDocument(record.decisions, scopes) };
  if (hasScope(scopes, 'account:read') || by.member === undefined) return { ...fields, by };
  const { member: _, ...shown } = by;
  return { ...fields, by: shown };
}

export function recordListAnswer({ records, next }: RecordList, seer: Seer): z.infer<typeof RecordListShape> {
  return { records: records.map((record) => recordAnswer(record, seer)), ...(next && { next_cursor: next }) };
}

export function adminRecordAnswer(record: AnswerRecord): z.infer<typeof AdminRecordShape> {
  return {
    account_id: record.accountId,
    ...recordFields(record),
    ...decisionsDocument(record.decisions, 'all'),
  };
}

export function adminRecordListAnswer({ records, next }: RecordList): z.infer<typeof AdminRecordListShape> {
  return { records: records.map(adminRecordAnswer), ...(next && { next_cursor: next }) };
}

export function erasedRecordAnswer(recordId: string): z.infer<typeof ErasedRecordShape> {
  return { record_id: recordId, erased: true };
}

function recordFields(record: AnswerRecord): z.infer<typeof RecordShape> {
  const { by, question, business, search, row, erased } = record;
  return {
    record_id: record.id,
    at: record.at.toISOString(),
    via: record.via,
    by: { key_id: by.keyId, grant_id: by.grantId, member: by.member },
    job_id: record.jobId,
    search_id: record.searchId,
    batch_id: row?.batchId,
    line: row?.line,
    watch_id: record.watchId,
    question: {
      entity_name: question.entityName === '' ? undefined : question.entityName,
      jurisdiction_id: question.recordNumber,
      jurisdiction: question.jurisdiction,
      tier: question.tier,
      address: question.address && addressAnswer(question.address),
      officer: question.officer,
    },
    reference: record.reference,
    outcome: record.outcome,
    cached: record.cached,
    ...(business && businessFields(business)),
    search: search && {
      complete: search.complete,
      coverage: search.coverage,
      as_of: search.asOf,
      closest: [...search.closest],
    },
    evidence_id: record.evidenceId,
    digests: record.digests.map((digest) => `sha256:${digest}`),
    credits_charged: record.creditsCharged,
    credits_refunded: record.creditsRefunded,
    erased: erased.length > 0 ? [...erased] : undefined,
  };
}

function businessFields(business: NonNullable<AnswerRecord['business']>) {
  return {
    entity_id: business.entityId,
    snapshot_id: business.snapshotId,
    official_name: business.officialName,
    jurisdiction_id: business.recordNumber,
    status: business.status,
    good_standing: business.goodStanding,
    confidence: business.confidence,
    reasons: business.reasons && [...business.reasons],
    alternatives: business.alternatives && [...business.alternatives],
  };
}

function addressAnswer(address: GivenAddress) {
  if (typeof address !== 'object') return address;
  const { street, city, region, postalCode, country } = address;
  return { street, city, region, postal_code: postalCode, country };
}
