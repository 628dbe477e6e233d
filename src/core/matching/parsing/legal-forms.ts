import { BY_COUNTRY, EVERYWHERE } from './legal-form-tables.js';
import { editDistance } from '../comparing/similarity.js';

/** Forms written before the name: French, Finnish and Russian custom. */
const LEADING = new Set('SARL SAS SASU EURL SNC SCI SELARL SELAS GIE OY OOO OJSC JSC SRL AB LLC KLG'.split(' '));

/**
 * Designators of one kind of entity: exchanging them speaks less against a name than another kind
 * would.
 */
const KIN: readonly (readonly string[])[] = [
  ['INC', 'CORP'],
  ['LLC', 'PLLC'],
  ['PC', 'PA', 'PSC', 'DPC'],
  ['LP', 'LLLP', 'LPINC'],
  ['SARL', 'EURL'],
  ['SAS', 'SASU'],
  ['OJSC', 'JSC'],
  ['LTD', 'PTELTD', 'PTYLTD'],
  ['LTD', 'PCC'],
];

const MAX_FORM_WORDS = 7;

/**
 * In British names these are ordinary words: `ACME CORPORATION LIMITED` and `ACME LIMITED` are two
 * companies.
 */
const WORDS_IN_BRITISH_NAMES = new Set(['CORP', 'COMPANY']);

const tables = new Map<string, ReadonlyMap<string, string>>();

function tableOf(country: string): ReadonlyMap<string, string> {
  const known = tables.get(country);
  if (known) return known;
  const table = new Map<string, string>();
  for (const { form, spellings } of [...EVERYWHERE, ...(BY_COUNTRY[country] ?? [])]) {
    if (country === 'gb' && WORDS_IN_BRITISH_NAMES.has(form)) continue;
    for (const spelling of spellings) table.set(spelling.replaceAll(' ', ''), form);
  }
  tables.set(country, table);
  return table;
}

export interface FormSplit {
  words: string[];
  /** The class of the legal form, or `null` when the name carries none. */
  form: string | null;
}

/**
 * Takes the legal form off a name's folded words: the longest one at the end, else one at the
 * start, else an unmistakable one in between (`ACME INC USA`). A name that consists of nothing else
 * keeps its words.
 */
export function splitLegalForm(words: readonly string[], country: string): FormSplit {
  const atEnd = formAtEnd(words, country);
  if (atEnd) {
    const rest = words.slice(0, words.length - atEnd.length);
    const repeated = formAtEnd(rest, country);
    return { words: repeated?.form === atEnd.form ? rest.slice(0, -repeated.length) : rest, form: atEnd.form };
  }
  const table = tableOf(country);
  for (let length = Math.min(MAX_FORM_WORDS, words.length - 1); length > 0; length--) {
    const form = table.get(words.slice(0, length).join(''));
    if (form && LEADING.has(form)) return { words: words.slice(length), form };
  }
  return splitInside(words, country);
}

/** Whether the words end in a legal form that leaves at least one word before it. */
export function endsInLegalForm(words: readonly string[], country: string): boolean {
  return formAtEnd(words, country) !== undefined;
}

function formAtEnd(words: readonly string[], country: string): { length: number; form: string } | undefined {
  const table = tableOf(country);
  let joined = '';
  let found: { length: number; form: string } | undefined;
  for (let length = 1; length <= Math.min(MAX_FORM_WORDS, words.length - 1); length++) {
    joined = (words[words.length - length] ?? '') + joined;
    const form = table.get(joined);
    if (form) found = { length, form };
  }
  return found ?? mistypedAtEnd(words);
}

/**
 * `HARROW COMPANY` may be the whole of a name, or the start of `HARROW COMPANY LLC`: such a word
 * can be read either way.
 */
export function endsInNameLikeForm(words: readonly string[], country: string): boolean {
  return words.length > 1 && NAME_LIKE.has(words.at(-1) ?? '') && formAtEnd(words, country)?.length === 1;
}

const NAME_LIKE = new Set('CO COMPANY CORP CORPORATION AG SA PA PC AB AS DA BV NV SC CIC'.split(' '));

const MIN_LETTERS_OF_MISTYPED = 7;

/** `LIMITDE`, `LIMITED PARTNERHIP`: one slip in a form written out. */
function mistypedAtEnd(words: readonly string[]): { length: number; form: string } | undefined {
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

const UNMISTAKABLE = new Set([
  'LIMITED',
  'LTD',
  'UNLIMITED',
  'INC',
  'LLC',
  'PLC',
  'LLP',
  'PLLC',
  'INCORPORATED',
  'CORP',
  'GMBH',
]);

function splitInside(words: readonly string[], country: string): FormSplit {
  const table = tableOf(country);
  const at = words.findLastIndex(
    (word, index) => UNMISTAKABLE.has(word) && table.has(word) && (index > 0 || country === 'gb'),
  );
  if (at < 0 || words.length < 2) return { words: [...words], form: null };
  return { words: words.toSpliced(at, 1), form: table.get(words[at] ?? '') ?? null };
}

export type FormRelation = 'same' | 'one_missing' | 'kin' | 'conflict';

export function relateForms(a: string | null, b: string | null): FormRelation {
  if (a === b) return 'same';
  if (a === null || b === null) return 'one_missing';
  return KIN.some((kin) => kin.includes(a) && kin.includes(b)) ? 'kin' : 'conflict';
}
