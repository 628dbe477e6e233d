import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Page } from '../../core/page.js';

export class PageQuery implements Page {
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100)
  @JSONSchema({ description: 'How many to list.', example: 20, default: 20 })
  limit: number = 20;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(2_000_000_000)
  @JSONSchema({ description: 'How many to leave out first.', example: 0, default: 0 })
  offset: number = 0;
}

/** The `pagination` of a page. */
export function pagination({ limit, offset }: Page, total: number) {
  return { limit, offset, total };
}
