import { BatchesQuery } from '../../batches/batches.dto.js';
import { Optional, StringField } from '../../http/input/fields.js';

export class SupportBatchesQuery extends BatchesQuery {
  @Optional()
  @StringField({ description: 'Only batches of this account.' })
  account_id?: string;
}
