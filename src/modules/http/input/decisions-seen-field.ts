import { applyDecorators } from '@nestjs/common';
import { IntegerField, Optional } from './fields.js';

/** Far more than a person makes about one record. */
const MAX_SEEN = 1_000_000;

/** Of a decision: so that of two people at once, the second learns what the first decided. */
export function DecisionsSeenField(): PropertyDecorator {
  const description =
    'How many decisions about it you have seen. If somebody has decided otherwise since, this one is refused and the error says what they decided.';
  return applyDecorators(IntegerField({ minimum: 0, maximum: MAX_SEEN, description }), Optional());
}
