/** One record of an extract: column names to texts, empty cells left out. */
export type Row = Readonly<Record<string, string>>;

export interface Answer {
  status: number;
  /** Sent as JSON. */
  body: unknown;
}

/** One register played over its extract, in its own protocol. */
export interface Dialect {
  /** `path` is what follows the register's own prefix. */
  answer(path: string, query: URLSearchParams): Answer;
  /** Three names the register knows, of live entities where it tells. */
  sampleNames(): string[];
}
