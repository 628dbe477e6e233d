import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { BATCH_STATUSES, RESULT_OUTCOMES, type BatchStatus, type ResultOutcome } from '../../core/batches/batch.js';
import { LONGEST_ENTITY_NAME } from '../../core/limits.js';
import { LONGEST_WEBHOOK_URL } from '../../core/webhooks/public-address.js';
import { CursorQuery } from '../http/answers/paging.js';
import { Text } from '../http/input/request-schema.js';
import { RESULT_FORMATS, type ResultFormat } from './results-file.js';

export class UploadBatchQuery {
  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_WEBHOOK_URL)
  @JSONSchema({
    description: 'An https address that is told when the batch is completed; it must resolve to public addresses.',
    example: 'https://hooks.example.com/standing',
  })
  webhook_url?: string;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  @JSONSchema({
    description: 'The most credits the batch may cost; a file that could cost more is refused and nothing is kept.',
    example: 100,
  })
  max_credits?: number;

  @IsOptional()
  @IsBoolean()
  @JSONSchema({ description: 'Start it at once.', default: false })
  start: boolean = false;
}

export class BatchesQuery extends CursorQuery {
  @IsOptional()
  @IsIn([...BATCH_STATUSES])
  @JSONSchema({ type: 'string', description: 'Only batches that stand like this.' })
  status?: BatchStatus;
}

/** Which rows of the results. */
export class ResultRowsQuery {
  @IsOptional()
  @IsIn([...RESULT_OUTCOMES])
  @JSONSchema({ type: 'string', description: 'Only rows that ended like this.' })
  outcome?: ResultOutcome;

  @IsOptional()
  @Text(1, LONGEST_ENTITY_NAME, 'Only rows whose name, official name or custom_id holds this.', 'lanterns')
  text?: string;
}

export class BatchResultsQuery extends ResultRowsQuery {
  @IsOptional()
  @IsIn([...RESULT_FORMATS])
  @JSONSchema({
    type: 'string',
    description: 'csv, or ndjson; by Accept when left out, and csv when that names neither.',
    example: 'csv',
  })
  format?: ResultFormat;
}
