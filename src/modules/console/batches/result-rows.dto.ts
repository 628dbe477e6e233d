import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { DEFAULT_LISTED, MOST_BATCH_BYTES, MOST_LISTED } from '../../../core/limits.js';
import { ResultRowsQuery } from '../../batches/batches.dto.js';

/** Rows of the results by pages: the API gives them as one file. */
export class ResultRowsPageQuery extends ResultRowsQuery {
  /** The line of the last row of the page before. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MOST_BATCH_BYTES)
  cursor?: number;

  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST_LISTED)
  @JSONSchema({ default: DEFAULT_LISTED })
  limit: number = DEFAULT_LISTED;
}
