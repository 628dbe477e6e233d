export interface Page {
  limit: number;
  offset: number;
}

export interface Paged<T> {
  items: readonly T[];
  total: number;
}

/** `found` has one more than the page size if there is another page. */
export function pageOf<T extends { id: string }>(
  found: readonly T[],
  limit: number,
): { items: T[]; next: T['id'] | undefined } {
  return pageBy(found, limit, ({ id }) => id);
}

/** Like `pageOf`, for items with another cursor than their id. */
export function pageBy<T, C>(
  found: readonly T[],
  limit: number,
  cursorOf: (last: T) => C,
): { items: T[]; next: C | undefined } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? cursorOf(last) : undefined };
}

/** Items read for one page, however few of them fit. */
const MAX_LOOKED_AT = 2_000;
const AT_ONCE = 100;

interface Sought<T, C> {
  fits: (item: T) => boolean;
  cursorOf: (item: T) => C;
  after: C | undefined;
  limit: number;
}

/**
 * Returns a page of the items of a list that fit a rule which the database does not know. It reads
 * a limited number of them: the page may have fewer than `limit`, even none, and not be the last.
 */
export async function fittingPage<T, C>(
  read: (after: C | undefined, limit: number) => Promise<{ items: readonly T[]; next: C | undefined }>,
  { fits, cursorOf, after, limit }: Sought<T, C>,
): Promise<{ items: T[]; next: C | undefined }> {
  const found: T[] = [];
  let from = after;
  for (let looked = 0; looked < MAX_LOOKED_AT; looked += AT_ONCE) {
    const { items, next } = await read(from, AT_ONCE);
    for (const item of items) {
      if (!fits(item)) continue;
      const last = found.at(-1);
      if (found.length === limit && last !== undefined) return { items: found, next: cursorOf(last) };
      found.push(item);
    }
    if (next === undefined) return { items: found, next };
    from = next;
  }
  const last = found.at(-1);
  return { items: found, next: found.length === limit && last !== undefined ? cursorOf(last) : from };
}
