import { distance } from 'fastest-levenshtein';
import { AppError, quoted } from '../errors.js';
import type { RegisterWords } from './register-words.js';
import { REGISTERS } from '../../registers/registers.js';
import { codeOf, type Coverage, type Jurisdiction, type Tier } from './jurisdiction.js';
import type { RegisterFacts } from './register.js';
import type { JurisdictionSwitches, Registries, SourceStatus } from './ports.js';

/**
 * Every jurisdiction in the catalogue, supported or not. `Registries` knows which can be queried
 * now.
 */
export const JURISDICTIONS = REGISTERS;

export const MAX_COUNTRIES = new Set(JURISDICTIONS.map(({ country }) => country)).size;

const BY_CODE = new Map(JURISDICTIONS.map((jurisdiction) => [jurisdiction.code, jurisdiction]));

export function findJurisdiction(code: string): RegisterFacts | undefined {
  return BY_CODE.get(code);
}

/** For codes from our own rows, which only hold catalogued ones. */
export function jurisdictionNamed(code: string): RegisterFacts {
  const jurisdiction = findJurisdiction(code);
  if (!jurisdiction) throw new Error(`no jurisdiction is called ${code}`);
  return jurisdiction;
}

/** Returns the coverage recorded with an answer, or the catalogue's for older answers. */
export function coverageOf(noted: Coverage | null, code: string): Coverage {
  return noted ?? jurisdictionNamed(code).coverage;
}

export interface JurisdictionState {
  jurisdiction: Jurisdiction;
  sourceStatus: SourceStatus;
  /** `YYYY-MM-DD`, for mirrored registers. */
  asOf: string | undefined;
  /** `undefined` when active. */
  unavailableReason: string | undefined;
  /** The same as a reason in searches; `undefined` when active. */
  lacks: 'needs_credentials' | 'no_edition' | 'unreachable' | undefined;
  /** An administrator took it out of service and can restore it. */
  switchedOff: boolean;
  sampleNames: string[] | undefined;
}

/** All given conditions must hold. */
export interface JurisdictionFilter {
  /** ISO 3166-1, lower case. */
  country?: string;
  /** Must be offered now. */
  tier?: Tier;
  /** Part of the name or code, case-insensitive. */
  name?: string;
}

/** Returns the tiers offered now; empty for an unavailable register. */
export function tiersNow({ jurisdiction, unavailableReason }: JurisdictionState): readonly Tier[] {
  return unavailableReason === undefined ? jurisdiction.tiers : [];
}

/** Returns the codes of the registers that this process serves from the sandbox. */
export function sandboxCodes(registries: Pick<Registries, 'isSandbox'>): string[] {
  return JURISDICTIONS.filter(({ code }) => registries.isSandbox(code)).map(({ code }) => code);
}

/** The current catalogue: accepts codes, and suggests codes for a wrong one. */
export class Jurisdictions {
  /** By code, with what the configured credentials offer. */
  private readonly offered: ReadonlyMap<string, Jurisdiction>;

  constructor(
    private readonly registries: Registries,
    private readonly switches: JurisdictionSwitches,
  ) {
    this.offered = new Map(JURISDICTIONS.map((known) => [known.code, { ...known, ...registries.offer(known.code) }]));
  }

  list({ country, tier, name = '' }: JurisdictionFilter = {}): JurisdictionState[] {
    const part = name.toLowerCase();
    return JURISDICTIONS.filter((each) => country === undefined || each.country === country)
      .filter((each) => each.code.includes(part) || each.name.toLowerCase().includes(part))
      .map(({ code }) => this.state(code))
      .filter((state) => tier === undefined || tiersNow(state).includes(tier));
  }

  state(code: string): JurisdictionState {
    return {
      jurisdiction: this.offered.get(code) ?? jurisdictionNamed(code),
      sourceStatus: this.registries.status(code),
      asOf: this.registries.asOf(code),
      unavailableReason: this.unavailableReason(code),
      lacks: this.switches.off.has(code) ? 'unreachable' : this.registries.lacks(code),
      switchedOff: this.switches.off.has(code),
      sampleNames: this.registries.sampleNames(code),
    };
  }

