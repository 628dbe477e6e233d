import { applyDecorators } from '@nestjs/common';
import { Documented, ApiText } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';

export const ApiReadMetrics = () =>
  applyDecorators(
    Documented({
      operationId: 'readMetrics',
      summary: 'Read the metrics',
      description:
        'In the text format of Prometheus. Needs `Authorization: Bearer METRICS_TOKEN` where the operator set one.',
    }),
    ApiText(),
    ApiErrors('UNAUTHORIZED'),
  );
