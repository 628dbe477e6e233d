import { MAX_LABEL_LENGTH } from '../../../core/limits.js';
import { Optional, Text } from '../../http/input/fields.js';

export class GuideSearchQuery {
  @Optional()
  @Text(0, MAX_LABEL_LENGTH, 'The words to look for.', 'refund')
  q?: string;
}
