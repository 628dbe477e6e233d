/**
 * Generates any number of business names like those of a state register: a few words occur in most
 * names and many words in few, mixed with places and trades.
 */

const CONSONANTS = [...'BCDFGHJKLMNPRSTVWZ', 'BR', 'CH', 'CL', 'CR', 'GR', 'PL', 'SH', 'ST', 'TH', 'TR'];
const VOWELS = [...'AEIOU', 'AI', 'EA', 'EE', 'OU'];
const ENDINGS = ['', 'N', 'R', 'S', 'L', 'T', 'ND', 'RK', 'NS', 'LL'];
const USUAL = (
  'SERVICES HOLDINGS GROUP PROPERTIES INVESTMENTS ENTERPRISES SOLUTIONS CONSULTING MANAGEMENT HOMES REALTY CONSTRUCTION ' +
  'TRANSPORT DESIGN CAPITAL PARTNERS VENTURES CLEANING TRUCKING LOGISTICS MEDICAL HEALTH CARE HOME AUTO REPAIR RESTAURANT ' +
  'MARKETING MEDIA STUDIO TRADING IMPORTS INTERNATIONAL AMERICA USA NORTH SOUTH EAST WEST COAST BEACH BAY CITY SUN OCEAN ' +
  'PALM GULF ISLAND LAKE RIVER GREEN BLUE RED GOLDEN FIRST BEST QUALITY PREMIER ELITE PRO FAMILY BROTHERS SONS ASSOCIATES'
).split(' ');
const FORMS = ['LLC', 'LLC', 'LLC', 'INC', 'INC.', 'CORP', 'L.L.C.', 'COMPANY'];
const RARE_WORDS = 120_000;
const FLATTENED_RANKS = 300;

export type Chance = () => number;

/** Mulberry32: small, and the same on every machine. */
export function seeded(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function nameMaker(chance: Chance): () => string {
  const pick = <T>(options: readonly T[]): T => options[Math.floor(chance() * options.length)]!;
  const syllable = () => pick(CONSONANTS) + pick(VOWELS);
  const rare = Array.from({ length: RARE_WORDS }, () => {
    const syllables = 2 + Math.floor(chance() * 3);
    return Array.from({ length: syllables }, syllable).join('') + pick(ENDINGS);
  });
  // Zipf's law in Mandelbrot's form: the frequency falls slowly among the most common words.
  const rareWord = () => rare[Math.floor(FLATTENED_RANKS * ((1 + RARE_WORDS / FLATTENED_RANKS) ** chance() - 1))]!;
  return () => {
    const words = [rareWord()];
    if (chance() < 0.55) words.push(rareWord());
    const usual = Math.floor(chance() * 3);
    for (let at = 0; at < usual; at++) words.push(pick(USUAL));
    if (chance() < 0.06) words.push(String(1 + Math.floor(chance() * 99)));
    return `${words.join(' ')} ${pick(FORMS)}`;
  };
}

/** Returns the name with one typo: a letter wrong, missing or extra, or two letters swapped. */
export function mistyped(name: string, chance: Chance): string {
  const letter = () => String.fromCharCode(65 + Math.floor(chance() * 26));
  for (;;) {
    const at = Math.floor(chance() * name.length);
    const [before, here, after] = [name.slice(0, at), name[at]!, name.slice(at + 1)];
    const kind = Math.floor(chance() * 4);
    const typed = [
      before + letter() + after,
      before + after,
      before + letter() + here + after,
      before + after.slice(0, 1) + here + after.slice(1),
    ];
    if (typed[kind] !== name) return typed[kind]!;
  }
}

/**
 * Returns the name with its first two words swapped; `undefined` if it has fewer than two words
 * beside the legal form.
 */
export function swapped(name: string): string | undefined {
  const [first, second, ...others] = name.split(' ');
  return others.length > 0 ? [second, first, ...others].join(' ') : undefined;
}
