/** The requested part of a list. */
export interface Page {
  limit: number;
  offset: number;
}

export interface Paged<T> {
  items: T[];
  /** How many there are in all. */
  total: number;
}
