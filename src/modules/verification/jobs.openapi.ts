import { applyDecorators } from '@nestjs/common';
import { Documented, ApiAnswer } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { MeantShape, JobListShape } from './jobs.response.js';

export const ApiRecordMeant = () =>
  applyDecorators(
    Documented({
      operationId: 'recordMeant',
      summary: 'Record which business was meant',
      description:
        'For a match with `review: true`. Kept with the job, in GET /v1/jobs and the data export; the answer stays as it is, and so does the decision: another one is refused. Free.',
    }),
    ApiAnswer(200, MeantShape),
    ApiErrors('JOB_NOT_FOUND'),
  );

export const ApiListJobs = () =>
  applyDecorators(
    Documented({
      operationId: 'listJobs',
      summary: 'List what was asked',
      description:
        'The jobs of the account, the newest first. Free. What was known already needed no job: GET /v1/billing has every charge.',
    }),
    ApiAnswer(200, JobListShape),
    ApiErrors('JURISDICTION_NOT_SUPPORTED'),
  );
