import { z } from 'zod';
import { CONFIRMATION_REASONS } from '../../core/confirmations/confirm-calls.js';
import { ERRORS, type ErrorCode } from '../../core/errors.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
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
import { recordIdField, referenceField } from '../http/answers/record-fields.js';

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

const retryAfter = whole('Seconds until a retry is useful; equal to Retry-After.');
const LIMITS = ['balance', 'key_budget', 'grant_budget', 'max_credits_per_month'] as const;

/** The shapes of `details`, by code. */
const DETAILS = [
  named(
    'InvalidRequestDetails',
    'With VALIDATION_ERROR: the problems, and the limits they depend on.',
    z.object({
      errors: listOf(
        z.object({
          location: oneOf(['path', 'query', 'header', 'body', 'arguments'], 'Part of the request.'),
          field: text('Name of the field.', 500),
          message: text('The problem.'),
        }),
        'Every problem; the first one is in message.',
      ),
      required: whole('The possible price, if max_credits is less.').optional(),
      max_credits: whole('The given maximum.').optional(),
      available: whole('The balance, if more was to be removed.').optional(),
      watch_id: idOf('wch', 'The existing watch of the business.').optional(),
      watches: whole('Maximum watches of an account.').optional(),
      keys: whole('Maximum keys of an account.').optional(),
      batches: whole('Maximum open batches of an account.').optional(),
      rows: whole('Maximum rows in the batches of an account.').optional(),
      line: whole('Line of the file.').optional(),
      reason: text('The reason why the file cannot be read or the watch cannot be checked.').optional(),
      status: text('State of the batch.', 50).optional(),
      offered: listOf(text('Number of a record.', 100), 'The candidates.').optional(),
      jurisdiction_id: text('The chosen record; null: none of them.', 200).nullable().optional(),
      decided_by: text('The person who decided.', 320).optional(),
      decided_with: text('The key or the application that sent the decision.', 1_000).optional(),
      decided_at: moment('Time of the decision.').optional(),
    }),
  ),
  named(
    'InsufficientCreditsDetails',
    'With INSUFFICIENT_CREDITS.',
    z.object({
      required: whole('Price of the request.'),
      available: whole('Available credits.'),
      limited_by: oneOf(LIMITS, 'The limit that does not cover the price.'),
      resets_at: moment('Time at which the budget resets.').optional(),
    }),
  ),
  named(
    'UnsupportedJurisdictionDetails',
    'With JURISDICTION_NOT_SUPPORTED.',
    z.object({
      provided: text('The given code.'),
      suggestions: listOf(jurisdictionCode('A code.'), 'Similar codes.'),
    }),
  ),
  named(
    'TooManyJurisdictionsDetails',
    'With TOO_MANY_JURISDICTIONS.',
    z.object({
      maximum: whole('Maximum jurisdictions in one search.'),
      provided: whole('Number of jurisdictions in the request.'),
    }),
  ),
  named(
    'RestrictedKeyDetails',
    'With FORBIDDEN, if the key is limited to certain values.',
    z.object({
      jurisdiction: text('The requested value.').optional(),
      tier: oneOf(TIERS, 'The requested value.').optional(),
      allowed: listOf(text('A jurisdiction or tier.', 50), 'The allowed values.'),
    }),
  ),
  named(
    'ConfirmationDetails',
    'With FORBIDDEN, if the price must be confirmed.',
    z.object({
      reason: oneOf(CONFIRMATION_REASONS, 'The reason.'),
      required: whole('Credits that must be confirmed.').optional(),
    }),
  ),
  named('MissingScopeDetails', 'With INSUFFICIENT_SCOPE.', z.object({ required: text('The missing scope.', 50) })),
  named(
    'NotInRegisterDetails',
    'With ENTITY_NOT_FOUND of a verification.',
    z.object({
      job_id: idOf('job', 'The job that ended; absent for a cached answer.').optional(),
      record_id: recordIdField().optional(),
      reference: referenceField(),
      status: oneOf(['completed'], 'The question is answered.'),
      jurisdiction: jurisdictionCode('The requested jurisdiction.'),
      entity_name: text('The requested name.', 500),
      coverage: text('Which entities the register lists.', 50),
      jurisdiction_id: text('The requested number.', 100).optional(),
      number_found: flag('Whether the register has that number.').optional(),
      closest: listOf(text('A name.', 500), 'The most similar names.'),
    }),
  ),
  named(
    'NoAnswerDetails',
    'With DATA_SOURCE_UNAVAILABLE, DATA_SOURCE_TIMEOUT and RATE_LIMIT_EXCEEDED, and with NOT_FOUND for results that are not available yet.',
    z.object({
      retry_after_seconds: retryAfter.optional(),
      reason: oneOf(
        ['database_unavailable', 'overloaded', 'search_incomplete', 'record_withheld'],
        'The reason, if the register did not simply fail.',
      ).optional(),
      status: text('State of the batch.', 50).optional(),
      number_found: flag('With record_withheld: the register has this number.').optional(),
      job_id: idOf('job', 'The job that ended.').optional(),
      search_id: idOf('srch', 'The search that ended.').optional(),
      record_id: recordIdField().optional(),
      reference: referenceField(),
      records: listOf(
        z.object({ jurisdiction: jurisdictionCode('The jurisdiction.'), record_id: recordIdField() }),
        'The records of a search.',
      ).optional(),
      jurisdictions_failed: listOf(
        jurisdictionCode('A jurisdiction.'),
        'The jurisdictions that did not answer.',
      ).optional(),
      failures: listOf(
        z.object({
          jurisdiction: jurisdictionCode('The jurisdiction.'),
          job_id: idOf('job', 'The job of this jurisdiction.'),
          code: oneOf(['DATA_SOURCE_TIMEOUT', 'DATA_SOURCE_UNAVAILABLE'], 'The kind of error.'),
          message: text('The reason.'),
        }),
        'The failures.',
      ).optional(),
      open_redeliveries: whole('Maximum open redeliveries.').optional(),
      unfinished_jobs: whole('Maximum unfinished jobs of an account.').optional(),
      uploads: whole('Maximum simultaneous uploads.').optional(),
    }),
  ),
  named(
    'InternalErrorDetails',
    'With INTERNAL_ERROR.',
    z.object({ request_id: text('Id of the request, for support.', 200) }),
  ),
] as const;

export const ErrorShape = named(
  'Error',
  'Every error has this shape. Programs use code.',
  z.object({
    error: z
      .object({
        code: oneOf(CODES, 'The kind of error, for programs.'),
        message: text('The error in words, for people.'),
        details: z.union(DETAILS).meta({ description: 'Further details, depending on the code.' }).optional(),
        suggestion: text('A suggestion for what to do.').optional(),
      })
      .meta({ description: 'The error.' }),
  }),
);
