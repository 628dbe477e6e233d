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
      description: `Looks at the register every day, week or 30 days and tells what changed, in the feed (GET /v1/webhooks/events) and to webhook_url. Free; each answered check costs its tier, a check without an answer nothing. One watch for each business and account, ${MAX_WATCHES} at most. Nothing is asked at once: the first check is compared with what is known.`,
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
      description: 'What is left out stays; null lifts webhook_url or max_credits_per_month. Free.',
    }),
    ApiAnswer(200, WatchShape),
    ApiErrors('NOT_FOUND', 'FORBIDDEN'),
  );

export const ApiDeleteWatch = () =>
  applyDecorators(
    Documented({
      operationId: 'deleteWatch',
      summary: 'Watch a business no longer',
      description: 'What was not delivered yet is dropped; the feed keeps what was told. Free.',
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
        'Asks the register beside the regular moments, which stay as they are. Costs the tier of the watch, within its max_credits_per_month, and nothing when the register does not answer. While a check is under way, its job is returned, free.',
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
      description: 'Only in sandbox mode. Watches and the scripted companies go by it. Free.',
    }),
    ApiAnswer(200, ClockShape),
  );

export const ApiAdvanceClock = () =>
  applyDecorators(
    Documented({
      operationId: 'advanceSandboxClock',
      summary: 'Move the clock of the sandbox forward',
      description:
        'Only in sandbox mode, for the whole installation, forward only; two at once add up. Answers 200 when everything that fell due in between has happened, or 202 while it is still happening.',
    }),
    ApiAnswer(200, ClockShape),
    ApiAccepted(ClockShape),
    ApiPreferWait(),
  );
