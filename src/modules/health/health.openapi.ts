import { applyDecorators } from '@nestjs/common';
import { Documented, ApiAnswer } from '../openapi/api-answers.js';
import { LiveShape, ReadyShape, NotReadyShape, HealthyShape, UnhealthyShape } from './health.response.js';

export const ApiCheckLive = () =>
  applyDecorators(
    Documented({
      operationId: 'checkLive',
      summary: 'Check whether the process is alive',
      description: 'Checks no dependencies.',
    }),
    ApiAnswer(200, LiveShape),
  );

export const ApiCheckReady = () =>
  applyDecorators(
    Documented({
      operationId: 'checkReady',
      summary: 'Check whether it can serve requests',
      description: 'Checks every dependency, each within two seconds.',
    }),
    ApiAnswer(200, ReadyShape),
    ApiAnswer(503, NotReadyShape),
  );

export const ApiCheckHealth = () =>
  applyDecorators(
    Documented({
      operationId: 'checkHealth',
      summary: 'Check its health, for people',
      description: 'Liveness and readiness in one answer.',
    }),
    ApiAnswer(200, HealthyShape),
    ApiAnswer(503, UnhealthyShape),
  );
