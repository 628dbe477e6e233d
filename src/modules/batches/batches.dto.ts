import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { DEFAULT_LISTED, MOST_LISTED } from '../../core/limits.js';
import { LONGEST_WEBHOOK_URL } from '../../core/webhooks/public-address.js';
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

export class BatchesQuery {
  @IsOptional()
  @IsString()
  @JSONSchema({ description: 'The next_cursor of the page before.' })
  cursor?: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST_LISTED)
  @JSONSchema({ description: 'How many to list.', example: DEFAULT_LISTED, default: DEFAULT_LISTED })
  limit: number = DEFAULT_LISTED;
}

export class BatchResultsQuery {
  @IsOptional()
  @IsIn([...RESULT_FORMATS])
  @JSONSchema({
    type: 'string',
    description: 'csv, or ndjson; by Accept when left out, and csv when that names neither.',
    example: 'csv',
  })
  format?: ResultFormat;
}
