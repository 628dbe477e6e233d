import type { FictionalCompany } from './companies/company.js';
import type { RegisterVocabulary } from './companies/fictional-companies.js';

/** One record of an extract: column names to texts, empty cells left out. */
export type Row = Readonly<Record<string, string>>;

export interface Answer {
  status: number;
  /** Sent as JSON; a Buffer as it is. */
  body: unknown;
  /** Beside the content type, which they may replace. */
  headers?: Readonly<Record<string, string>>;
  /**
   * How long the register takes over the question, in milliseconds; answered at once when left out.
   */
  takesMs?: number;
}

export interface Question {
  method: string;
  /** What follows the register's own prefix. */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What was sent along; empty for a GET. */
  body: string;
}

/** One register played over its extract, in its own protocol. */
export interface Dialect {
  answer(question: Question): Answer;
  /** Three names the register knows, of live entities where it tells. */
  sampleNames(): string[];
}

/** A register the sandbox can play. */
export interface PlayedRegister {
  code: string;
  vocabulary: RegisterVocabulary;
  /**
   * The bundled extracts by file name, in the source's own fields: texts for `.csv`, any objects
   * for `.jsonl`.
   */
  extracts(companies: readonly FictionalCompany[]): Readonly<Record<string, readonly object[]>>;
  /**
   * The register over the extracts of the folder; the companies given are listed too. `undefined`
   * when there are none of it.
   */
  open(folder: string, companies: readonly FictionalCompany[]): Dialect | undefined;
}
