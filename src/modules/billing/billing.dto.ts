import { IsIn, IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { PageQuery } from '../http/answers/paging.js';

export class BillingQuery extends PageQuery {
  @IsOptional()
  @IsIn(['json', 'csv'])
  @JSONSchema({ type: 'string', description: 'csv streams every entry from `from` to `to`.', default: 'json' })
  format: 'json' | 'csv' = 'json';

  @IsOptional()
  @IsString()
  @JSONSchema({ format: 'date', description: 'With csv: the first day (UTC).', example: '2026-01-01' })
  from?: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ format: 'date', description: 'With csv: the last day (UTC).', example: '2026-01-31' })
  to?: string;
}
