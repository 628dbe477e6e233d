import { MAX_ENTITY_NAME_LENGTH } from '../../core/limits.js';
import { CursorQuery } from '../../modules/http/answers/paging.js';
import { OneOf, Optional, Text } from '../../modules/http/input/fields.js';

/** In the order of the form; open matches are shown unless asked otherwise. */
export const REVIEWS_SHOWN = ['false', 'true', 'all'] as const;

export class ShownReviewsQuery extends CursorQuery {
  @Optional()
  @Text(1, MAX_ENTITY_NAME_LENGTH, 'Only matches whose requested name or custom_id contains this text.', 'lanterns')
  text?: string;

  @Optional()
  @OneOf(REVIEWS_SHOWN, { description: 'Open matches, decided ones, or both.' })
  decided: (typeof REVIEWS_SHOWN)[number] = 'false';
}
