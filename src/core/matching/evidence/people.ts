import { fold } from '../../text/fold.js';

interface PersonName {
  words: readonly string[];
  /** Words that can be the surname: those before a comma, else the first and the last one. */
  surnames: readonly string[];
  /** Of these, the ones written where only a surname stands: before a comma, or at the end. */
  certainSurnames: readonly string[];
}

/**
 * Returns whether two names can be one person: last and first name agree, in either order. Where the
 * surname agrees in full, an initial may stand for one other name. Titles and further names are
 * ignored.
 */
export function samePerson(given: string, official: string): boolean {
  const [a, b] = glued(readPerson(given), readPerson(official));
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a];
  if (short.words.length < 2) return long.words.length === 1 && short.words[0] === long.words[0];
  const { whole, onlyShort, onlyLong } = pairEqual(short.words, long.words);
  const byShort = pairInitials(onlyShort, onlyLong);
  const byLong = pairInitials(onlyLong, onlyShort);
  // Each word of the shorter name has its own counterpart.
  if (onlyShort.length > 0 || !whole.some(isWhole)) return false;
  const both = [short, long];
  if (byShort + byLong === 0 && whole.filter(isWhole).length > 1)
    return both.every(({ surnames }) => surnames.some((word) => whole.includes(word)));
  const isSurname = (word: string) =>
    both.every(({ surnames }) => surnames.includes(word)) &&
    both.some(({ certainSurnames }) => certainSurnames.includes(word));
  // A further whole word beside an initial may be the surname that the initial was taken for.
  return whole.some(isSurname) && (byLong === 0 || !onlyLong.some(isWhole));
}

const TITLES = /^(?:MR|MRS|MS|DR|PROF|SIR|ING|MGR|JR|SR|II|III)$/;

function readPerson(name: string): PersonName {
  const parts = fold(name)
    .split(',')
    .map(wordsOf)
    .filter(({ length }) => length > 0);
  const words = parts.flat();
  if (parts.length > 1) {
    const before = (parts[0] ?? []).filter(isWhole);
    return { words, surnames: before, certainSurnames: before };
  }
  const last = words.slice(-1).filter(isWhole);
  return { words, surnames: [...words.slice(0, 1).filter(isWhole), ...last], certainSurnames: last };
}

function wordsOf(folded: string): string[] {
  return folded
    .replaceAll("'", '')
    .split(/[^A-Z]+/)
    .filter((word) => word !== '' && !TITLES.test(word));
}

/** Joins a letter to the next word where the other name has them as one: `O BRIEN`. */
function glued(a: PersonName, b: PersonName): [PersonName, PersonName] {
  return [gluedTo(b.words, a), gluedTo(a.words, b)];
}

function gluedTo(others: readonly string[], name: PersonName): PersonName {
  const at = name.words.findIndex(
    (word, index) => !isWhole(word) && others.includes(word + (name.words[index + 1] ?? '')),
  );
  const next = name.words[at + 1];
  if (at < 0 || next === undefined) return name;
  const joined = `${name.words[at]}${next}`;
  const instead = (words: readonly string[]) => words.map((word) => (word === next ? joined : word));
  return {
    words: name.words.toSpliced(at, 2, joined),
    surnames: instead(name.surnames),
    certainSurnames: instead(name.certainSurnames),
  };
}

function pairEqual(short: readonly string[], long: readonly string[]) {
  const onlyLong = [...long];
  const whole: string[] = [];
  const onlyShort: string[] = [];
  for (const word of short) {
    const at = onlyLong.indexOf(word);
    if (at < 0) onlyShort.push(word);
    else whole.push(...onlyLong.splice(at, 1));
  }
  return { whole, onlyShort, onlyLong };
}

/** Removes each initial with the word it stands for; returns their number. */
function pairInitials(initials: string[], words: string[]): number {
  let paired = 0;
  for (const initial of initials.filter((word) => !isWhole(word))) {
    const at = words.findIndex((word) => isWhole(word) && word.startsWith(initial));
    if (at < 0) continue;
    words.splice(at, 1);
    initials.splice(initials.indexOf(initial), 1);
    paired++;
  }
  return paired;
}

function isWhole({ length }: string): boolean {
  return length > 1;
}
