export interface Page {
  limit: number;
  offset: number;
}

export interface Paged<T> {
  items: T[];
  total: number;
}

/** `found` has one more than the page size if there is another page. */
export function pageOf<T extends { id: string }>(
  found: readonly T[],
  limit: number,
): { items: T[]; next: T['id'] | undefined } {
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? items.at(-1)?.id : undefined };
}
