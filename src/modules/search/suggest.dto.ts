import { MAX_ENTITY_NAME_LENGTH, MAX_SUGGESTIONS } from '../../core/limits.js';
import { IntegerField, Optional, StringField, ComparedText } from '../http/input/fields.js';

const DEFAULT_SUGGESTIONS = 10;

export class SuggestQuery {
  @ComparedText(1, MAX_ENTITY_NAME_LENGTH, 'The text typed so far.', 'imaginary lan')
  q!: string;

  @Optional()
  @StringField({ description: 'Only from this register.', example: 'us-fl' })
  jurisdiction?: string;

  @Optional()
  @IntegerField({
    minimum: 1,
    maximum: MAX_SUGGESTIONS,
    description: 'Maximum entries.',
  })
  limit: number = DEFAULT_SUGGESTIONS;
}