  /** Returns the word statistics for comparing names of the register. */
  comparison(jurisdiction: string): {
    jurisdiction: string;
    words: RegisterWords | undefined;
    /** The words change with the edition. */
    editionSince: Date | undefined;
  } {
    const { registries } = this;
    return {
      jurisdiction,
      words: registries.words(jurisdiction),
      editionSince: registries.editionSince(jurisdiction),
    };
  }

  /**
   * Returns the active jurisdiction with exactly this code, or throws `JURISDICTION_NOT_SUPPORTED`
   * with the nearest codes.
   */
  require(code: string): Jurisdiction {
    const jurisdiction = this.offered.get(code);
    const reason = jurisdiction && this.unavailableReason(code);
    if (jurisdiction && !reason) return jurisdiction;
    throw new AppError('JURISDICTION_NOT_SUPPORTED', {
      message: reason ? `${code} is not available. ${reason}` : `"${quoted(code)}" is not a supported jurisdiction.`,
      details: { provided: quoted(code), suggestions: this.nearest(code) },
    });
  }

  private unavailableReason(code: string): string | undefined {
    return this.switches.off.has(code)
      ? 'It was taken out of service for now.'
      : this.registries.unavailableReason(code);
  }

  /**
   * Returns the one to three nearest active codes: of a region or place given by name; else those
   * that differ by a letter, else those of the same country, else any.
   */
  private nearest(code: string): string[] {
    const wanted = codeOf(code.trim().slice(0, MAX_COMPARED_LENGTH)).replaceAll(/[\s-]+/g, '-');
    const active = JURISDICTIONS.filter((known) => !this.unavailableReason(known.code));
    const meant = active.filter(({ code: known, name }) =>
      [known, known.slice(known.indexOf('-') + 1), name.toLowerCase().replaceAll(' ', '-')].includes(wanted),
    );
    if (meant.length > 0) return meant.slice(0, MAX_SUGGESTED).map(({ code: known }) => known);
    const known = active
      .map(({ code: of, name }) => ({
        code: of,
        // Codes are so short that two changed letters make any other code.
        edits: Math.min(2 * distance(wanted, of), distance(wanted, name.toLowerCase())),
        sameCountry: wanted.slice(0, 3) === of.slice(0, 3),
      }))
      .toSorted((a, b) => Number(b.sameCountry) - Number(a.sameCountry) || a.edits - b.edits);
    const near = known.filter(({ edits }) => edits <= MAX_DIFFERENT);
    const compatriots = known.filter(({ sameCountry }) => sameCountry);
    const suggested = [near, compatriots, known].find((each) => each.length > 0) ?? [];
    return suggested.slice(0, MAX_SUGGESTED).map(({ code: of }) => of);
  }

  /**
   * Throws `JURISDICTION_NOT_SUPPORTED` naming all codes that are not in the catalogue. Accepts
   * inactive ones, and ignores `undefined`.
   */
  requireKnown(codes: readonly (string | undefined)[]): void {
    const unknown = codes.filter((code): code is string => code !== undefined && !this.offered.has(code));
    if (unknown.length === 0) return;
    const nearest = unknown.map((code) => this.nearest(code));
    const bestFirst = [0, 1, 2].flatMap((at) => nearest.flatMap((each) => each[at] ?? []));
    throw new AppError('JURISDICTION_NOT_SUPPORTED', {
      message: `${unknown.map((code) => `"${quoted(code)}"`).join(', ')} ${unknown.length === 1 ? 'is not a supported jurisdiction' : 'are not supported jurisdictions'}.`,
      details: {
        provided: unknown.map(quoted).join(', '),
        suggestions: [...new Set(bestFirst)].slice(0, Math.max(MAX_SUGGESTED, unknown.length)),
      },
    });
  }
}

/** Cuts longer input to bound the cost of the comparison. */
const MAX_COMPARED_LENGTH = 64;
const MAX_SUGGESTED = 3;
const MAX_DIFFERENT = 2;
