import type { FictionalCompany } from '../companies/company.js';
import type { RegisterVocabulary } from '../companies/fictional-companies.js';
import type { Dialect } from '../dialect.js';
import type { ScriptWords } from '../script.js';

/** A register that publishes a file and answers no questions. */
export interface PublishedFile {
  code: string;
  vocabulary: RegisterVocabulary;
  /** Its words for what happens to the companies of the story. */
  words: ScriptWords;
  /**
   * What the file may be called in a folder of extracts, the best first; of a pattern, all that
   * fit.
   */
  names: readonly RegExp[];
  /** Of the files that `write` makes. */
  ending: string;
  write(companies: readonly FictionalCompany[]): Buffer;
  /** The bundled file, as the register publishes it. */
  bundle(companies: readonly FictionalCompany[]): readonly [name: string, content: Buffer];
  /**
   * Where the file is offered for download; `undefined` when the folder has none. Left out for a
   * register whose file only persons can fetch.
   */
  offer?(folder: string): Dialect | undefined;
}

/** The records behind the forced names, in a file of their own. */
export function forcedFile({ code, ending }: PublishedFile): string {
  return `${code}.forced.${ending}`;
}
