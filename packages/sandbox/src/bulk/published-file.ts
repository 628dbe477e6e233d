import type { FictionalCompany } from '../companies/company.js';
import type { RegisterVocabulary } from '../companies/fictional-companies.js';
import type { Dialect } from '../dialect.js';
import type { ScriptWords } from '../script.js';

export interface PublishedFile {
  code: string;
  vocabulary: RegisterVocabulary;
  words: ScriptWords;
  /**
   * Accepted file names in a folder of extracts, in order of preference. All files that match a
   * pattern are used.
   */
  names: readonly RegExp[];
  /** File extension of the files that `write` creates. */
  ending: string;
  write(companies: readonly FictionalCompany[]): Buffer;
  bundle(companies: readonly FictionalCompany[]): readonly (readonly [name: string, content: Buffer])[];
  /**
   * Serves the file for download; `undefined` if the folder has none. Omitted for registers whose
   * file only a person can download.
   */
  offer?(folder: string): Dialect | undefined;
}

export function forcedFile({ code, ending }: PublishedFile): string {
  return `${code}.forced.${ending}`;
}
