import { applyDecorators } from '@nestjs/common';
import { Documented, ApiAnswer } from '../openapi/api-answers.js';
import { JurisdictionsShape, ConfigShape } from './discovery.response.js';

export const ApiListJurisdictions = () =>
  applyDecorators(
    Documented({
      operationId: 'listJurisdictions',
      summary: 'List the jurisdictions',
      description: 'With the tiers and the present state of each register. Needs no key.',
    }),
    ApiAnswer(200, JurisdictionsShape, 'ETag'),
  );

export const ApiGetConfig = () =>
  applyDecorators(
    Documented({
      operationId: 'getConfig',
      summary: 'Read prices, packages and limits',
      description: 'Needs no key.',
    }),
    ApiAnswer(200, ConfigShape, 'ETag'),
  );
