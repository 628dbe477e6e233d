import { fold } from '../../text/fold.js';

/**
 * Whether two names mean one person, as far as names tell: the last name and the first one agree,
 * whichever comes first, where a first name may be an initial. Titles and further names say
 * nothing.
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

/** One of the two is the other's first letter. */
function isInitialOf(word: string, others: readonly string[]): boolean {
  return others.some((other) => (word.length === 1 || other.length === 1) && word[0] === other[0]);
}
