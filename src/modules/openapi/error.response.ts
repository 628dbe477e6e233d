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

const CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

const retryAfter = whole('When it is worth trying again; the same as Retry-After.');
const LIMITS = ['balance', 'key_budget', 'grant_budget', 'max_credits_per_month'] as const;

/** The shapes of `details`, by code. */
const DETAILS = [
  named(
    'InvalidRequestDetails',
    'With VALIDATION_ERROR: what is wrong and where, and what the rule in question depends on.',
    z.object({
      errors: listOf(
        z.object({
          location: oneOf(['path', 'query', 'header', 'body', 'arguments'], 'In which part of the request.'),
          field: text('Which field.', 500),
          message: text('What is wrong with it.'),
        }),
        'Each problem; the first is the message.',
      ),
      required: whole('What the request can cost, where max_credits is less.').optional(),
      max_credits: whole('What was allowed.').optional(),
      available: whole('The balance, where more was to be removed.').optional(),
      watch_id: idOf('wch', 'The watch that the business has already.').optional(),
      watches: whole('How many watches an account may have.').optional(),
      keys: whole('How many keys an account may have.').optional(),
      batches: whole('How many open batches an account may have.').optional(),
      rows: whole('How many rows of batches an account may keep.').optional(),
      line: whole('The line of the file.').optional(),
      reason: text('Why the file cannot be read, or the watch not be checked.').optional(),
      status: text('How the batch stands.', 50).optional(),
      offered: listOf(text('The number of a record.', 100), 'The records that were offered.').optional(),
      jurisdiction_id: text('The record that was decided for; null: none of them.', 200).nullable().optional(),
      decided_by: text('Who decided.', 320).optional(),
      decided_at: moment('When that was decided.').optional(),
    }),
  ),
  named(
    'InsufficientCreditsDetails',
    'With INSUFFICIENT_CREDITS.',
    z.object({
      required: whole('What the request costs.'),
      available: whole('What is left.'),
      limited_by: oneOf(LIMITS, 'What does not cover it.'),
      resets_at: moment('When the budget begins anew.').optional(),
    }),
  ),
  named(
    'UnsupportedJurisdictionDetails',
    'With JURISDICTION_NOT_SUPPORTED.',
    z.object({
      provided: text('What was asked for.'),
      suggestions: listOf(jurisdictionCode('A code.'), 'Codes like it.'),
    }),
  ),
  named(
    'TooManyJurisdictionsDetails',
    'With TOO_MANY_JURISDICTIONS.',
    z.object({ maximum: whole('How many one search can name.'), provided: whole('How many it named.') }),
  ),
  named(
    'RestrictedKeyDetails',
    'With FORBIDDEN, where a key may ask for some things only.',
    z.object({
      jurisdiction: text('What was asked for.').optional(),
      tier: oneOf(TIERS, 'What was asked for.').optional(),
      allowed: listOf(text('A jurisdiction or tier.', 50), 'What it may ask for.'),
    }),
  ),
  named(
    'ConfirmationDetails',
    'With FORBIDDEN, where this price has to be confirmed.',
    z.object({
      reason: oneOf(CONFIRMATION_REASONS, 'Why.'),
      required: whole('How many credits have to be confirmed.').optional(),
    }),
  ),
  named(
    'MissingScopeDetails',
    'With INSUFFICIENT_SCOPE.',
    z.object({ required: text('The scope that is missing.', 50) }),
  ),
  named(
    'NotInRegisterDetails',
    'With ENTITY_NOT_FOUND of a verification.',
    z.object({
      job_id: idOf('job', 'The job that ended so; absent where it was known already.').optional(),
      status: oneOf(['completed'], 'The question is answered.'),
      jurisdiction: jurisdictionCode('Where it was asked.'),
      entity_name: text('The name that was asked for.', 500),
      coverage: text('Which entities the register lists.', 50),
      jurisdiction_id: text('The number that was asked for.', 100).optional(),
      number_found: flag('Whether the register has that number.').optional(),
      closest: listOf(text('A name.', 500), 'Similar names.'),
    }),
  ),
  named(
    'NoAnswerDetails',
    'With DATA_SOURCE_UNAVAILABLE, DATA_SOURCE_TIMEOUT and RATE_LIMIT_EXCEEDED, and with NOT_FOUND of results that are not there yet.',
    z.object({
      retry_after_seconds: retryAfter.optional(),
      reason: oneOf(
        ['database_unavailable', 'overloaded', 'search_incomplete', 'record_withheld'],
        'Why there is no answer, where the register did not simply fail.',
      ).optional(),
      status: text('How the batch stands.', 50).optional(),
      number_found: flag('With record_withheld: the register has the number.').optional(),
      job_id: idOf('job', 'The job that ended so.').optional(),
      search_id: idOf('srch', 'The search that ended so.').optional(),
      jurisdictions_failed: listOf(jurisdictionCode('Which one.'), 'Those that gave no answer.').optional(),
      failures: listOf(
        z.object({
          jurisdiction: jurisdictionCode('Which one.'),
          job_id: idOf('job', 'Its share of the search.'),
          code: oneOf(['DATA_SOURCE_TIMEOUT', 'DATA_SOURCE_UNAVAILABLE'], 'What happened.'),
          message: text('Why.'),
        }),
        'Each of them.',
      ).optional(),
      open_redeliveries: whole('How many redeliveries may be open.').optional(),
      unfinished_jobs: whole('How many jobs of an account may be unfinished.').optional(),
      uploads: whole('How many files may be on their way at once.').optional(),
    }),
  ),
  named('InternalErrorDetails', 'With INTERNAL_ERROR.', z.object({ request_id: text('For support.', 200) })),
] as const;

export const ErrorShape = named(
  'Error',
  'What every refusal and failure looks like. Programs use code.',
  z.object({
    error: z
      .object({
        code: oneOf(CODES, 'What happened, for programs.'),
        message: text('What happened, for people.'),
        details: z.union(DETAILS).meta({ description: 'More about it; each code has its own.' }).optional(),
        suggestion: text('What to do about it.').optional(),
      })
      .meta({ description: 'What happened.' }),
  }),
);
