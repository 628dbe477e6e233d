import { Optional, Text } from '../../http/input/fields.js';

export class GuideSearchQuery {
  @Optional()
  @Text(0, 200, 'The words to look for.', 'refund')
  q?: string;
}
