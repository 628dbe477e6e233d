import type { Candidates, NameQuery } from '../../../core/registries/ports.js';
import { OddRows } from './fields.js';
import { addAlias, askTogether, eachOnce } from './forms.js';
import { otherWritings } from './writings.js';
import type { RegisterRecord } from '../../../core/registries/record.js';

/**
 * One page of a register's results for a text. `undefined` is an entry that is not an entity of
 * this jurisdiction.
 */
export interface TextPage {
  records: readonly (RegisterRecord | undefined)[];
  /** Entries in the page, with the skipped ones. Default: the number of records. */
  received?: number;
  /** The register has more results for this text. */
  more: boolean;
  /** Total number of pages, if the register states it. */
  pages?: number;
  /** `false` if an entry could not be read and was skipped. Default: `true`. */
  complete?: boolean;
}

/**
 * Queries the register for a text. Pages count from 0. `from`: entries in the pages before, which
 * may have fewer than were asked for.
 */
export type ReadPage = (text: string, page: number, from: number) => Promise<TextPage>;

export interface TextBounds {
  /** Limit for a text that must be read to its end. */
  pages: number;
  /**
   * Limit for a text that only helps to find other spellings. 0 if another search of the register
   * does that.
   */
  nearPages: number;
  /** The register ignores signs in names, so it finds every writing by any of them. */
  ignoresSigns?: true;
  /** Writes a text as the register is asked for it. Empty if it would find nothing. */
  write?: (text: string) => string;
  /** Further texts that this register needs. */
  further?: (query: NameQuery) => TextForms;
}

/** An empty page is the end, unless the list is said to be longer. */
export function isEndOrMore(entries: readonly unknown[], from: number, total: number): boolean {
  return entries.length > 0 || from >= total;
}

/** By number, each once. */
type Found = Map<string, RegisterRecord>;

export interface TextForms {
  /** Writings of the name itself. A "no" requires reading the first one to its end. */
  same: readonly string[];
  /** Texts that find names like it. */
  near: readonly string[];
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
 * name, including a second business on the last page. Its other writings are asked together with
 * it: the name as typed if that has signs, the signs that its words may have lost, and its numbers
 * spelled otherwise. A second business may be listed under one of them alone. If the question is
 * still open, other forms follow: its distinctive words; and the name without one of those, in case
 * that one is misspelt. For a single word, its first half follows, which a slip in the other half
 * does not affect: registers that match beginnings find it, others find nothing. These registers
 * return the best matches first, so only the beginning of all these forms is read, and where they
 * end says nothing about the name itself. If one of them finds the name, it is read to its end.
 */
export async function searchByText(
  query: NameQuery,
  readPage: ReadPage,
  bounds: TextBounds,
  signal: AbortSignal,
): Promise<Candidates> {
  const { same, near } = textForms(query, bounds);
  const failing = new OddForms();
  const read = async (text: string, decisive: boolean): Promise<Candidates> => {
    const hits: Found = new Map();
    const isFound = () => query.satisfiedBy([...hits.values()]);
    const pagesToRead = () => (decisive || isFound() ? bounds.pages : Math.max(1, bounds.nearPages));
    const ended = await failing.skip(readForm(text, pagesToRead, readPage, hits, isFound));
    return { records: [...hits.values()], complete: ended || !(decisive || isFound()) };
  };
  const forms = same.map((text, at) => () => read(text, at === 0));
  const named = await askTogether(query, forms, signal);
  let { complete } = named;
  let records = eachOnce(named.records);
  for (const text of bounds.nearPages === 0 ? [] : near) {
    if (query.satisfiedBy(records)) break;
    const found = await read(text, false);
    records = eachOnce([...records, ...found.records]);
    complete &&= found.complete;
  }
  failing.throwIfAll();
  return { records, complete };
}

/** Forms with unreadable entries are skipped, unless there is no other. */
class OddForms {
  private readable = false;
  private odd: OddRows | undefined;

  async skip(reading: Promise<boolean>): Promise<boolean> {
    try {
      const complete = await reading;
      this.readable = true;
      return complete;
    } catch (error) {
      if (!(error instanceof OddRows)) throw error;
      this.odd ??= error;
      return false;
    }
  }

  throwIfAll(): void {
    if (this.odd && !this.readable) throw this.odd;
  }
}

/**
 * Returns `true` once the last page was seen and every entry was readable. If the pages cannot end
 * within the limit, further ones add nothing to a name already found.
 */
async function readForm(
  text: string,
  pagesToRead: () => number,
  readPage: ReadPage,
  found: Found,
  satisfied: () => boolean,
): Promise<boolean> {
  let allRead = true;
  let from = 0;
  for (let page = 0; page < pagesToRead(); page += 1) {
    const { records, received = records.length, more, pages = 0, complete = true } = await readPage(text, page, from);
    from += received;
    allRead &&= complete;
    for (const record of records) if (record) addTo(found, record);
    if (!more) return allRead;
    if (pages > pagesToRead() && (records.length === 0 || satisfied())) return false;
  }
  return false;
}

/** Keeps the first record of a number, with the other names of all of them. */
function addTo(found: Found, record: RegisterRecord): void {
  const known = found.get(record.id);
  if (!known) found.set(record.id, record);
  else for (const other of record.aliases) addAlias(known, other);
}

/**
 * Returns each text once. Empty for a name without letters or digits, which no register can know.
 */
function textForms(query: NameQuery, bounds: TextBounds): TextForms {
  const { typed, words, distinctive, otherwise } = query;
  const { write = (text) => text, further = () => ({ same: [], near: [] }) } = bounds;
  const more = further(query);
  const asTyped = typed.replace(/\p{Cc}+/gu, ' ').trim();
  const core = words.join(' ');
  const isPlain = core !== '' && asTyped.toUpperCase().includes(core);
  const without = (left: string) => words.filter((word) => word !== left).join(' ');
  const telling = words.filter((word) => distinctive.includes(word)).join(' ');
  const numbered = otherwise.slice(0, MAX_OTHERWISE).map((written) => written.join(' '));
  const writings = bounds.ignoresSigns ? [] : otherWritings(words);
  const same = [core, ...(isPlain ? [] : [asTyped]), ...writings, ...numbered, ...more.same].map(write);
  const withoutOne = distinctive.slice(0, MAX_NEAR_WORDS).map(without);
  const near = [asTyped, telling, ...withoutOne, ...firstHalf(words), ...more.near].map(write);
  const texts = differing([...same, ...near]);
  return { same: texts.filter((text) => same.includes(text)), near: texts.filter((text) => !same.includes(text)) };
}

function differing(texts: readonly string[]): string[] {
  const known = texts.map((text) => text.toUpperCase());
  return texts.filter((text, at) => LETTER_OR_DIGIT.test(text) && known.indexOf(text.toUpperCase()) === at);
}

function firstHalf([word = '', ...others]: readonly string[]): string[] {
  const letters = [...word];
  const half = Math.ceil(letters.length / 2);
  return others.length > 0 || half < LEAST_HALF ? [] : [letters.slice(0, half).join('')];
}
