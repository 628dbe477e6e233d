import { applyDecorators } from '@nestjs/common';
import { ApiAnswer, ApiBinary, Documented } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { EvidenceShape } from './evidence.response.js';

export const ApiEntityEvidence = () =>
  applyDecorators(
    Documented({
      operationId: 'getEntityEvidence',
      summary: 'Read the evidence of an entity',
      description: 'The newest evidence, at the tier you were charged for. Free.',
    }),
    ApiAnswer(200, EvidenceShape),
    ApiErrors('ENTITY_NOT_FOUND'),
  );

export const ApiSnapshotEvidence = () =>
  applyDecorators(
    Documented({
      operationId: 'getSnapshotEvidence',
      summary: 'Read the evidence of a snapshot',
      description: 'Free.',
    }),
    ApiAnswer(200, EvidenceShape),
    ApiErrors('NOT_FOUND'),
  );

export const ApiJobEvidence = () =>
  applyDecorators(
    Documented({
      operationId: 'getJobEvidence',
      summary: 'Read the evidence of a job',
      description: 'For a no-match, the evidence of the whole search. Free.',
    }),
    ApiAnswer(200, EvidenceShape),
    ApiErrors('JOB_NOT_FOUND'),
  );

export const ApiRowEvidence = () =>
  applyDecorators(
    Documented({
      operationId: 'getRowEvidence',
      summary: 'Read the evidence of a row',
      description: 'The evidence of the answer of a row; for a no-match, of the whole search. Free.',
    }),
    ApiAnswer(200, EvidenceShape),
    ApiErrors('NOT_FOUND'),
  );

export const ApiEvidenceFile = () =>
  applyDecorators(
    Documented({
      operationId: 'getEvidenceFile',
      summary: 'Download evidence as a WARC file',
      description: 'WARC 1.1, compressed; readable without this service. Free.',
    }),
    ApiBinary('application/gzip'),
    ApiErrors('NOT_FOUND'),
  );
