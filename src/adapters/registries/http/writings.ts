import type { NameQuery } from '../../../core/registries/ports.js';
/** Words of at most this many letters are often initials: `JB`, `ABC`. */
const MAX_INITIALS = 3;
const CONSONANTS = /^[B-DF-HJ-NP-TV-XZ]{2,4}$/;
/** Short words that are hardly ever initials. */
const SHORT_WORDS = new Set([
  ...['AND', 'AT', 'BY', 'DE', 'DES', 'DU', 'EN', 'ET', 'FOR', 'IN', 'LA', 'LE', 'LES', 'NEW', 'OF', 'OG', 'ON', 'ONE'],
  ...['SIX', 'TEN', 'THE', 'TO', 'TWO', 'UND', 'VON', 'ZUM', 'ZUR'],
]);

/**
 * Returns other writings of a name, with the signs that its words may have lost: `J.B.` for `JB`,
 * `O'BRIEN` for `OBRIEN`, `KING'S` for `KINGS`, `CO-OP` for `COOP`, and `ABC` for `A B C`.
 * Registers that keep signs find each of them by itself only. Each text has one kind of sign.
 */
export function otherWritings(words: readonly string[]): string[] {
  const joined = initialsJoined(words);
  const initials = joined.find(mayBeInitials);
  const kinds: ((word: string, at: number) => string)[] = [
    (word) => word,
    (word) => (word === initials ? `${[...word].join('.')}.` : word),
    (word) => word.replace(/^(O)(?=[^AEIOU\d]...)/, "$1'").replace(/^([DL])(?=[AEIOU]....)/, "$1'"),
    (word, at) => (at === 0 ? word.replace(/(?<=[A-Z]{3})S$/, "'S") : word),
    (word) => word.replace(/^COO(?=.)/, 'CO-O'),
  ];
  const core = words.join(' ');
  const written = kinds.map((write) => joined.map(write).join(' '));
  return [...new Set(written)].filter((text) => text !== core);
}

function mayBeInitials(word: string): boolean {
  if (SHORT_WORDS.has(word)) return false;
  return CONSONANTS.test(word) || (word.length > 1 && word.length <= MAX_INITIALS && /^[A-Z]+$/.test(word));
}

/** Single letters side by side become one word. */
function initialsJoined(words: readonly string[]): string[] {
  const isLetter = (word: string | undefined) => word !== undefined && /^[A-Z]$/.test(word);
  return words.reduce<string[]>((joined, word, at) => {
    if (isLetter(word) && isLetter(words[at - 1])) joined.push(`${joined.pop() ?? ''}${word}`);
    else joined.push(word);
    return joined;
  }, []);
}

/**
 * Returns the typed name with its accents and dots, but without its legal form, for a register that
 * finds nothing with the form.
 */
export function typedCore({ typed, words }: NameQuery): string {
  let rest = words.join('');
  const kept = typed.split(/\s+/).filter((part) => {
    const letters = lettersOf(part);
    const isNext = letters !== '' && rest.startsWith(letters);
    if (isNext) rest = rest.slice(letters.length);
    return isNext;
  });
  return kept.join(' ');
}

function lettersOf(part: string): string {
  return part
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
