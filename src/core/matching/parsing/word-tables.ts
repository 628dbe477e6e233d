import type { WordBand } from '../../registries/register-words.js';
import { COUNTRIES, WORDS } from '../countries/countries.js';
import { EVERYWHERE } from '../countries/everywhere.js';
import { USUAL_WORDS } from './usual-words.js';
import { COMMON, FILLERS, KNOWN, VERY_COMMON } from './word-data.js';

const BANDS = new Map<string, WordBand>(USUAL_WORDS.map((word) => [word, 'known']));
for (const [band, list] of [
  ['known', KNOWN],
  ['common', COMMON],
  ['very_common', VERY_COMMON],
  ['filler', FILLERS],
] as const) {
  for (const word of list.split(/\s+/)) BANDS.set(word, band);
}

export function bandOf(word: string): WordBand {
  return BANDS.get(word) ?? 'rare';
}

/** Never words of a name, and unique to their place. */
const UNMISTAKABLE_CODES = new Set(['UK', 'USA', 'BVI', 'NYC']);
const MAX_PLACE_LENGTH = 4;

interface Places {
  /** Codes by each of their spellings, including the code itself. */
  codes: ReadonlyMap<string, string>;
  /** First words of all spellings. */
  starts: ReadonlySet<string>;
}

const tablesOfPlaces = new Map<string, Places>();

function placesOf(country: string): Places {
  const known = tablesOfPlaces.get(country);
  if (known) return known;
  const codes = new Map<string, string>();
  for (const entry of `${EVERYWHERE.places}|${WORDS.get(country === '' ? 'us' : country)?.places ?? ''}`.split('|')) {
    const [written = '', code = ''] = entry.trim().split('=');
    if (code !== '') for (const each of [written, code, [...code].join(' ')]) codes.set(each, code);
  }
  const places = { codes, starts: new Set([...codes.keys()].map((written) => written.split(' ')[0] ?? '')) };
  tablesOfPlaces.set(country, places);
  return places;
}

export interface PlaceReading {
  place: string;
  length: number;
  /** The code may also be a word: `MI`, `IN`, `LA` before the end of a name. */
  isDoubtful: boolean;
}

/** Reads the place at `words[at]`, if a country has several spellings of it. */
export function readPlace(words: readonly string[], at: number, country: string): PlaceReading | undefined {
  const { codes, starts } = placesOf(country);
  if (!starts.has(words[at] ?? '')) return undefined;
  for (let length = Math.min(MAX_PLACE_LENGTH, words.length - at); length > 0; length--) {
    const written = length === 1 ? (words[at] ?? '') : words.slice(at, at + length).join(' ');
    const place = codes.get(written);
    if (place === undefined) continue;
    const isCode = written.replaceAll(' ', '') === place && !UNMISTAKABLE_CODES.has(place);
    const isAtEnd = at > 0 && (at + length === words.length || words[at - 1] === 'OF');
    return { place, length, isDoubtful: isCode && !isAtEnd };
  }
  return undefined;
}

export interface Abbreviation {
  words: readonly string[];
  /** A word of its own, or too ambiguous: `CAP`, `COMM`. */
  isDoubtful: boolean;
}

const soft = parseTable(EVERYWHERE.abbreviations);
const nationalSoft = new Map(
  COUNTRIES.map(({ country, abbreviations }) => [
    country,
    abbreviations === undefined ? soft : new Map([...soft, ...parseTable(abbreviations)]),
  ]),
);

function parseTable(list: string): Map<string, Abbreviation> {
  return new Map(
    list.split(/\s+/).map((entry) => {
      const at = entry.search(/[=~]/);
      return [entry.slice(0, at), { words: entry.slice(at + 1).split('/'), isDoubtful: entry[at] === '~' }];
    }),
  );
}

export function abbreviationOf(word: string, country: string): Abbreviation | undefined {
  return (nationalSoft.get(country) ?? soft).get(word);
}

/** Returns the full word of an abbreviation with one meaning, and any other word unchanged. */
export function expand(word: string, country: string): string {
  const known = abbreviationOf(word, country);
  return known && !known.isDoubtful ? (known.words[0] ?? word) : word;
}
