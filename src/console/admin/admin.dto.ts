import { BatchesQuery } from '../../modules/batches/batches.dto.js';
import { OneOf, Optional, StringField } from '../../modules/http/input/fields.js';
import { JobsPageQuery } from '../../modules/verification/jobs.dto.js';

export class SupportBatchesQuery extends BatchesQuery {
  @Optional()
  @StringField({ description: 'Only batches of this account.' })
  account_id?: string;
}

export class SupportJobsQuery extends JobsPageQuery {
  @Optional()
  @StringField({ description: 'Only jobs of this account.' })
  account_id?: string;
}

export const PERIODS = ['1', '7', '30'] as const;

export class OverviewQuery {
  @Optional()
  @OneOf(PERIODS, { description: 'How many days, up to now.' })
  days: (typeof PERIODS)[number] = '1';
}
