/** One record of an extract: column names to texts, empty cells left out. */
export type Row = Readonly<Record<string, string>>;

export interface Answer {
  status: number;
  /** Sent as JSON. */
  body: unknown;
}

export interface Question {
  method: string;
  /** What follows the register's own prefix. */
  path: string;
  query: URLSearchParams;
  /** What was sent along; empty for a GET. */
  body: string;
}

/** One register played over its extract, in its own protocol. */
export interface Dialect {
  answer(question: Question): Answer;
  /** Three names the register knows, of live entities where it tells. */
  sampleNames(): string[];
}
