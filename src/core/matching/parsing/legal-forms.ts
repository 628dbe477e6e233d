import { editDistance } from '../comparing/similarity.js';
import { ofAll, WORDS } from '../countries/countries.js';
import { EVERYWHERE } from '../countries/everywhere.js';

/** Designators of one kind of entity: exchanging them counts less against a name. */
const KIN: readonly (readonly string[])[] = [
  ['INC', 'CORP'],
  ['LLC', 'PLLC'],
  ['PC', 'PA', 'PSC', 'DPC'],
  ['LP', 'LLLP', 'LPINC'],
  ['SARL', 'EURL'],
  ['SAS', 'SASU'],
  ['OJSC', 'JSC', 'PJSC'],
  ['LTD', 'PTELTD', 'PTYLTD', 'LTDA'],
  ['LTD', 'PCC'],
  ['KOY', 'MKOY'],
];

const MAX_FORM_WORDS = 9;

interface Known {
  form: string;
  /** May also precede the name. */
  leads: boolean;
}

class FormTable extends Map<string, Known> {
  /** All suffixes of spellings, to reject early a word that ends no legal form. */
  readonly ends = new Set<string>();
  /** All prefixes of the spellings that may precede a name. */
  readonly starts = new Set<string>();
  /** Forms by spellings that may also be words of a name. */
  readonly possible = new Map<string, string>();

  add(spelling: string, known: Known): void {
    this.set(spelling, known);
    for (let at = 0; at < spelling.length; at++) {
      this.ends.add(spelling.slice(at));
      if (known.leads) this.starts.add(spelling.slice(0, at + 1));
    }
  }
}

const tables = new Map<string, FormTable>();

function tableOf(country: string): FormTable {
  const known = tables.get(country);
  if (known) return known;
  const table = new FormTable();
  const words = WORDS.get(country);
  for (const line of `${EVERYWHERE.forms}\n${words?.forms ?? ''}`.split('\n')) {
    const [mark = '', ...spellings] = splitLine(line);
    const form = mark.replace('<', '');
    if (words?.noForms?.includes(form) === true) continue;
    for (const spelling of spellings) {
      const joined = spelling.replaceAll(' ', '');
      if (joined.startsWith('~')) table.possible.set(joined.slice(1), form);
      else table.add(joined, { form, leads: mark.startsWith('<') });
    }
  }
  tables.set(country, table);
  return table;
}

function splitLine(line: string): string[] {
  const at = line.indexOf(' ');
  return [line.slice(0, at), ...line.slice(at + 1).split('|')];
}

export interface FormSplit {
  words: string[];
  /** Class of the legal form; `null` when the name has none. */
  form: string | null;
}

/**
 * Splits the legal form from a name's folded words: the longest one at the end, and the same one at
 * the start (`OY X AB`), else one at the start, else an unmistakable one in between (`ACME INC
 * USA`). A name of nothing else keeps its words.
 */
export function splitLegalForm(words: readonly string[], country: string): FormSplit {
  const ending = formAtEnd(words, country);
  const leading = formAtStart(ending ? words.slice(0, -ending.length) : words, country);
  if (ending) {
    let rest = words.slice(leading?.form === ending.form ? leading.length : 0, -ending.length);
    const repeated = formAtEnd(rest, country);
    if (repeated?.form === ending.form) rest = rest.slice(0, -repeated.length);
    return { words: rest, form: ending.form };
  }
  if (leading) return { words: words.slice(leading.length), form: leading.form };
  return splitInside(words, country);
}

/** Returns whether the words end in a legal form with at least one word before it. */
export function endsInLegalForm(words: readonly string[], country: string): boolean {
  return formAtEnd(words, country) !== undefined;
}

export function isLegalForm(words: readonly string[], country: string): boolean {
  const table = tableOf(country);
  if (words.length === 0 || words.length > MAX_FORM_WORDS || !table.ends.has(partOf(words.at(-1) ?? ''))) return false;
  return table.has(lookupOf(words)) && !isPartOfInitials(words, 0, words.length);
}

