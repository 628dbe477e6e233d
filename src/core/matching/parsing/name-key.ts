import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AND, MAX_FOLDED, writtenWhole, type WrittenName, type WrittenWhole } from './written-name.js';

/** Words of legal forms that also occur within names. */
const FORM_WORDS: Readonly<Record<string, string>> = {
  CO: 'COMPANY',
  CORP: 'CORPORATION',
  LTD: 'LIMITED',
  INCORPORATED: 'INC',
};

/**
 * Postgres index entries are limited to some 2,700 bytes; folded names are ASCII, except those that
 * fold to nothing.
 */
const MAX_KEY = 400;

/**
 * Returns a key that is equal for spellings of one name: case, punctuation, spacing, accents, `&`
 * for "and" and the spelling of the same legal form do not matter; another or a missing legal form
 * does. Never empty for a name that is not blank, and at most 400 characters.
 */
export function nameKey(raw: string, jurisdiction: string): string {
  return remembered(raw, jurisdiction, '');
}

/**
 * Returns the key under which the answer for a name is stored: a `nameKey` that keeps word
 * boundaries. Registers search by word, so an answer for GREEN TREE does not apply to GREENTREE.
 */
export function questionKey(raw: string, jurisdiction: string): string {
  return remembered(raw, jurisdiction, ' ');
}

function remembered(raw: string, jurisdiction: string, between: Between): string {
  const country = jurisdiction.slice(0, 2);
  const asked = `${country}${between}/${raw}`;
  const known = knownKeys.get(asked);
  if (known !== undefined) return known;
  const key = wholeKey(raw, writtenWhole(raw, country), between);
  if (raw.length <= MAX_REMEMBERED) knownKeys.set(asked, key);
  return key;
}

type Between = '' | ' ';

/**
 * Frequent questions use the same letters, and parsing a name is the most expensive part of a known
 * answer in core.
 */
const knownKeys = new LRUCache<string, string>({ max: 5_000 });
/** Maximum length of a name in a request. */
const MAX_REMEMBERED = 300;

export function wholeKey(raw: string, { folded, name, second }: WrittenWhole, between: Between = ''): string {
  const key = keyOf(name, between) + (second && second.words.length > 0 ? `/${keyOf(second, between)}` : '');
  const full = key === '' ? raw.trim().toUpperCase() : key;
  if (full.length <= MAX_KEY && folded.length <= MAX_FOLDED) return full;
  const digest = createHash('sha256').update(key === '' ? full : folded.replace(/[^A-Z0-9&+]/g, ''));
  return `${full.slice(0, MAX_KEY - 65)}#${digest.digest('hex')}`;
}

function keyOf({ words: written, tailAt, standing, head: { words, form } }: WrittenName, between: Between): string {
  const tail = tailAt === undefined ? '' : `>${joinedOf(written.slice(tailAt), between)}`;
  const joined = joinedOf(words.length > 1 && words.at(-1) === '&' ? words.slice(0, -1) : words, between) + tail;
  const marked = standing === null ? joined : `${joined}~${standing.replaceAll(' ', '')}`;
  return marked === '' && form === null ? '' : `${marked}|${form ?? ''}`;
}

function joinedOf(words: readonly string[], between: Between): string {
  let joined = '';
  let endsInDigit = false;
  for (const word of words) {
    const next = AND.has(word) ? '&' : (FORM_WORDS[word] ?? word);
    joined += (joined === '' ? '' : between) + (endsInDigit && isDigit(next, 0) ? '.' : '') + next;
    endsInDigit = isDigit(next, next.length - 1);
  }
  return joined;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}
