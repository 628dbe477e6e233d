import { applyDecorators } from '@nestjs/common';
import { MAX_REFERENCE_LENGTH } from '../../../core/limits.js';
import { KeptText, Optional } from './fields.js';

/** The caller's own reference for a question. `nullable`: null removes it. */
export function ReferenceField({
  description = 'Your own reference, returned as sent.',
  nullable = false,
} = {}): PropertyDecorator {
  const field = KeptText(MAX_REFERENCE_LENGTH, description, { nullable });
  return applyDecorators(field, Optional());
}
