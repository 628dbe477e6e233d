import { IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { JobsQuery } from '../../verification/jobs.dto.js';

export class SupportJobsQuery extends JobsQuery {
  @IsOptional()
  @IsString()
  @JSONSchema({ description: 'Only jobs of this account.' })
  account_id?: string;
}
