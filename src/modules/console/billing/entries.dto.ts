import { IsIn, IsOptional, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { ENTRY_TYPES, type EntryType } from '../../../core/billing/ledger-entry.js';
import { LONGEST_ENTITY_NAME } from '../../../core/limits.js';
import { CursorQuery } from '../../http/answers/paging.js';
import { Text } from '../../http/input/request-schema.js';

/** Which movements a person looks for. */
export class EntriesQuery extends CursorQuery {
  @IsOptional()
  @IsIn([...ENTRY_TYPES])
  @JSONSchema({ type: 'string', description: 'Only movements of this type.' })
  type?: EntryType;

  @IsOptional()
  @Text(1, LONGEST_ENTITY_NAME, 'Only movements whose description or name holds this.', 'lanterns')
  text?: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ format: 'date', description: 'Only movements of this day (UTC) or later.', example: '2026-01-01' })
  from?: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ format: 'date', description: 'Only movements of this day (UTC) or before.', example: '2026-01-31' })
  to?: string;
}
