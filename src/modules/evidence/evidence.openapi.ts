import { applyDecorators } from '@nestjs/common';
import { ApiAnswer, ApiBinary, Documented } from '../openapi/api-answers.js';
import { ApiErrors } from '../openapi/api-errors.js';
import { EvidenceShape } from './evidence.response.js';

export const ApiEntityEvidence = () =>
  applyDecorators(
    Documented({
      operationId: 'getEntityEvidence',
      summary: 'Read what an entity rests on',
      description: 'The newest, at the tier you were charged for. Free.',
    }),
    ApiAnswer(200, EvidenceShape),
    ApiErrors('ENTITY_NOT_FOUND'),
  );

export const ApiSnapshotEvidence = () =>
  applyDecorators(
    Documented({
      operationId: 'getSnapshotEvidence',
      summary: 'Read what a snapshot rests on',
      description: 'Free.',
    }),
    ApiAnswer(200, EvidenceShape),
    ApiErrors('NOT_FOUND'),
  );

export const ApiJobEvidence = () =>
  applyDecorators(
    Documented({
      operationId: 'getJobEvidence',
      summary: 'Read what the answer of a job rests on',
      description: 'Of a no-match: the whole search. Free.',
    }),
    ApiAnswer(200, EvidenceShape),
    ApiErrors('JOB_NOT_FOUND'),
  );

export const ApiRowEvidence = () =>
  applyDecorators(
    Documented({
      operationId: 'getRowEvidence',
      summary: 'Read what the answer of a row rests on',
      description: 'Of a row of a batch. Of a no-match: the whole search. Free.',
    }),
    ApiAnswer(200, EvidenceShape),
    ApiErrors('NOT_FOUND'),
  );

export const ApiEvidenceFile = () =>
  applyDecorators(
    Documented({
      operationId: 'getEvidenceFile',
      summary: 'Take evidence away as a WARC file',
      description: 'WARC 1.1, packed: readable without this service. Free.',
    }),
    ApiBinary('application/gzip'),
    ApiErrors('NOT_FOUND'),
  );