/** Returns whether the words begin with a legal form. */
export function beginsWithForm(words: readonly string[], country: string): boolean {
  return words.some(
    (_, at) =>
      at < MAX_FORM_WORDS_BEHIND && isLegalForm(words.slice(0, at + 1), country) && !isPartOfInitials(words, 0, at + 1),
  );
}

const MAX_FORM_WORDS_BEHIND = 4;

const INITIAL = /^[A-Z&]$/;

/**
 * Registers that drop dots write `S A R L`, so a form may be in single letters. In a longer run of
 * letters (`A B C`) and beside a connective (`A & B`) they are initials of the name.
 */
function isPartOfInitials(words: readonly string[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!INITIAL.test(words[at] ?? '')) return false;
  if (words.slice(from, to).includes('&')) return true;
  return INITIAL.test(words[from - 1] ?? '') || INITIAL.test(words[to] ?? '');
}

/** `A SA LANTERNE`: a letter of the name before a form in one word. */
function joinsLetterToWord(words: readonly string[], to: number, joined: string): boolean {
  if (joined.length > MAX_ABBREVIATED_FORM || words[0]?.length !== 1) return false;
  return words.slice(1, to).some(({ length }) => length > 1);
}

const MAX_ABBREVIATED_FORM = 5;

/**
 * Joins the words and drops connectives: `GMBH & CO KG`, `SOCIETE COOPERATIVE ET PARTICIPATIVE`.
 */
function lookupOf(words: readonly string[]): string {
  return words.map(partOf).join('');
}

function partOf(word: string): string {
  return word === '&' || word === 'ET' || word === 'UND' || word === 'AND' ? '' : word;
}

/** Keeps connectives. */
function spelt(words: readonly string[]): string {
  return words.join('');
}

interface FormFound {
  length: number;
  form: string;
}

function formAtEnd(words: readonly string[], country: string): FormFound | undefined {
  const table = tableOf(country);
  let joined = '';
  let found: FormFound | undefined;
  for (let length = 1; length <= Math.min(MAX_FORM_WORDS, words.length - 1); length++) {
    const part = partOf(words[words.length - length] ?? '');
    joined = part + joined;
    // `HARROW P LLC` is a letter before a form, `HARROW L L C` a form in letters.
    const isLetterBefore = found?.length === length - 1 && part.length === 1 && (words.at(-1) ?? '').length > 1;
    if (!table.ends.has(joined) || isLetterBefore) break;
    const known = table.get(joined);
    // `BLUE CROSS OF SC` ends in a place.
    const from = words.length - length;
    const isPlace = joined.length === 2 && words[from - 1] === 'OF';
    const isInitials = isPartOfInitials(words, from, words.length) && !UNMISTAKABLE.has(spelt(words.slice(from)));
    if (known && part !== '' && !isPlace && !isInitials) found = { length, form: known.form };
  }
  return found ?? mistypedAtEnd(words);
}

/** Splits off a form that may also be words of the name: `HARROW SERVICE CORPORATION`. */
export function splitPossibleForm(words: readonly string[], country: string): FormSplit | undefined {
  const { possible } = tableOf(country);
  if (possible.size === 0) return undefined;
  for (let length = 2; length <= MAX_INSIDE && length < words.length; length++) {
    const form = possible.get(spelt(words.slice(-length)));
    if (form !== undefined) return { words: words.slice(0, -length), form };
  }
  return undefined;
}

function formAtStart(words: readonly string[], country: string): FormFound | undefined {
  const table = tableOf(country);
  let joined = '';
  let found: FormFound | undefined;
  for (let length = 1; length <= Math.min(MAX_FORM_WORDS, words.length - 1); length++) {
    joined += partOf(words[length - 1] ?? '');
    if (!table.starts.has(joined)) break;
    const known = table.get(joined);
    const isInitials =
      isPartOfInitials(words, 0, length) ||
      joinsLetterToWord(words, length, joined) ||
      (length === 2 && joined.length === 2 && WORDS.get(country)?.formsInLetters !== true);
    if (known?.leads && !isInitials) found = { length, form: known.form };
  }
  return found;
}

