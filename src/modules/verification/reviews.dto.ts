import { MAX_ENTITY_NAME_LENGTH } from '../../core/limits.js';
import { CursorQuery } from '../http/answers/paging.js';
import { BooleanField, Optional, Text } from '../http/input/fields.js';

/** Which unsure matches. */
export class ReviewsQuery extends CursorQuery {
  @Optional()
  @Text(1, MAX_ENTITY_NAME_LENGTH, 'Only matches whose asked name or custom_id holds this.', 'lanterns')
  text?: string;

  @Optional()
  @BooleanField({ description: 'Only matches that are decided, or that wait.' })
  decided?: boolean;
}
