import { applyDecorators } from '@nestjs/common';
import { Documented, ApiAnswer } from '../openapi/api-answers.js';
import { EventsShape } from './events.response.js';

export const ApiListEvents = () =>
  applyDecorators(
    Documented({
      operationId: 'listEvents',
      summary: 'Catch up on events',
      description:
        'Every event in order, for receivers that were unavailable: remember next_cursor and continue from there.',
    }),
    ApiAnswer(200, EventsShape),
  );