/**
 * Returns whether the last word can be read either way: `HARROW COMPANY` may be a whole name, or
 * the start of `HARROW COMPANY LLC`.
 */
export function endsInNameLikeForm(words: readonly string[], country: string): boolean {
  return words.length > 1 && NAME_LIKE.has(words.at(-1) ?? '') && formAtEnd(words, country)?.length === 1;
}

const NAME_LIKE = new Set(ofAll(({ nameLike }) => nameLike).flatMap((words) => words.split(' ')));

const MIN_LETTERS_OF_MISTYPED = 7;

/** `LIMITDE`, `LIMITED PARTNERHIP`: one slip in a written-out form. */
function mistypedAtEnd(words: readonly string[]): FormFound | undefined {
  for (let length = Math.min(3, words.length - 1); length > 0; length--) {
    const joined = words.slice(words.length - length).join('');
    if (joined.length < MIN_LETTERS_OF_MISTYPED - 1) continue;
    const meant = WRITTEN_OUT.find(([spelling]) => editDistance(joined, spelling, 1) === 1);
    if (meant) return { length, form: meant[1] };
  }
  return undefined;
}

const WRITTEN_OUT: readonly (readonly [spelling: string, form: string])[] = [
  ['LIMITED', 'LTD'],
  ['UNLIMITED', 'UNLIMITED'],
  ['INCORPORATED', 'INC'],
  ['LIMITEDPARTNERSHIP', 'LP'],
  ['LIMITEDLIABILITYCOMPANY', 'LLC'],
  ['PUBLICLIMITEDCOMPANY', 'PLC'],
];

const SPELLINGS = ofAll(({ unmistakable }) => unmistakable).flatMap((forms) => forms.split('|'));
/** Forms that are never words of a name, so they end it anywhere. */
const UNMISTAKABLE = new Set(SPELLINGS.map((spelling) => spelling.replaceAll(' ', '')));
/** First words of unmistakable forms. */
const STARTS_UNMISTAKABLE = new Set([...UNMISTAKABLE, ...SPELLINGS.map((spelling) => spelling.split(' ')[0] ?? '')]);

/** Unmistakable forms that end a name even when another form is at its end. */
const ENDS_A_NAME = new Set(['INC', 'LLC', 'LLP', 'PLLC']);
const MAX_INSIDE = 3;

/** Returns the index after an unmistakable form between other words. */
export function behindFormInside(words: readonly string[], country: string): number | undefined {
  const table = tableOf(country);
  if (!words.some((word) => STARTS_UNMISTAKABLE.has(word))) return undefined;
  const ending = formAtEnd(words, country)?.length ?? 0;
  const forms = ending > 0 ? ENDS_A_NAME : UNMISTAKABLE;
  for (let at = Math.max(1, formAtStart(words, country)?.length ?? 0); at < words.length - ending; at++) {
    for (let length = 1; length <= MAX_INSIDE && at + length < words.length; length++) {
      const joined = spelt(words.slice(at, at + length));
      if (forms.has(joined) && table.has(joined) && !isPartOfInitials(words, at, at + length)) return at + length;
    }
  }
  return undefined;
}

/** Returns the number of words of the legal form at the end. */
export function lengthOfForm(words: readonly string[], country: string): number {
  return formAtEnd(words, country)?.length ?? 0;
}

function splitInside(words: readonly string[], country: string): FormSplit {
  const table = tableOf(country);
  const first = WORDS.get(country)?.formMayBegin === true ? 0 : 1;
  const at = words.findLastIndex((word, index) => index >= first && UNMISTAKABLE.has(word) && table.has(word));
  if (at < 0 || words.length < 2) return { words: [...words], form: null };
  return { words: words.toSpliced(at, 1), form: table.get(words[at] ?? '')?.form ?? null };
}

export type FormRelation = 'same' | 'one_missing' | 'kin' | 'conflict';

export function relateForms(a: string | null, b: string | null): FormRelation {
  if (a === b) return 'same';
  if (a === null || b === null) return 'one_missing';
  return KIN.some((kin) => kin.includes(a) && kin.includes(b)) ? 'kin' : 'conflict';
}
