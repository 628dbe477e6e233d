import { fold } from '../../text/fold.js';
import { compareNames } from '../comparing/compare.js';
import { ACCEPTED } from '../comparing/rules.js';
import { parseName } from '../parsing/normalise.js';
import { withoutLeadingZeros } from '../parsing/numbers.js';

interface PersonName {
  words: readonly string[];
  /** Words with a digit: `NOMINEE 2`. */
  numbers: readonly string[];
  /** `JR`, `II`. */
  generation: string | undefined;
  /** Words that can be the surname: those before a comma, else the first and the last one. */
  surnames: readonly string[];
  /** Of these, the ones written where only a surname stands: before a comma, or at the end. */
  certainSurnames: readonly string[];
}

/**
 * Returns whether two names can be one person: last and first name agree, in either order. Where
 * the surname agrees in full, an initial may stand for one other name. Titles and further names are
 * ignored, numbers are not. Two businesses are compared by their names.
 */
export function samePerson(given: string, official: string): boolean {
  const [nameA, nameB] = [parseName(given, ''), parseName(official, '')];
  if (nameA.form !== null && nameB.form !== null) return compareNames(nameA, nameB).confidence >= ACCEPTED;
  const [a, b] = glued(readPerson(given), readPerson(official));
  if (a.numbers.join(' ') !== b.numbers.join(' ')) return false;
  if (a.generation !== undefined && b.generation !== undefined && a.generation !== b.generation) return false;
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

const TITLES = /^(?:MR|MRS|MS|DR|PROF|SIR|ING|MGR)$/;
const GENERATIONS = new Map([
  ...'JR SR II III IV'.split(' ').map((word) => [word, word] as const),
  ['2ND', 'II'],
  ['3RD', 'III'],
  ['4TH', 'IV'],
]);

function readPerson(name: string): PersonName {
  const all = fold(name).replaceAll("'", '').split(',').map(wordsOf);
  const parts = all.map((words) => words.filter(isOfName)).filter(({ length }) => length > 0);
  const words = parts.flat();
  const numbers = all.flat().filter(isNumber).map(withoutLeadingZeros);
  const generation = GENERATIONS.get(all.flat().find((word) => GENERATIONS.has(word)) ?? '');
  if (parts.length > 1) {
    const before = (parts[0] ?? []).filter(isWhole);
    return { words, numbers, generation, surnames: before, certainSurnames: before };
  }
  const last = words.slice(-1).filter(isWhole);
  const surnames = [...words.slice(0, 1).filter(isWhole), ...last];
  return { words, numbers, generation, surnames, certainSurnames: last };
}

function wordsOf(folded: string): string[] {
  return folded.split(/[^A-Z0-9]+/).filter((word) => word !== '');
}

function isNumber(word: string): boolean {
  return /\d/.test(word) && !GENERATIONS.has(word);
}

function isOfName(word: string): boolean {
  return !/\d/.test(word) && !TITLES.test(word) && !GENERATIONS.has(word);
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
    ...name,
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
