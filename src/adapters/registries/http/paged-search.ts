import type { Candidates, NameQuery } from '../../../core/registries/ports.js';
import { OddRows } from './fields.js';
import type { RegisterRecord } from '../../../core/registries/record.js';

/**
 * One page of a register's results for a text. `undefined` is an entry that is not an entity of
 * this jurisdiction.
 */
export interface TextPage {
  records: readonly (RegisterRecord | undefined)[];
  /** The register has more results for this text. */
  more: boolean;
  /** Total number of pages, if the register states it. */
  pages?: number;
  /** `false` if an entry could not be read and was skipped. Default: `true`. */
  complete?: boolean;
}

/** Queries the register for a text. Pages count from 0. */
export type ReadPage = (text: string, page: number) => Promise<TextPage>;

export interface TextBounds {
  /** Limit for a text that must be read to its end. */
  pages: number;
  /**
   * Limit for a text that only helps to find other spellings. 0 if another search of the register
   * does that.
   */
  nearPages: number;
}

interface TextForm {
  text: string;
  /** A "no" requires reading this text to its end. */
  decisive: boolean;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const MAX_NEAR_WORDS = 3;
/** Alternative spellings of numbers tried. */
const MAX_OTHERWISE = 2;
/** A shorter half would begin too many names. */
const LEAST_HALF = 3;

/**
 * Searches a register that takes plain text and matches its words itself.
 *
 * **Completeness.** `complete: true` requires reading the core of the name, without its legal form,
 * to its last page, even if the name is found on an earlier one. This covers everything with that
 * name, including a second business on the last page. If the question is still open, other forms
 * follow: the name as typed, with dots between initials, and with its numbers spelled otherwise;
 * its distinctive words; and the name without one of those, in case that one is misspelt. For a
 * single word, its first half follows, which a slip in the other half does not affect: registers
 * that match beginnings find it, others find nothing. These registers return the best matches
 * first, so only the beginning of these forms is read, and where they end says nothing about the
 * name itself. If one of them finds the name, it is read to its end.
 */
export async function searchByText(query: NameQuery, readPage: ReadPage, bounds: TextBounds): Promise<Candidates> {
  const found = new Map<string, RegisterRecord>();
  let complete = true;
  const satisfied = () => query.satisfiedBy([...found.values()]);
  let readable = false;
  let odd: OddRows | undefined;
  for (const { text, decisive } of textForms(query)) {
    if (!decisive && bounds.nearPages === 0) continue;
    const pagesToRead = () => (decisive || satisfied() ? bounds.pages : bounds.nearPages);
    const ended = await readForm(text, pagesToRead, readPage, found, satisfied).then(
      (done) => {
        readable = true;
        return done;
      },
      (error: unknown) => {
        if (!(error instanceof OddRows)) throw error;
        odd ??= error;
        return false;
      },
    );
    const isFound = satisfied();
    if ((decisive || isFound) && !ended) complete = false;
    if (isFound) break;
  }
  if (odd && !readable) throw odd;
  return { records: [...found.values()], complete };
}

/**
 * Returns `true` once the last page was seen and every entry was readable. If the pages cannot end
 * within the limit, further ones add nothing to a name already found.
 */
async function readForm(
  text: string,
  pagesToRead: () => number,
  readPage: ReadPage,
  found: Map<string, RegisterRecord>,
  satisfied: () => boolean,
): Promise<boolean> {
  let allRead = true;
  for (let page = 0; page < pagesToRead(); page += 1) {
    const { records, more, pages = 0, complete = true } = await readPage(text, page);
    allRead &&= complete;
    for (const record of records) if (record && !found.has(record.id)) found.set(record.id, record);
    if (!more) return allRead;
    if (pages > pagesToRead() && (records.length === 0 || satisfied())) return false;
  }
  return false;
}

/**
 * Returns each text once. Empty for a name without letters or digits, which no register can know.
 */
function textForms({ typed, words, distinctive, otherwise }: NameQuery): TextForm[] {
  const asTyped = typed.replace(/\p{Cc}+/gu, ' ').trim();
  const core = words.join(' ');
  const without = (left: string) => words.filter((word) => word !== left).join(' ');
  const telling = words.filter((word) => distinctive.includes(word)).join(' ');
  const numbered = otherwise.slice(0, MAX_OTHERWISE).map((written) => written.join(' '));
  const near = [
    ...dotted(words),
    ...numbered,
    telling,
    ...distinctive.slice(0, MAX_NEAR_WORDS).map(without),
    ...firstHalf(words),
  ];
  const texts = [core, asTyped, ...near].filter((text) => LETTER_OR_DIGIT.test(text));
  const decisive = (core === '' ? asTyped : core).toUpperCase();
  const once = new Map(texts.map((text) => [text.toUpperCase(), text]));
  return [...once].map(([key, text]) => ({ text, decisive: key === decisive }));
}

/** Writes `HLF` as `H.L.F.`: the first word without a vowel. */
function dotted(words: readonly string[]): string[] {
  const initials = words.find((word) => /^[B-DF-HJ-NP-TV-XZ]{2,4}$/.test(word));
  const written = words.map((word) => (word === initials ? `${[...word].join('.')}.` : word));
  return initials === undefined ? [] : [written.join(' ')];
}

function firstHalf([word = '', ...others]: readonly string[]): string[] {
  const letters = [...word];
  const half = Math.ceil(letters.length / 2);
  return others.length > 0 || half < LEAST_HALF ? [] : [letters.slice(0, half).join('')];
}
