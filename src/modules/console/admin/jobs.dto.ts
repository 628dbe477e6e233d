import { Optional, StringField } from '../../http/input/fields.js';
import { JobsQuery } from '../../verification/jobs.dto.js';

export class SupportJobsQuery extends JobsQuery {
  @Optional()
  @StringField({ description: 'Only jobs of this account.' })
  account_id?: string;
}
