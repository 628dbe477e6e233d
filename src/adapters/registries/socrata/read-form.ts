import { SlowQuery } from '../http/client.js';
import type { NameForm } from './name-forms.js';

/** Of one form, in the pages that an adapter turns. */
export const FIRST_PAGE: readonly number[] = [0];
const FURTHER_PAGES: readonly number[] = [1, 2, 3, 4];
const ALL_PAGES = [...FIRST_PAGE, ...FURTHER_PAGES];

/**
 * Milliseconds for one query that a portal cannot answer from an index (`like '%…%'` in every spelling, over millions of rows). Patterns
 * that take longer are given up: the name is then not searched to the end.
 */
export const NEAR_LIMIT_MS = 6_000;

/**
 * Whether all that could be meant has been read. Common words are put narrowly before their further pages are turned: the name itself is
 * among the narrow answers. A name without words has no such form, and nothing to be read.
 */
export async function readForm(
  form: NameForm | undefined,
  satisfied: () => boolean,
  read: (where: string, pages: readonly number[]) => Promise<boolean>,
): Promise<boolean> {
  if (form === undefined || (await read(form.broad, FIRST_PAGE))) return true;
  const complete = await read(form.narrow, ALL_PAGES);
  if (satisfied()) return complete;
  return (await read(form.broad, FURTHER_PAGES)) || complete;
}

/** What `read` returns, and false when a query in it took longer than it was given. */
export async function inTime(read: () => Promise<boolean>): Promise<boolean> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof SlowQuery)) throw error;
    return false;
  }
}
