import type { Candidates, NameQuery } from '../../../core/registries/ports.js';
import { OddRows } from './fields.js';
import type { RegisterRecord } from '../../../core/registries/record.js';

/**
 * One page of what a register finds for a text; `undefined` stands for an entry that is no entity
 * of this jurisdiction.
 */
export interface TextPage {
  records: readonly (RegisterRecord | undefined)[];
  /** Whether the register has more for the same text. */
  more: boolean;
  /** How many pages the register says there are for the text; left out where it does not say so. */
  pages?: number;
  /** False when an entry could not be read and was left out; true when left out. */
  complete?: boolean;
}

/** Asks the register for a text; pages count from 0. */
export type ReadPage = (text: string, page: number) => Promise<TextPage>;

export interface TextBounds {
  /** Of one text that must be read to its end. */
  pages: number;
  /**
   * Of one text that only helps to find names that are spelt otherwise; 0 where another search of
   * the register does that.
   */
  nearPages: number;
}

interface TextForm {
  text: string;
  /** RowContext it to the end is what a "no" rests on. */
  decisive: boolean;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const MAX_NEAR_WORDS = 3;
/** Of a number written in other ways. */
const MAX_OTHERWISE = 2;
/** A shorter half would be the beginning of too many names. */
const LEAST_HALF = 3;

/**
 * A name looked for in a register that is asked with plain text and looks for its words itself.
 *
 * **What `complete: true` rests on.** The core of the name, without its legal form, is read to its
 * last page, also when the name stands on an earlier one: whatever is called so is there, a second
 * business of the same name on the last page too. Afterwards, while the question is not answered,
 * come the name as typed, with dots between initials and with its numbers written otherwise, the
 * words that distinguish it from others, and the name with one of those left out, in case that one
 * is misspelt; of a single word, its first half, which a slip in the other half leaves alone:
 * registers that look for beginnings find it, others find nothing. These registers put the best
 * matches first, so of the further forms only the beginning is read, and where they end says
 * nothing of the name itself, unless it is one of them that finds the name: that one is read on to
 * its end.
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
 * True when the last page has been seen and every entry could be read. Pages that cannot end within
 * the bound add nothing to a name found.
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
 * Each text once; none for a name without a letter or a digit, of which no register knows anything.
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

/** `HLF` as `H.L.F.`: the first word without a vowel. */
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
