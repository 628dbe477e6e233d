import { distance } from 'fastest-levenshtein';
import type { Jurisdiction } from './jurisdiction.js';
import { countryOf, regionOf, slug, type Place, type Region } from './places.js';

/** The likely meaning of a code that is not served. */
export interface Hint {
  /** At most three active codes, likeliest first. */
  suggestions: readonly string[];
  /** A real place whose register is not served. It has no suggestions: another place is no help. */
  uncovered?: Place | undefined;
}

type Named = Pick<Jurisdiction, 'code' | 'name' | 'country'>;

/** Cuts longer input to bound the cost of the comparison. */
const MAX_COMPARED_LENGTH = 64;
export const MAX_SUGGESTED = 3;
/** Codes are so short that two changed letters make any other code. */
const MAX_CODE_EDITS = 1;
const MAX_NAME_EDITS = 2;

/**
 * Reads a code, or the name or part of a name of a country or region. A country is meant before a
 * region: `ca` is Canada, and `de` is Germany.
 */
export function hintFor(typed: string, active: readonly Named[]): Hint {
  const wanted = slug(typed.slice(0, MAX_COMPARED_LENGTH));
  const named = active.filter((known) => namesOf(known).includes(wanted));
  if (named.length > 0) return suggest(named);
  const country = countryOf(wanted);
  const compatriots = country ? active.filter((known) => known.country === country.code) : [];
  if (compatriots.length > 0) return suggest(wholeFirst(compatriots));
  const inRegion = active.filter(({ code }) => regionPart(code) === wanted);
  if (inRegion.length > 0) return suggest(inRegion);
  const region = regionOf(wanted);
  if (region) return hintForRegion(region, active);
  if (country) return { suggestions: [], uncovered: country };
  return hintWithin(wanted, active) ?? suggest(active.filter((known) => isNear(wanted, known)));
}

/** Returns the question for codes or names that may be meant; `undefined` for none. */
export function didYouMean(meant: readonly string[]): string | undefined {
  if (meant.length === 0) return undefined;
  return `Did you mean ${[meant.slice(0, -1).join(', '), ...meant.slice(-1)].filter(Boolean).join(' or ')}?`;
}

/** Reads a code or name with its country before or behind it: `uk-eaw`, `colorado-us`. */
function hintWithin(wanted: string, active: readonly Named[]): Hint | undefined {
  const [first = '', ...rest] = wanted.split('-');
  if (rest.length === 0) return undefined;
  const last = rest.at(-1) ?? '';
  const [country, region] = countryOf(first)
    ? [countryOf(first), rest.join('-')]
    : [countryOf(last), wanted.slice(0, -last.length - 1)];
  if (!country) return undefined;
  const compatriots = active.filter((known) => known.country === country.code);
  if (compatriots.length === 0) return { suggestions: [], uncovered: country };
  const code = `${country.code}-${region}`;
  const meant = compatriots.filter((known) => known.code === code || namesOf(known).includes(region));
  if (meant.length > 0) return suggest(meant);
  const inCountry = regionOf(code) ?? regionOf(region);
  if (inCountry?.code.startsWith(`${country.code}-`)) return hintForRegion(inCountry, active);
  const near = compatriots.filter((known) => isNear(code, known) || isNear(region, known));
  return suggest(near.length > 0 ? near : wholeFirst(compatriots));
}

/** Countries without a part that no register of another part covers. */
const COVERED_IN_FULL: ReadonlySet<string> = new Set(['gb']);

/**
 * A region is covered if its code or name, or a region around it, is that of a register: `gb-eng` is
 * England, `gb-gbn` Great Britain, and Paris is in `fr-idf`. A whole country covers each of its
 * regions, and comes first.
 */
function hintForRegion(region: Region, active: readonly Named[]): Hint {
  const around = regionsAround(region).map(({ code }) => code);
  const [country = ''] = region.code.split('-');
  const compatriots = active.filter((known) => known.country === country);
  const covering = compatriots.filter(
    (known) => isWhole(known) || around.includes(known.code) || namesOf(known).includes(slug(region.name)),
  );
  if (covering.length > 0) return suggest(wholeFirst(covering));
  if (!COVERED_IN_FULL.has(country)) return { suggestions: [], uncovered: region };
  return compatriots.length > 0 ? suggest(compatriots) : { suggestions: [], uncovered: region };
}

function isWhole({ code, country }: Named): boolean {
  return code === country;
}

function wholeFirst(known: readonly Named[]): Named[] {
  return known.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)));
}

function regionsAround(region: Region): Region[] {
  const parent = region.parent === region.code ? undefined : regionOf(region.parent);
  return parent ? [region, ...regionsAround(parent)] : [region];
}

function suggest(meant: readonly Named[]): Hint {
  return { suggestions: meant.slice(0, MAX_SUGGESTED).map(({ code }) => code) };
}

/** `England and Wales` is meant by either half as well. */
function namesOf({ code, name }: Named): string[] {
  return [code, slug(name), ...slug(name).split('-and-')];
}

function isNear(wanted: string, { code, name }: Named): boolean {
  // Any code of two letters is one letter away from many others.
  if (code.includes('-') && distance(wanted, code) <= MAX_CODE_EDITS) return true;
  // A shorter name differs from most other words by as little.
  return wanted.length > 2 * MAX_NAME_EDITS && distance(wanted, slug(name)) <= MAX_NAME_EDITS;
}

function regionPart(code: string): string {
  return code.slice(code.indexOf('-') + 1);
}
