import type { Schemas } from './operations.js';

/**
 * Every item of a list that goes on by cursor. `step` asks for the page behind a cursor, and for
 * the first one without.
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
 * Every item of a list that is counted. What is put before it meanwhile moves the rest: an item may
 * then come twice.
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
