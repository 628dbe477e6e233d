import type { NameQuery } from '../registries/ports.js';
import type { RegisterRecord } from '../registries/record.js';
import { decide } from '../matching/decide.js';
import { LEAVES_TAIL } from '../matching/comparing/path.js';
import { parseName } from '../matching/parsing/normalise.js';
import { CARDINALS, readNumber, romanValue, TENS } from '../matching/parsing/numbers.js';
import { repair } from '../text/repair.js';
import type { RegisterWords } from '../registries/register-words.js';
import { wordWeight } from '../matching/parsing/tokens.js';

/** Words with a lower weight match half the register. */
const DISTINCTIVE_WEIGHT = 0.5;

/**
 * Builds the query for a name; the adapter translates it into the register's query language. `own`:
 * see `parseName`.
 */
export function nameQuery(asked: string, jurisdiction: string, own?: RegisterWords): NameQuery {
  const { raw, words: all, alternatives } = parseName(asked, jurisdiction);
  // The register's name may lack the part after the legal form.
  const head = alternatives.find(({ kind }) => LEAVES_TAIL.has(kind))?.parsed.words ?? all;
  const words = head.flatMap(knownParts);
  return {
    typed: repair(raw),
    words,
    distinctive: distinctiveWords(words, own),
    otherwise: numberSpellings(words, jurisdiction.slice(0, 2)),
    satisfiedBy(records) {
      const decision = decide(asked, jurisdiction, records, { own });
      return decision.kind === 'match' && (decision.match.method === 'exact' || decision.match.method === 'normalised');
    },
    mayMean: (name) => decide(asked, jurisdiction, [called(name)], { own }).kind === 'match',
  };
}

/** A record of which only the name is known. */
function called(name: string): RegisterRecord {
  const unknown = { statusDetail: null, goodStanding: null, entityType: null, formationDate: null, domestic: null };
  return { id: name, name, aliases: [], status: 'unknown', ...unknown, url: null };
}

/** Returns the remaining parts of a word with lost letters. */
function knownParts(word: string): string[] {
  return word.includes('?') ? word.split('?').filter((part) => part.length >= LEAST_PART) : [word];
}

const LEAST_PART = 3;

/** Returns the rarer words, rarest and longest first; if all are common, the least common ones. */
function distinctiveWords(words: readonly string[], own: RegisterWords | undefined): string[] {
  const unique = [...new Set(words)];
  const ranked = unique.toSorted((a, b) => telling(b, own) - telling(a, own) || b.length - a.length);
  const telltale = ranked.filter((word) => telling(word, own) > DISTINCTIVE_WEIGHT);
  return telltale.length > 0 ? telltale : ranked.slice(0, 2);
}

/** One- and two-letter words and bare numbers match everywhere, however rare they are as names. */
function telling(word: string, own: RegisterWords | undefined): number {
  const weight = wordWeight(word, own);
  return word.length < 3 || /^\d+$/.test(word) ? Math.min(weight, DISTINCTIVE_WEIGHT / 2) : weight;
}

const UNITS = CARDINALS.split(' ');
const TENS_IN_ORDER = TENS.split(' ');
/** Largest first. */
const NUMERALS = 'M CM D CD C XC L XL X IX V IV I'.split(' ').map((sign) => ({ sign, value: romanValue(sign) }));
const LARGEST_OTHERWISE = 3_999;

/**
 * Returns the words with their numbers in other spellings: digits, words, numerals, and as house
 * numbers are spoken. Registers do not recognise equivalent numbers, so each spelling is queried.
 */
function numberSpellings(words: readonly string[], country: string): string[][] {
  const ways = [(value: number) => String(value), spokenOf, inPairs, numeralOf].map((write) => {
    const written: string[] = [];
    for (let at = 0; at < words.length;) {
      const number = readNumber(words, at, country);
      const value = Number(number?.value === '' ? number.readings[0]?.text : number?.value);
      const isWritten = number !== undefined && value > 0 && value <= LARGEST_OTHERWISE;
      const next = isWritten ? write(value).split(' ') : words.slice(at, at + (number?.length ?? 1));
      written.push(...next);
      at += number?.length ?? 1;
    }
    return written;
  });
  const distinct = new Map(ways.map((way) => [way.join(' '), way]));
  distinct.delete(words.join(' '));
  return [...distinct.values()];
}

function spokenOf(value: number): string {
  if (value < 20) return UNITS[value] ?? '';
  if (value < 100) return joined(TENS_IN_ORDER[Math.floor(value / 10) - 2], value % 10);
  if (value < 1_000) return joined(`${UNITS[Math.floor(value / 100)]} HUNDRED`, value % 100);
  return joined(`${spokenOf(Math.floor(value / 1_000))} THOUSAND`, value % 1_000);
}

function joined(first = '', rest = 0): string {
  return rest === 0 ? first : `${first} ${spokenOf(rest)}`;
}

function inPairs(value: number): string {
  const [front, back] = [Math.floor(value / 100), value % 100];
  return front === 0 || back < 10 ? spokenOf(value) : `${spokenOf(front)} ${spokenOf(back)}`;
}

function numeralOf(value: number): string {
  let rest = value;
  let numeral = '';
  for (const { sign, value: of } of NUMERALS) for (; rest >= of; rest -= of) numeral += sign;
  return numeral;
}
