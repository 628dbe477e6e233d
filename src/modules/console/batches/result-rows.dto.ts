import { IntegerField, Optional } from '../../http/input/fields.js';
import { DEFAULT_LISTED, MAX_BATCH_BYTES, MAX_LISTED } from '../../../core/limits.js';
import { ResultRowsQuery } from '../../batches/batches.dto.js';

/** Rows of the results by pages: the API gives them as one file. */
export class ResultRowsPageQuery extends ResultRowsQuery {
  @Optional()
  @IntegerField({ minimum: 0, maximum: MAX_BATCH_BYTES, description: 'The line of the last row of the page before.' })
  cursor?: number;

  @Optional()
  @IntegerField({ minimum: 1, maximum: MAX_LISTED, description: 'How many to list.', default: DEFAULT_LISTED })
  limit: number = DEFAULT_LISTED;
}
