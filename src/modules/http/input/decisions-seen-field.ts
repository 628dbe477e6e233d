import { applyDecorators } from '@nestjs/common';
import { IntegerField, Optional } from './fields.js';

/** Of a decision: so that of two people at once, the second learns what the first decided. */
export function DecisionsSeenField(): PropertyDecorator {
  const description =
    'How many of its decisions you have seen. If somebody has chosen another record since, this decision is refused, and the error says theirs.';
  return applyDecorators(IntegerField({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }), Optional());
}
