/**
 * Free-text search as registers do it: every search word must be the prefix of a word in one of the
 * names. Ignores case, accents and punctuation within words.
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
 * Full-text ranking: records that contain any of the words, most matching words first, then shorter
 * names.
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

/** Sorts exact matches first, then shorter names. */
export function byNearness<T>(asked: string, records: readonly T[], nameOf: (record: T) => string): T[] {
  const wanted = wordsOf(asked).join(' ');
  const distance = (record: T) => {
    const name = wordsOf(nameOf(record)).join(' ');
    return name === wanted ? -1 : name.length;
  };
  return records.toSorted((left, right) => distance(left) - distance(right));
}

/** Keeps `O'FABLE` and `A.B.C.` as they are, so OFABLE and ABC do not match them. */
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

/** Reads `O'FABLE` and `A.B.C.` as OFABLE and ABC, as people type them. */
function wordsOf(text: string): string[] {
  return folded(text)
    .replace(/(?<=[a-z0-9])['’.](?=[a-z0-9]|$|\s)/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
