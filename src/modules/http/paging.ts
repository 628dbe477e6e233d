import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Page } from '../../core/page.js';

/** The longest page of a list, and a page unless something else is asked for. */
export const MOST_LISTED = 100;
const LISTED = 20;

export class PageQuery implements Page {
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST_LISTED)
  @JSONSchema({ description: 'How many to list.', example: LISTED, default: LISTED })
  limit: number = LISTED;

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
