import { applyDecorators } from '@nestjs/common';
import { Documented, ApiAnswer } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { MeantShape, JobListShape } from './jobs.response.js';

export const ApiRecordMeant = () =>
  applyDecorators(
    Documented({
      operationId: 'recordMeant',
      summary: 'Decide which business a job means',
      description:
        'For a match with `review: true`. The decision appears in GET /v1/jobs and in the data export; the answer does not change. The decision is final: a different one is refused. A key or an application with limits decides only what it requested. Free. Scope account:write.',
    }),
    ApiAnswer(200, MeantShape),
    ApiErrors('JOB_NOT_FOUND', 'FORBIDDEN'),
  );

export const ApiListJobs = () =>
  applyDecorators(
    Documented({
      operationId: 'listJobs',
      summary: 'List jobs',
      description:
        'The jobs of the account, newest first. Free. Cached answers have no job: GET /v1/billing lists every charge.',
    }),
    ApiAnswer(200, JobListShape),
    ApiErrors('JURISDICTION_NOT_SUPPORTED'),
  );
