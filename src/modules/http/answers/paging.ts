import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import type { Page } from '../../../core/page.js';
import { DEFAULT_LISTED, MOST_COUNTED, MOST_LISTED } from '../../../core/limits.js';
import { named, whole } from './answer-fields.js';
import { z } from 'zod';

export const PaginationShape = named(
  'Pagination',
  'Which part of a list this is.',
  z.object({
    limit: whole('How many were asked for.', { least: 1, most: MOST_LISTED }),
    offset: whole('How many were left out first.'),
    total: whole(`How many there are; lists of jobs and deliveries count no more than ${MOST_COUNTED}.`),
  }),
);

export class PageQuery implements Page {
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST_LISTED)
  @JSONSchema({ description: 'How many to list.', example: DEFAULT_LISTED, default: DEFAULT_LISTED })
  limit: number = DEFAULT_LISTED;

  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(2_000_000_000)
  @JSONSchema({ description: 'How many to leave out first.', example: 0, default: 0 })
  offset: number = 0;
}

/** The `pagination` of a page. */
export function pagination({ limit, offset }: Page, total: number): z.infer<typeof PaginationShape> {
  return { limit, offset, total };
}
