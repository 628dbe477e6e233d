import { DateField, OneOf, Optional } from '../http/input/fields.js';
import { PageQuery } from '../http/answers/paging.js';

export class BillingQuery extends PageQuery {
  @Optional()
  @OneOf(['json', 'csv'], { description: 'csv streams every entry from `from` to `to`.', default: 'json' })
  format: 'json' | 'csv' = 'json';

  @Optional()
  @DateField({ description: 'With csv: the first day (UTC).', example: '2026-01-01' })
  from?: string;

  @Optional()
  @DateField({ description: 'With csv: the last day (UTC).', example: '2026-01-31' })
  to?: string;
}
