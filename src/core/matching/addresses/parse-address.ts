import type { Address } from '../../registries/record.js';
import { fold } from '../../text/fold.js';
import type { AddressRules } from '../countries/country-words.js';
import { countryOf, rulesOf } from './address-tables.js';
import { parseStreet, type ParsedStreet } from './parse-street.js';
import { localityWords, namesStreet, placeIn, placesBehind } from './place.js';
import { townWords } from './towns.js';

export type GivenAddress = string | Partial<Record<'street' | 'city' | 'region' | 'postalCode' | 'country', string>>;

/**
 * An address in comparable parts, folded and in one spelling. For a single text, everything but the
 * postal code, and a town behind it, is in `street`.
 */
export interface ParsedAddress extends ParsedStreet {
  country: string | null;
  /** Letters and digits only. */
  postalCode: string | null;
  /** `undefined`: in `street`, if at all. */
  locality: readonly string[] | undefined;
  /** The words of a single text that may be only a town: see `placeIn`. */
  place: readonly string[] | undefined;
  /** The words of a single text behind its street: see `placesBehind`. */
  behind: readonly string[];
  /** The locality is that of a French post office, which may be in another town. */
  isCedex: boolean;
}

const CEDEX = /\bCEDEX\b/;

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
  const written = postalCode === null ? null : bareCode(fold(postalCode));
  return {
    country: code,
    postalCode: code === 'US' && written !== null ? written.slice(0, 5) : written || null,
    locality: city === null ? undefined : localityWords(fold(city), code),
    place: undefined,
    behind: [],
    isCedex: city !== null && CEDEX.test(fold(city)),
    ...parseStreet(fold(lines.join(', ')), rules),
  };
}

/** Without the letters of a country in front (`LV-1019`), and the last digits of a ZIP+4. */
function bareCode(folded: string): string {
  return lettersAndDigits(folded.replace(/^\s*[A-Z]{1,3}-(?=\d)/, '').replace(/(?<=^\s*\d+)-\d{4}\s*$/, ''));
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
  const found = codeIn(kept, rules);
  const short = found ? null : (rules.shortCode?.exec(kept) ?? null);
  const written = found?.[0] ?? short?.[1] ?? '';
  // Behind the comma of a short code.
  const begin = found?.index ?? (short ? kept.indexOf(written, short.index) : 0);
  const before = kept.slice(0, begin).replace(/\b[A-Z]{1,2}-$/, '');
  const behind = withoutDistrict(kept.slice(begin + written.length), written, rules);
  const town = found && rules.codeBeforeTown ? (/^[^,;\n]*/.exec(behind)?.[0] ?? '') : '';
  const locality = localityWords(town, country);
  const rest = locality.length > 0 ? `${before} ${behind.slice(town.length)}` : `${before} ${behind}`;
  const parsed = parseStreet(rest, rules);
  return {
    country,
    postalCode: found ? lettersAndDigits(found[0]) : (short?.[1] ?? null),
    locality: locality.length > 0 ? locality : undefined,
    place: locality.length > 0 ? undefined : placeIn(rest, rules, country),
    behind: placesBehind(rest, rules, country),
    isCedex: CEDEX.test(kept),
    ...parsed,
    street: townWords(parsed.street, country),
  };
}

/** A number at the very beginning is a house number, unless nothing or only a town follows it. */
function codeIn(text: string, rules: AddressRules): RegExpMatchArray | undefined {
  const codes = [...text.matchAll(rules.postalCode)];
  const code = codes.at(-1);
  if (!code || codes.length > 1 || code.index > 0 || /[A-Z]/.test(code[0])) return code;
  const behind = withoutDistrict(text.slice(code[0].length), code[0], rules);
  if (!/[A-Z0-9]/.test(behind)) return code;
  const [town = ''] = behind.split(/[,;\n]/);
  const isTown = /[A-Z]/.test(town) && !/\d/.test(town) && !namesStreet(parseStreet(town, rules).street, rules);
  return rules.codeBeforeTown && isTown ? code : undefined;
}

/** Drops the second half of a code, and the number of the district behind the town: `PRAHA 1`. */
function withoutDistrict(behindCode: string, code: string, { codeBeforeTown }: AddressRules): string {
  const behind = behindCode.replace(/^-\d{4}\b/, '');
  return codeBeforeTown && code !== '' ? behind.replace(/^( [^,;\n\d]*[A-Z]) \d{1,2}E?\b(?! ?\w)/, '$1') : behind;
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^A-Z0-9]/g, '');
}
