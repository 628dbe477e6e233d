import { applyDecorators } from '@nestjs/common';
import { IntegerField, Optional, StringField } from '../../http/input/fields.js';
import { PageQuery } from '../../http/answers/paging.js';
import { SearchBody } from '../../search/search.dto.js';
import { VerifyBody } from '../../verification/verification.dto.js';
import { PRICES } from '../../../core/billing/pricing.js';
import { MAX_IDEMPOTENCY_KEY_LENGTH, MAX_WAIT_SECONDS } from '../../../core/limits.js';

/** Longer than most registers take, shorter than most clients wait. */
const DEFAULT_WAIT_SECONDS = 10;

function IdempotencyKey() {
  const description = 'Your own text, new for each question: repeated, it answers the same, free.';
  const field = StringField({
    minLength: 1,
    maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
    printable: true,
    description,
  });
  return applyDecorators(field, Optional());
}

function WaitSeconds() {
  const description = 'How long to wait before a job_id is returned.';
  const field = IntegerField({ minimum: 0, maximum: MAX_WAIT_SECONDS, description });
  return applyDecorators(field, Optional());
}

export class NoInput {}

/** The body of POST /v1/verify, with its headers as fields. */
export class VerifyBusinessInput extends VerifyBody {
  @IdempotencyKey()
  idempotency_key?: string;

  @WaitSeconds()
  wait_seconds: number = DEFAULT_WAIT_SECONDS;
}

/** The body of POST /v1/search, with its headers as fields. */
export class SearchEntitiesInput extends SearchBody {
  @IdempotencyKey()
  idempotency_key?: string;

  @WaitSeconds()
  wait_seconds: number = DEFAULT_WAIT_SECONDS;
}

export class JobInput {
  @StringField({
    description: 'The job_id of an earlier answer, or the batch_id of a batch.',
    example: 'job_01jd3z0v9sfzt8k3d9a4q6r2mv',
  })
  job_id!: string;
}

export class EntityInput {
  @StringField({ description: 'The entity_id of an earlier answer.', example: 'ent_01jd3z0v9sfzt8k3d9a4q6r2mv' })
  entity_id!: string;
}

export class HistoryInput extends PageQuery {
  @StringField({ description: 'The entity_id of an earlier answer.', example: 'ent_01jd3z0v9sfzt8k3d9a4q6r2mv' })
  entity_id!: string;

  @Optional()
  @IntegerField({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The most credits it may cost.',
    example: PRICES.history,
  })
  max_credits?: number;

  @IdempotencyKey()
  idempotency_key?: string;
}
