/** Numbers further apart are one number in two parts: `12-34` in Queens. */
const WIDEST_RANGE = 20;

interface HouseNumber {
  parts: readonly Part[];
  /** From and to, of one side of the street: 16 is within `12-18`, 13 is not. */
  isRange: boolean;
}

interface Part {
  number: number;
  letter: string;
}

/**
 * Returns whether two house numbers are of one house: all of their parts agree, or those of one are
 * within the other. `12` matches `12-14` and `730/12`. The letter is part of the number: `12A` is
 * another house than `12`, and within `12-14` and `12-12C`.
 */
export function sameHouse(a: string, b: string): boolean {
  if (a.replace('-', '') === b.replace('-', '')) return true;
  const [houseA, houseB] = [readHouse(a), readHouse(b)];
  return covers(houseA, houseB) || covers(houseB, houseA);
}

function readHouse(written: string): HouseNumber {
  const isHyphened = written.includes('-') && !written.includes('/');
  const parts = written
    .split(/[-/]/)
    .map((part) => ({ number: Number.parseInt(part, 10), letter: part.replace(/^\d+/, '') }));
  const [from, to] = parts;
  if (!isHyphened || parts.length !== 2 || !from || !to) return { parts, isRange: false };
  if (isBefore(from, to) && to.number - from.number <= WIDEST_RANGE) return { parts, isRange: true };
  return { parts: [{ number: Number(`${from.number}${to.number}`), letter: to.letter }], isRange: false };
}

function covers({ parts, isRange }: HouseNumber, other: HouseNumber): boolean {
  const [from, to] = parts;
  return other.parts.every(
    (part) => parts.some((own) => samePart(own, part)) || (isRange && from && to && isBetween(part, from, to)),
  );
}

function samePart(a: Part, b: Part): boolean {
  return a.number === b.number && a.letter === b.letter;
}

function isBefore(a: Part, b: Part): boolean {
  return a.number < b.number || (a.number === b.number && a.letter < b.letter);
}

function isBetween(part: Part, from: Part, to: Part): boolean {
  const isOneSided = (to.number - from.number) % 2 === 0;
  return isBefore(from, part) && isBefore(part, to) && (!isOneSided || (part.number - from.number) % 2 === 0);
}
