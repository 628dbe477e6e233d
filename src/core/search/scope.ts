import { mayAsk, requireAllowed, type Restrictions } from '../accounts/caller-limits.js';
import { AppError, quoted } from '../errors.js';
import { invalid, type InvalidRequest } from '../invalid-request.js';
import { MAX_JURISDICTIONS } from '../limits.js';
import { coveredBy } from '../registries/jurisdiction.js';
import { countryOf } from '../registries/places.js';
import type { JurisdictionState, Jurisdictions } from '../registries/jurisdictions.js';
import type { NotSearched } from './coverage.js';

/** The places to search, at most one of them. Everywhere if neither is set. */
export interface Where {
  /** In the caller's order. */
  jurisdictions: readonly string[] | undefined;
  /** ISO 3166-1, lower case. */
  countries: readonly string[] | undefined;
}

export interface SearchScope {
  /** Jurisdictions to search, in the order of the response. */
  codes: string[];
  /** Requested jurisdictions that are not searched. */
  notAsked: NotSearched[];
}

/**
 * Returns the jurisdictions to search. Named ones are searched all or not at all. Of countries, or
 * of everything, it includes those that are available and that the caller may query, and lists the
 * others. Throws `VALIDATION_ERROR`, `TOO_MANY_JURISDICTIONS`, `JURISDICTION_NOT_SUPPORTED`, and
 * `FORBIDDEN` when the caller may query none.
 */
export function searchScope(where: Where, catalogue: Jurisdictions, limits: Restrictions): SearchScope {
  const { jurisdictions, countries } = where;
  if (jurisdictions && countries)
    throw invalid('countries', 'cannot be sent together with jurisdictions: send one of them, or neither');
  if (jurisdictions) {
    refuseTooManyOrTwice(jurisdictions);
    catalogue.requireKnown(jurisdictions);
    for (const code of jurisdictions) catalogue.require(code);
    return { codes: [...jurisdictions], notAsked: [] };
  }
  const meant = catalogue.list();
  if (countries) refuseUnknownOrTwice(countries, meant);
  return scopeAmong(countries ? meant.filter(({ jurisdiction }) => countries.includes(jurisdiction.country)) : meant, {
    countries,
    limits,
  });
}

function scopeAmong(
  meant: readonly JurisdictionState[],
  { countries, limits }: { countries: readonly string[] | undefined; limits: Restrictions },
): SearchScope {
  const active = meant.filter(({ unavailableReason }) => unavailableReason === undefined);
  if (active.length === 0) throw noneActive(countries ?? []);
  const allowed = active.map(({ jurisdiction }) => jurisdiction.code).filter((code) => mayAsk(limits, code));
  const codes = withoutParts(allowed);
  if (codes.length === 0)
    requireAllowed(
      limits,
      active.map(({ jurisdiction }) => jurisdiction.code),
      'quick',
    );
  const notAsked = meant.flatMap((state): NotSearched[] => {
    const { code: jurisdiction } = state.jurisdiction;
    if (codes.includes(jurisdiction)) return [];
    const country = coveredBy(jurisdiction, codes);
    if (country !== undefined) return [{ jurisdiction, reason: 'covered_by', coveredBy: country }];
    // A caller who names countries does not mean the registers that this installation never asks.
    if (countries && state.lacks && state.lacks !== 'unreachable') return [];
    return [{ jurisdiction, reason: state.lacks ?? 'not_allowed' }];
  });
  return { codes, notAsked };
}

/** A whole country is searched in place of its parts, so that a register is asked once. */
export function withoutParts(codes: readonly string[]): string[] {
  return codes.filter((code) => coveredBy(code, codes) === undefined);
}

/** Throws `TOO_MANY_JURISDICTIONS`, or `VALIDATION_ERROR` for duplicates. */
function refuseTooManyOrTwice(codes: readonly string[]): void {
  if (codes.length > MAX_JURISDICTIONS) throw tooMany(codes.length);
  const twice = repeated(codes);
  if (twice !== undefined) throw namedTwice('jurisdictions', 'jurisdiction', twice);
}

function refuseUnknownOrTwice(countries: readonly string[], known: readonly JurisdictionState[]): void {
  const withRegister = new Set(known.map(({ jurisdiction }) => jurisdiction.country));
  const unknown = countries.filter((country) => !withRegister.has(country));
  if (unknown.length > 0) {
    const named = unknown.map((country) => `"${quoted(country)}"`).join(', ');
    const meant = unknown.map((country) => countryOf(country)?.code ?? '').filter((code) => withRegister.has(code));
    const hint = meant.length > 0 ? ` (did you mean ${[...new Set(meant)].join(', ')}?)` : '';
    const rule = `must name countries with a register, in two lower-case letters (${[...withRegister].join(', ')}); ${named} ${unknown.length === 1 ? 'has' : 'have'} none${hint}`;
    throw invalid('countries', rule);
  }
  const twice = repeated(countries);
  if (twice !== undefined) throw namedTwice('countries', 'country', twice);
}

function repeated(codes: readonly string[]): string | undefined {
  return codes.find((code, at) => codes.indexOf(code) !== at);
}

function tooMany(given: number): AppError {
  return new AppError('TOO_MANY_JURISDICTIONS', {
    message: `A search names at most ${MAX_JURISDICTIONS} jurisdictions; this one names ${given}.`,
    details: { maximum: MAX_JURISDICTIONS, provided: given },
    suggestion: 'Split the search, or send countries, or neither, to search everywhere.',
  });
}

function namedTwice(field: string, what: string, code: string): InvalidRequest {
  return invalid(field, `must name each ${what} once; "${quoted(code)}" appears twice`);
}

function noneActive(countries: readonly string[]): AppError {
  const of = countries.length > 0 ? ` of ${countries.map(quoted).join(', ')}` : '';
  return new AppError('JURISDICTION_NOT_SUPPORTED', {
    message: `No register${of} can be asked now.`,
    details: { provided: countries.map(quoted).join(', '), suggestions: [] },
  });
}
