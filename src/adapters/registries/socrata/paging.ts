export const PAGE_ROWS = 1000;
const KEYS_PER_REQUEST = 200;

/** Returns `true` once the last page was seen. */
export async function readPages(
  pages: readonly number[],
  readPage: (page: { limit: number; offset: number }) => Promise<number>,
): Promise<boolean> {
  for (const page of pages) {
    if ((await readPage({ limit: PAGE_ROWS, offset: page * PAGE_ROWS })) < PAGE_ROWS) return true;
  }
  return false;
}

/** Returns the keys in groups that fit into a request. */
export function requestsOf<T>(keys: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(keys.length / KEYS_PER_REQUEST) }, (_, at) =>
    keys.slice(at * KEYS_PER_REQUEST, (at + 1) * KEYS_PER_REQUEST),
  );
}
