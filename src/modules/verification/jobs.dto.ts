import { IsIn, IsOptional, IsString, MaxLength, ValidateIf } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { LONGEST_ENTITY_NAME, LONGEST_LABEL, LONGEST_NOTE } from '../../core/limits.js';
import { LONGEST_RECORD_NUMBER } from '../../core/registries/record-numbers.js';
import { JOB_STATUSES, type JobStatus } from '../../core/verification/job.js';
import { CursorQuery } from '../http/answers/paging.js';
import { Text } from '../http/input/request-schema.js';

export class JobsQuery extends CursorQuery {
  @IsOptional()
  @Text(1, LONGEST_ENTITY_NAME, 'Only jobs whose asked name holds this.', 'lanterns')
  text?: string;

  @IsOptional()
  @IsIn([...JOB_STATUSES])
  @JSONSchema({ type: 'string', description: 'Only jobs that stand like this.' })
  status?: JobStatus;

  @IsOptional()
  @Text(1, LONGEST_LABEL, 'Only jobs of this jurisdiction.', 'us-co')
  jurisdiction?: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ format: 'date', description: 'Only jobs filed on this day (UTC) or later.', example: '2026-01-01' })
  from?: string;

  @IsOptional()
  @IsString()
  @JSONSchema({ format: 'date', description: 'Only jobs filed on this day (UTC) or before.', example: '2026-01-31' })
  to?: string;
}

@JSONSchema({ required: ['jurisdiction_id'] })
export class MeantBody {
  @ValidateIf(({ jurisdiction_id }: MeantBody) => jurisdiction_id !== null)
  @IsString()
  @MaxLength(LONGEST_RECORD_NUMBER)
  @JSONSchema({
    type: ['string', 'null'],
    description:
      'The number of the record that was meant: of the answer, or of one of its match.alternatives. null: none of them.',
    example: '20149000014',
  })
  jurisdiction_id!: string | null;

  @IsOptional()
  @Text(1, LONGEST_NOTE, 'How it was decided.', 'The address on their invoice is that of this one.')
  note?: string;
}
