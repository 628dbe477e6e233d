import { IntegerField, Optional, StringField } from '../input/fields.js';
import { invalid, type InvalidRequest } from '../../../core/invalid-request.js';
import { parseId, type Id, type IdPrefix } from '../../../core/ids.js';
import type { Page } from '../../../core/page.js';
import { DEFAULT_LISTED, MAX_COUNTED, MAX_LISTED } from '../../../core/limits.js';
import { idOf, named, whole } from './answer-fields.js';
import { z } from 'zod';

export const PaginationShape = named(
  'Pagination',
  'The position of this page in the list.',
  z.object({
    limit: whole('The requested number of entries.', { least: 1, most: MAX_LISTED }),
    offset: whole('Number of skipped entries.'),
    total: whole(`Number of entries in all; lists of jobs and deliveries count up to ${MAX_COUNTED}.`),
  }),
);

/** A named page of a list that is read with `cursor`. */
export function cursorPage<Fields extends z.ZodRawShape>(
  prefix: IdPrefix,
  id: string,
  description: string,
  fields: Fields,
) {
  const next = idOf(prefix, 'The cursor of the next page; absent on the last page.').optional();
  return named(id, description, z.object({ ...fields, next_cursor: next }));
}

export const MAX_OFFSET = 2_000_000_000;

/** The size of a page. */
function Limit(): PropertyDecorator {
  const size = IntegerField({
    minimum: 1,
    maximum: MAX_LISTED,
    description: 'Maximum entries.',
    example: DEFAULT_LISTED,
  });
  return (target, property) => [size, Optional()].forEach((decorate) => decorate(target, property));
}

export class PageQuery implements Page {
  @Limit()
  limit: number = DEFAULT_LISTED;

  @Optional()
  @IntegerField({
    minimum: 0,
    maximum: MAX_OFFSET,
    description: 'Number of entries to skip.',
    example: 0,
  })
  offset: number = 0;
}

export class CursorQuery {
  @Optional()
  @StringField({ description: 'The next_cursor of the previous page.' })
  cursor?: string;

  @Limit()
  limit: number = DEFAULT_LISTED;
}

/** Parses a cursor; throws `VALIDATION_ERROR` if it is not one. */
export function cursorIn<P extends IdPrefix>(prefix: P, cursor: string | undefined): Id<P> | undefined {
  const id = cursor === undefined ? undefined : parseId(prefix, cursor);
  if (cursor !== undefined && !id) throw notOfAPage();
  return id;
}

export function notOfAPage(): InvalidRequest {
  return invalid('cursor', 'must be the next_cursor of a page');
}

export function pagination({ limit, offset }: Page, total: number): z.infer<typeof PaginationShape> {
  return { limit, offset, total };
}
