import type { AddressRules } from '../countries/country-words.js';
import { CARDINALS, readNumber, TENS } from '../parsing/numbers.js';
import { DIRECTIONS, MONTHS, STREET_KINDS, UNIT_WORDS, type UnitClass } from './address-tables.js';

export interface NumberedRoad {
  /** `null`: not stated. */
  system: string | null;
  number: string;
}

/** The parts of street and building, with each kind of number apart. */
export interface ParsedStreet {
  /** Words of the street's name, with the numbers in it, and of the building. */
  street: readonly string[];
  /** `COUNTY ROAD 12`, which is not in `street`. */
  road: NumberedRoad | null;
  /** As written: `12`, `12B`, `12-14`, `730/12`. */
  house: string | null;
  /** A house number in words, which may be part of the name: `SEVEN OAKS`. */
  spoken: { number: string; length: number } | null;
  box: string | null;
  units: Readonly<Partial<Record<UnitClass, string>>>;
}

const BOX = /\b(?:P ?O ?BOX|POST ?BOX|POSTBOKS|POSTFACH|CASE POSTALE|PL|PB|BP|BOX) (\d+)\b/;

export function parseStreet(folded: string, rules: AddressRules): ParsedStreet {
  let rest = folded.replace(/#\s*(?=\w)/g, ' UNIT ').replace(/\bP\.?\s?O\.?\s+BOX\b/g, 'PO BOX');
  for (const [pattern, spelling] of rules.phrases ?? []) rest = rest.replace(pattern, spelling);
  const box = BOX.exec(rest);
  if (box) rest = rest.replace(box[0], ' ');
  const road = roadIn(rest, rules);
  if (road) rest = rest.replace(road.written, ' ');
  const all = rest
    .replace(/\b(\d+)[-/]([A-Z])\b/g, '$1$2')
    .replace(BETWEEN_NUMBERS, (_, number: string, sign: string) => `${number}${sign === '-' ? '-' : '/'}`)
    .split(/[,;\n]/)
    .map((segment) => readSegment(withLetters(wordsOf(segment, rules), rules), rules));
  const segments = all.filter(({ items }) => items.length > 0);
  return {
    ...withHouse(segments, rules),
    road: road && { system: road.system, number: road.number },
    spoken: spokenIn(segments[0], rules),
    box: box?.[1] ?? null,
    // The first of each class counts.
    units: Object.assign({}, ...all.map(({ units }) => units).toReversed()),
  };
}

/** `12 - 14`, `12 & 14`, but not `12 - 5th`. */
const BETWEEN_NUMBERS = /(\d[A-Z]?) ?([-/&]|\b(?:AND|ET|OG|UND|JA)\b) ?(?=\d+[A-Z]?\b)/g;

function roadIn(text: string, { roads = [] }: AddressRules) {
  for (const [pattern, system] of roads) {
    const found = pattern.exec(text);
    if (found) return { system, number: found[1] ?? '', written: found[0] };
  }
  return null;
}

/** `12`, `12B`, `12-14`, `730/12`. */
const NUMBER = /^\d+[A-Z]?(?:[-/]\d+[A-Z]?)*$/;
const FRACTION = /^[1-3]\/[2-4]$/;

function wordsOf(folded: string, { words, endings = [] }: AddressRules): string[] {
  return folded
    .replace(/[.']/g, '')
    .split(/[^A-Z0-9/-]+/)
    .flatMap((word) => (NUMBER.test(word) ? [word] : word.split(/[-/]/)))
    .filter((word) => word !== '' && !FRACTION.test(word))
    .map((word) => {
      const spelt = words[word] ?? word;
      const ending = endings.find(([pattern]) => pattern.test(spelt) && spelt.length > 4);
      return ending ? spelt.replace(ending[0], ending[1]) : spelt;
    });
}

/**
 * Joins a house number to its letter: `12 A`. In front of the street it may be the street (`12 C
 * STREET`) or a direction.
 */
function withLetters(words: readonly string[], { number: stands }: AddressRules): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word = '', letter = '', next] = words.slice(at, at + 3);
    const isLetter = /^\d+$/.test(word) && /^[A-Z]$/.test(letter) && (stands === 'behind' || !DIRECTIONS.has(letter));
    const isOfHouse = next === undefined ? at > 0 : at === 0 && stands !== 'behind' && !STREET_KINDS.has(next);
    joined.push(isLetter && isOfHouse ? word + letter : word);
    if (isLetter && isOfHouse) at++;
  }
  return joined;
}

