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
        'For a match with `review: true`, after a person has compared the records. It is kept with the job, in GET /v1/jobs and in the data export; the answer of the job stays as it is. Free; sent again, it replaces what was said.',
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
