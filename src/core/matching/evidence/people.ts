import { fold } from '../../text/fold.js';

/**
 * Returns whether two names can be one person: last and first name agree, in either order, where a
 * first name may be an initial. Titles and further names are ignored.
 */
export function samePerson(given: string, official: string): boolean {
  const [a, b] = [wordsOf(given), wordsOf(official)];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 2) return short.length === 1 && long.length === 1 && short[0] === long[0];
  const whole = short.filter((word) => long.includes(word));
  if (whole.length === 0 || !whole.some(({ length }) => length > 1)) return false;
  const initials = short.filter((word) => !long.includes(word));
  return (whole.length >= 2 || initials.length > 0) && initials.every((word) => isInitialOf(word, long));
}

const TITLES = /^(?:MR|MRS|MS|DR|PROF|SIR|ING|MGR|JR|SR|II|III)$/;

function wordsOf(name: string): string[] {
  return fold(name)
    .replace(/['.]/g, ' ')
    .split(/[^A-Z]+/)
    .filter((word) => word !== '' && !TITLES.test(word));
}

function isInitialOf(word: string, others: readonly string[]): boolean {
  return others.some((other) => (word.length === 1 || other.length === 1) && word[0] === other[0]);
}
