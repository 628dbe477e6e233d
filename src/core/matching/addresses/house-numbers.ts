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
 * within the other. `12` matches `12-14` and `730/12`; `10A` may be written `10`.
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
  if (from.number < to.number && to.number - from.number <= WIDEST_RANGE) return { parts, isRange: true };
  return { parts: [{ number: Number(`${from.number}${to.number}`), letter: to.letter }], isRange: false };
}

function covers({ parts, isRange }: HouseNumber, other: HouseNumber): boolean {
  const [from, to] = parts;
  return other.parts.every(
    (part) => parts.some((own) => samePart(own, part)) || (isRange && from && to && isBetween(part.number, from, to)),
  );
}

function samePart(a: Part, b: Part): boolean {
  return a.number === b.number && (a.letter === b.letter || a.letter === '' || b.letter === '');
}

function isBetween(number: number, { number: from }: Part, { number: to }: Part): boolean {
  const isOneSided = (to - from) % 2 === 0;
  return number > from && number < to && (!isOneSided || (number - from) % 2 === 0);
}
