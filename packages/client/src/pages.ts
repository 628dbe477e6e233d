import type { Schemas } from './operations.js';

/**
 * Yields every item of a cursor-paginated list. `step` fetches the page after a cursor, or the
 * first page without one.
 */
export async function* byCursor<T>(
  step: (cursor: string | undefined) => Promise<{ items: readonly T[]; next: string | undefined }>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await step(cursor);
    yield* page.items;
    cursor = page.next;
  } while (cursor !== undefined);
}

/**
 * Yields every item of an offset-paginated list. Items inserted meanwhile shift the rest, so an
 * item may be yielded twice.
 */
export async function* byOffset<T>(
  step: (offset: number) => Promise<{ items: readonly T[]; pagination: Schemas['Pagination'] }>,
): AsyncGenerator<T, void, undefined> {
  let offset = 0;
  for (;;) {
    const { items, pagination } = await step(offset);
    yield* items;
    offset += items.length;
    if (items.length === 0 || offset >= pagination.total) return;
  }
}
