import { applyDecorators } from '@nestjs/common';
import { MAX_WATCHES } from '../../core/limits.js';
import {
  Documented,
  ApiAnswer,
  ApiAccepted,
  ApiDone,
  ApiIdempotencyKey,
  ApiPreferWait,
} from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { WatchShape, WatchesShape, CheckShape, ClockShape } from './watches.response.js';

export const ApiCreateWatch = () =>
  applyDecorators(
    Documented({
      operationId: 'createWatch',
      summary: 'Watch a business',
      description: `Checks the register every day, week or 30 days and reports changes in the feed (GET /v1/webhooks/events) and to webhook_url. Creating one is free; each answered check costs its tier, an unanswered one nothing. One watch per business and account, ${MAX_WATCHES} at most. A key or application with confirm_above confirms the maximum of a month with max_credits_per_month. The register is not asked at once: the first check is compared with the stored data.`,
    }),
    ApiAnswer(201, WatchShape),
    ApiErrors('ENTITY_NOT_FOUND', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'IDEMPOTENCY_CONFLICT'),
    ApiIdempotencyKey(),
  );

export const ApiListWatches = () =>
  applyDecorators(
    Documented({
      operationId: 'listWatches',
      summary: 'List watches',
      description: 'Oldest first. Free.',
    }),
    ApiAnswer(200, WatchesShape),
    ApiErrors('JURISDICTION_NOT_SUPPORTED'),
  );

export const ApiGetWatch = () =>
  applyDecorators(
    Documented({ operationId: 'getWatch', summary: 'Read a watch', description: 'Free.' }),
    ApiAnswer(200, WatchShape),
    ApiErrors('NOT_FOUND'),
  );

export const ApiUpdateWatch = () =>
  applyDecorators(
    Documented({
      operationId: 'updateWatch',
      summary: 'Change a watch',
      description:
        'Absent fields stay unchanged; null removes webhook_url or max_credits_per_month. Free. With confirm_above, every, tier and max_credits_per_month change only within a confirmed max_credits_per_month.',
    }),
    ApiAnswer(200, WatchShape),
    ApiErrors('NOT_FOUND', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED'),
  );

export const ApiDeleteWatch = () =>
  applyDecorators(
    Documented({
      operationId: 'deleteWatch',
      summary: 'Delete a watch',
      description: 'Undelivered events are dropped; the feed keeps earlier events. Free.',
    }),
    ApiDone(),
    ApiErrors('NOT_FOUND', 'FORBIDDEN'),
  );

export const ApiCheckWatch = () =>
  applyDecorators(
    Documented({
      operationId: 'checkWatch',
      summary: 'Check a watched business now',
      description:
        'Checks now, in addition to the regular checks, which keep their times. Costs the tier of the watch, within its max_credits_per_month, and nothing if the register does not answer. If a check is in progress, returns its job, free. max_credits, in the body or the query, bounds it, and confirms it for a key or application with confirm_above.',
    }),
    ApiAccepted(CheckShape),
    ApiErrors('NOT_FOUND', 'INSUFFICIENT_CREDITS', 'FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'IDEMPOTENCY_CONFLICT'),
    ApiIdempotencyKey(),
  );

export const ApiReadClock = () =>
  applyDecorators(
    Documented({
      operationId: 'getSandboxClock',
      summary: 'Read the clock of the sandbox',
      description: 'Only in sandbox mode. Watches and the scripted companies use this clock. Free.',
    }),
    ApiAnswer(200, ClockShape),
  );

export const ApiAdvanceClock = () =>
  applyDecorators(
    Documented({
      operationId: 'advanceSandboxClock',
      summary: 'Move the clock of the sandbox forward',
      description:
        'Only in sandbox mode, for the whole installation, and only forward; concurrent advances add up. Returns 200 once everything that fell due has happened, or 202 while it is in progress. A key or an application with limits may not move it.',
    }),
    ApiAnswer(200, ClockShape),
    ApiAccepted(ClockShape),
    ApiPreferWait(),
    ApiErrors('FORBIDDEN'),
  );
