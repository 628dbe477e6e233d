/**
 * What registers that are asked with plain text make of it: every word asked for begins a word of
 * one of the names, whatever the case, the accents and the signs inside a word.
 */
export function textTest(asked: string): (names: readonly string[]) => boolean {
  const wanted = wordsOf(asked);
  return (names) =>
    wanted.length > 0 &&
    names.some((name) => {
      const present = wordsOf(name);
      return wanted.every((word) => present.some((candidate) => candidate.startsWith(word)));
    });
}

/**
 * What a search engine makes of a text: everything that holds any of the words, those first that
 * hold most of them, then the shorter ones.
 */
export function byScore<T>(
  asked: string,
  records: readonly T[],
  namesOf: (record: T) => readonly string[],
  split: (text: string) => string[] = wordsOf,
): T[] {
  const wanted = split(asked);
  const scored = records.map((record) => {
    const names = namesOf(record).map(split);
    const held = (name: string[]) =>
      wanted.filter((word) => name.some((candidate) => candidate.startsWith(word))).length;
    return { record, score: Math.max(0, ...names.map(held)), length: Math.min(...names.map((name) => name.length)) };
  });
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score || left.length - right.length)
    .map(({ record }) => record);
}

/** The best matches first: equal names, then the shorter ones. */
export function byNearness<T>(asked: string, records: readonly T[], nameOf: (record: T) => string): T[] {
  const wanted = wordsOf(asked).join(' ');
  const distance = (record: T) => {
    const name = wordsOf(nameOf(record)).join(' ');
    return name === wanted ? -1 : name.length;
  };
  return records.toSorted((left, right) => distance(left) - distance(right));
}

/** `O'FABLE` and `A.B.C.` are words of their own, which OFABLE and ABC do not find. */
export function wordsWithSigns(text: string): string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}'’.]+/u)
    .map((word) => word.replace(/^['’.]+|['’.]+$/g, ''))
    .filter((word) => word !== '');
}

function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[øØ]/g, 'o')
    .toLowerCase();
}

/** `O'FABLE` and `A.B.C.` are one word each, as people type them. */
function wordsOf(text: string): string[] {
  return folded(text)
    .replace(/(?<=[a-z0-9])['’.](?=[a-z0-9]|$|\s)/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
