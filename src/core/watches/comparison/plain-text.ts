/** Signs that registers set or leave out as they please, within a word and between words. */
const WITHIN_WORDS = /[.'’‘`"“”]/g;
const BETWEEN_WORDS = /[\s,;:/()[\]\-‐‑‒–—_]+/g;

/**
 * A text without what is only its writing: letter case, blanks, punctuation, and the forms that
 * Unicode has for the same letter.
 */
export function plainText(text: string | null | undefined): string {
  const written = (text ?? '').normalize('NFKC').toUpperCase().normalize('NFKC');
  const plain = written.replace(WITHIN_WORDS, '').replace(BETWEEN_WORDS, ' ').trim();
  return plain === '' ? written.trim() : plain;
}

/** The same with the words in one order: registers write a person's surname first or last. */
export function wordsInOrder(text: string | null | undefined): string {
  return plainText(text).split(' ').toSorted().join(' ');
}
