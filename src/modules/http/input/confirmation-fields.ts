import { applyDecorators } from '@nestjs/common';
import { MAX_CONFIRMATION_CREDITS, type ConfirmationThreshold } from '../../../core/confirmations/threshold.js';
import { IntegerField, ObjectField, Optional } from './fields.js';

const EXPECTED = `{ "credits": 0 to ${MAX_CONFIRMATION_CREDITS} }`;

class ConfirmationBody implements ConfirmationThreshold {
  @IntegerField({
    minimum: 0,
    maximum: MAX_CONFIRMATION_CREDITS,
    description: 'A call that can cost more credits than this must be confirmed.',
  })
  credits!: number;
}

/** An optional threshold; `null` removes it if `nullable`. */
export function ConfirmationField(description: string, { nullable }: { nullable: boolean }): PropertyDecorator {
  const field = ObjectField(() => ConfirmationBody, {
    description,
    nullable,
    example: { credits: 5 },
    expected: EXPECTED,
  });
  return applyDecorators(field, Optional());
}
