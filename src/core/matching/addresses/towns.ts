import { COUNTRIES } from '../countries/countries.js';
import { EVERYWHERE } from '../countries/everywhere.js';

interface TownName {
  words: readonly string[];
  town: readonly string[];
}

/** Further names of towns by their first word. */
type TownNames = ReadonlyMap<string, readonly TownName[]>;

const NAMES = new Map(COUNTRIES.map(({ country, towns = '' }) => [country.toUpperCase(), readNames(towns)]));
const ELSEWHERE = readNames('');

function readNames(national: string): TownNames {
  const names = new Map<string, TownName[]>();
  for (const entry of `${EVERYWHERE.towns} ${national}`.split(/\s+/)) {
    const [town = [], ...others] = entry.split('=').map((name) => name.split('-'));
    for (const words of others) {
      const first = words[0] ?? '';
      names.set(first, [...(names.get(first) ?? []), { words, town }]);
    }
  }
  return names;
}

const OF_ONE_TOWN = new Set(COUNTRIES.flatMap(({ registersOfOneTown = [] }) => registersOfOneTown));

/** Returns whether all businesses of a register are in one town. */
export function isOfOneTown(jurisdiction: string): boolean {
  return OF_ONE_TOWN.has(jurisdiction);
}

/** Returns whether words are a town of a country, of those that have several names. */
export function isTown(words: readonly string[], country: string | null): boolean {
  const town = townWords(words, country).join('-');
  return (TOWNS.get(country ?? '') ?? NO_TOWNS).has(town);
}

const TOWNS = new Map(COUNTRIES.map(({ country, towns = '' }) => [country.toUpperCase(), townsIn(towns)]));
const NO_TOWNS: ReadonlySet<string> = new Set();

function townsIn(national: string): ReadonlySet<string> {
  return new Set(national.split(/\s+/).map((entry) => entry.split('=')[0] ?? ''));
}

const SPELLINGS: Readonly<Record<string, string>> = { SAINT: 'ST', SANKT: 'ST', FORT: 'FT', MOUNT: 'MT' };

/** Replaces every town that has several names by the one used for comparison. */
export function townWords(words: readonly string[], country: string | null): string[] {
  const names = NAMES.get(country ?? '') ?? ELSEWHERE;
  const spelt = words.map((word) => SPELLINGS[word] ?? word);
  const result: string[] = [];
  for (let at = 0; at < spelt.length;) {
    const found = names
      .get(spelt[at] ?? '')
      ?.find(({ words: name }) => name.every((word, next) => word === spelt[at + next]));
    result.push(...(found?.town ?? spelt.slice(at, at + 1)));
    at += found?.words.length ?? 1;
  }
  return result;
}
