import type { Address } from '../../registries/record.js';
import { fold } from '../../text/fold.js';
import type { AddressRules } from '../countries/country-words.js';
import { countryOf, rulesOf, UNIT_WORDS } from './address-tables.js';

export type GivenAddress = string | Partial<Record<'street' | 'city' | 'region' | 'postalCode' | 'country', string>>;

/** An address in comparable parts, folded and in one spelling. */
export interface ParsedAddress {
  country: string | null;
  /** Letters and digits only. */
  postalCode: string | null;
  /** `undefined`: in `street`, if at all. */
  locality: readonly string[] | undefined;
  /** Words of street and building; for a single text, everything but the postal code. */
  street: readonly string[];
  /** House numbers and post boxes. */
  numbers: readonly string[];
  /** Number of a suite, flat or the like. */
  unit: string | null;
}

export function parseGiven(given: GivenAddress, registerCountry: string): ParsedAddress {
  if (typeof given === 'string') return parseWhole(fold(given), registerCountry);
  return parseParts(
    [given.street ?? ''],
    given.city ?? null,
    given.postalCode ?? null,
    given.country ?? null,
    registerCountry,
  );
}

export function parseOfficial(address: Address, registerCountry: string): ParsedAddress {
  const { line1, line2, city, postalCode, country } = address;
  const lines = [line1, line2].filter((line) => line !== null);
  if (city === null && postalCode === null) return parseWhole(fold(lines.join(', ')), registerCountry);
  return parseParts(lines, city, postalCode, country, registerCountry);
}

function parseParts(
  lines: readonly string[],
  city: string | null,
  postalCode: string | null,
  country: string | null,
  registerCountry: string,
): ParsedAddress {
  const code = (country === null ? null : countryOf(fold(country))) ?? registerCountry;
  const rules = rulesOf(code);
  const written = postalCode === null ? null : fold(postalCode).replace(/[^A-Z0-9]/g, '');
  return {
    country: code,
    postalCode: code === 'US' && written !== null ? written.slice(0, 5) : written || null,
    locality: city === null ? undefined : localityWords(fold(city)),
    ...streetOf(fold(lines.join(' ')), rules),
  };
}

/** Reads the last country and postal code; the rest stays together. */
function parseWhole(folded: string, registerCountry: string): ParsedAddress {
  const parts = folded
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const named = parts.length > 1 && last.length > 2 ? countryOf(last) : null;
  const kept = named === null ? folded : parts.slice(0, -1).join(', ');
  const country = named ?? registerCountry;
  const rules = rulesOf(country);
  const codes = [...kept.matchAll(rules.postalCode)];
  const code = codes.at(-1);
  // A number at the very beginning is a house number.
  const found = code && (codes.length > 1 || code.index > 0 || /[A-Z]/.test(code[0])) ? code : undefined;
  const rest = found ? `${kept.slice(0, found.index)} ${kept.slice(found.index + found[0].length)}` : kept;
  return {
    country,
    postalCode: found ? found[0].replace(/[^A-Z0-9]/g, '') : null,
    locality: undefined,
    ...streetOf(rest.replace(/^(.*)-\d{4}\b/, '$1'), rules),
  };
}

type Street = Pick<ParsedAddress, 'street' | 'numbers' | 'unit'>;

const BOX = /\b(?:P ?O ?BOX|POST ?BOX|POSTBOKS|PL|PB|BP|BOX) (\d+)\b/;

function streetOf(folded: string, rules: AddressRules): Street {
  const spelt = folded
    .replace(/#\s*/g, ' UNIT ')
    .replace(/\bP\.?\s?O\.?\s+BOX\b/g, ' PO BOX ')
    .replace(/(\d+)\s?[-/]\s?(?=\d)/g, '$1 / ');
  const box = BOX.exec(spelt.replaceAll('.', ''));
  const street: string[] = [];
  const numbers: string[] = box ? [`BOX${box[1]}`] : [];
  let unit: string | null = null;
  const words = wordsOf(spelt, rules);
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const next = words[at + 1] ?? '';
    if (UNIT_WORDS.has(word) && /^(?:\d{1,5}[A-Z]?|[A-Z]\d{0,4})$/.test(next)) {
      unit = next;
      at++;
    } else if (/^\d+[A-Z]?$/.test(word) && word !== box?.[1]) numbers.push(word);
    else if (!(box && /^(?:PO|BOX|POSTBOKS|\d+)$/.test(word))) street.push(word);
  }
  return { street, numbers, unit };
}

function wordsOf(folded: string, { words, endings = [] }: AddressRules): string[] {
  return folded
    .replace(/[.']/g, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const spelt = words[word] ?? word;
      const ending = endings.find(([pattern]) => pattern.test(spelt) && spelt.length > 4);
      return ending ? spelt.replace(ending[0], ending[1]) : spelt;
    });
}

/** Drops numbered districts and optional words: `PARIS 8E ARRONDISSEMENT`, `PRAHA 1`, `CEDEX`. */
function localityWords(folded: string): string[] {
  return folded
    .replace(/[.']/g, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => !/^$|^\d+(?:E|ER|EME)?$|^(?:CEDEX|ARRONDISSEMENT|CITY|OF|TOWN)$/.test(word))
    .map((word) => (word === 'SAINT' ? 'ST' : word === 'FORT' ? 'FT' : word === 'MOUNT' ? 'MT' : word));
}
