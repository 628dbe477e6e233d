/** A register of invented companies and the ways people mistype them; the same on every run. */

/**
 * Returns a small generator of uniform numbers from 0 to 1 (mulberry32), so that every run sees the
 * same register.
 */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;

const SYLLABLES =
  `bar bel bren cal cor dal dor el fen gar hal har kel lan lor mar mel nor or pel quin ros sal tal tor ul ver wen yar zan
bridge burn combe dale den field ford gate ham hurst ley mere mont more ridge stead stone ton vale wick worth`.split(
    /\s+/,
  );
const TRADES =
  `Trading Holdings Services Consulting Properties Logistics Dental Foods Energy Capital Design Media Farms Motors Systems Software
Construction Plumbing Bakery Marine Investments Partners Labs Optics Freight`.split(/\s+/);
const PLACES = 'Northfield Eastbrook Southmoor Westlake'.split(' ');
const FORMS = ['LLC', 'Inc', 'Corp', 'LP', 'Ltd'];

/**
 * Returns `count` different names. A third are siblings of the previous one: another trade, number,
 * place or word.
 */
export function fictionalRegister(count: number, random: Random): string[] {
  const names = new Set<string>();
  let [core, trade, form] = ['', '', ''];
  while (names.size < count) {
    if (core === '' || random() < 0.67)
      [core, trade, form] = [invent(random), pick(TRADES, random), pick(FORMS, random)];
    const variant = random();
    if (variant < 0.55) names.add(`${core} ${trade} ${form}`);
    else if (variant < 0.7) names.add(`${core} ${trade} ${1 + Math.floor(random() * 9)} ${form}`);
    else if (variant < 0.8) names.add(`${core} ${pick(PLACES, random)} ${trade} ${form}`);
    else if (variant < 0.9) names.add(`${core} & ${invent(random)} ${form}`);
    else names.add(`${core} ${form}`);
  }
  return [...names];
}

function invent(random: Random): string {
  const length = random() < 0.5 ? 2 : 3;
  const word = Array.from({ length }, () => pick(SYLLABLES, random)).join('');
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

const LONG_FORMS: Readonly<Record<string, string>> = {
  LLC: 'Limited Liability Company',
  Inc: 'Incorporated',
  Corp: 'Corporation',
  LP: 'L.P.',
  Ltd: 'Limited',
};

const ALTERATIONS: readonly ((name: string, random: Random) => string)[] = [
  (name) => name.toLowerCase(),
  (name) => name.toUpperCase(),
  (name) => name.replace(/ \w+$/, ''),
  (name) => name.replace(/\w+$/, (form) => LONG_FORMS[form] ?? form),
  (name) => name.replace('&', 'and'),
  (name) => name.replace(/ (\w+)$/, ', $1.'),
  (name) => `The ${name}`,
  (name) => name.replace('Services', 'Svcs').replace('Holdings', 'Hldgs').replace('Investments', 'Invs'),
  (name) => name.replace(' ', ''),
  exchangeLetters,
  (name, random) => editLetter(name, random, (letter) => letter + letter),
  (name, random) => editLetter(name, random, () => ''),
];

/** Mistypes a name in one to three of the usual ways. */
export function alter(name: string, random: Random): string {
  let altered = name;
  for (let left = 1 + Math.floor(random() * 3); left > 0; left--) altered = pick(ALTERATIONS, random)(altered, random);
  return altered;
}

function exchangeLetters(name: string, random: Random): string {
  const at = letterAt(name, random);
  return name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2);
}

function editLetter(name: string, random: Random, edit: (letter: string) => string): string {
  const at = letterAt(name, random);
  return name.slice(0, at) + edit(name[at] ?? '') + name.slice(at + 1);
}

/** Returns a position within the longest word, past its first letter. */
function letterAt(name: string, random: Random): number {
  const [longest = ''] = name.split(/[ ,]/).toSorted((a, b) => b.length - a.length);
  return name.indexOf(longest) + 1 + Math.floor(random() * Math.max(1, longest.length - 2));
}