interface Segment {
  /** Words, and numbers that are no unit's. */
  items: readonly { text: string; isNumber: boolean }[];
  units: Partial<Record<UnitClass, string>>;
}

const UNIT_NUMBER = /^(?:\d{1,5}[A-Z]?|[A-Z]\d{0,4}|\d{1,5}[A-Z]?[-/]\d{1,5}[A-Z]?)$/;
const NUMBER_SIGNS = new Set(['NO', 'NR', 'NUMBER', 'NUMERO', 'NUM']);
const ORDINAL = /^\d{1,2}(?:ST|ND|RD|TH|E|ER|EME)?$/;
const YEAR = /^(?:1[89]|20)\d\d$/;

/** Takes out the numbers of units and floors; those of a day are words of the street's name. */
function readSegment(words: readonly string[], { number: stands }: AddressRules): Segment {
  const items: { text: string; isNumber: boolean }[] = [];
  const units: Partial<Record<UnitClass, string>> = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    const kind = UNIT_WORDS.get(word);
    const signed = NUMBER_SIGNS.has(next) ? 2 : 1;
    const isFloor = UNIT_WORDS.get(next) === 'floor' && !UNIT_NUMBER.test(words[at + 2] ?? '');
    if (kind && UNIT_NUMBER.test(words[at + signed] ?? '')) {
      units[kind] ??= words[at + signed] ?? '';
      at += signed;
    } else if (ORDINAL.test(word) && isFloor) {
      units.floor ??= /^\d+/.exec(word)?.[0] ?? '';
      at++;
    } else if (NUMBER_SIGNS.has(word) && NUMBER.test(next)) continue;
    else if (/^\d{1,2}(?:E|ER)?$/.test(word) && MONTHS.has(next)) {
      const year = stands === 'before' && YEAR.test(words[at + 2] ?? '') ? [words[at + 2] ?? ''] : [];
      items.push(...[word.replace(/E?R?$/, ''), next, ...year].map((text) => ({ text, isNumber: false })));
      at += 1 + year.length;
    } else items.push({ text: word, isNumber: NUMBER.test(word) });
  }
  return { items, units };
}

/**
 * Chooses the house number: before or behind the street, by the country's habit, else the other
 * way. Further numbers between words are part of the name.
 */
function withHouse(
  segments: readonly Segment[],
  { number: stands }: AddressRules,
): Pick<ParsedStreet, 'street' | 'house'> {
  const isLeading = ({ items }: Segment) => items[0]?.isNumber === true;
  const holding = segments.filter(({ items }) => items.some(({ isNumber }) => isNumber));
  const chosen = (stands === 'behind' ? undefined : holding.find(isLeading)) ?? holding[0];
  const at = chosen ? houseIn(chosen, stands) : -1;
  const street = segments.flatMap((segment) =>
    segment.items.flatMap(({ text, isNumber }, index) => {
      if (!isNumber) return [text];
      const isWithin = segment === chosen && segment.items[index + 1]?.isNumber === false;
      const isName = isWithin && (stands === 'behind' ? index < at : index > at);
      return isName ? [text] : [];
    }),
  );
  return { street, house: chosen?.items[at]?.text ?? null };
}

function houseIn({ items }: Segment, stands: AddressRules['number']): number {
  if (stands !== 'behind' && items[0]?.isNumber === true) return 0;
  const behind = items.findIndex(({ isNumber }, at) => isNumber && items[at - 1]?.isNumber === false);
  return behind === -1 ? items.findIndex(({ isNumber }) => isNumber) : behind;
}

const SPOKEN = new Set(`${CARDINALS} ${TENS}`.split(' '));

/** `ONE MAIN STREET`. */
function spokenIn(segment: Segment | undefined, { number: stands }: AddressRules): ParsedStreet['spoken'] {
  const words = segment?.items.map(({ text }) => text) ?? [];
  if (stands === 'behind' || !SPOKEN.has(words[0] ?? '')) return null;
  const { value, length } = readNumber(words, 0, '') ?? { value: '', length: 0 };
  return /^\d+$/.test(value) ? { number: value, length } : null;
}
