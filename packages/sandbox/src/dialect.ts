import type { FictionalCompany } from './companies/company.js';
import type { RegisterVocabulary } from './companies/fictional-companies.js';

/** A record of an extract: column names to texts, without empty cells. */
export type Row = Readonly<Record<string, string>>;

export interface Answer {
  status: number;
  /** Sent as JSON, or unchanged if it is a Buffer. */
  body: unknown;
  /** In addition to the content type, which they may override. */
  headers?: Readonly<Record<string, string>>;
  /** The register's response time in milliseconds; 0 by default. */
  takesMs?: number;
}

export interface Question {
  method: string;
  /** The path without the register's prefix. */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty for GET. */
  body: string;
}

/** A register simulated over its extract, in its own protocol. */
export interface Dialect {
  answer(question: Question): Answer;
  /** Three names the register knows, of live entities where it records that. */
  sampleNames(): string[];
}

export interface PlayedRegister {
  code: string;
  vocabulary: RegisterVocabulary;
  /**
   * The bundled extracts by file name, in the source's own fields: texts for `.csv`, any objects
   * for `.jsonl`.
   */
  extracts(companies: readonly FictionalCompany[]): Readonly<Record<string, readonly object[]>>;
  /**
   * Opens the register over the extracts of the folder and the given companies. `undefined` if the
   * folder has no extract of it.
   */
  open(folder: string, companies: readonly FictionalCompany[]): Dialect | undefined;
}
