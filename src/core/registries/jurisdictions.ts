import { distance } from 'fastest-levenshtein';
import { AppError, quoted } from '../errors.js';
import type { RegisterWords } from './register-words.js';
import { REGISTERS } from '../../registers/registers.js';
import { codeOf, type Coverage, type Jurisdiction, type Tier } from './jurisdiction.js';
import type { RegisterFacts } from './register.js';
import type { JurisdictionSwitches, Registries, SourceStatus } from './ports.js';

/**
 * Every jurisdiction the service knows, answered or not. What can be asked right now is
 * `Registries`' to say.
 */
export const JURISDICTIONS = REGISTERS;

/** How many countries have a register in the catalogue. */
export const MAX_COUNTRIES = new Set(JURISDICTIONS.map(({ country }) => country)).size;

const BY_CODE = new Map(JURISDICTIONS.map((jurisdiction) => [jurisdiction.code, jurisdiction]));

export function findJurisdiction(code: string): RegisterFacts | undefined {
  return BY_CODE.get(code);
}

/** For codes that come from our own rows, which only ever hold catalogued ones. */
export function jurisdictionNamed(code: string): RegisterFacts {
  const jurisdiction = findJurisdiction(code);
  if (!jurisdiction) throw new Error(`no jurisdiction is called ${code}`);
  return jurisdiction;
}

/** What was recorded with an answer; for answers from before that, what the catalogue says. */
export function coverageOf(noted: Coverage | null, code: string): Coverage {
  return noted ?? jurisdictionNamed(code).coverage;
}

export interface JurisdictionState {
  jurisdiction: Jurisdiction;
  sourceStatus: SourceStatus;
  /** `YYYY-MM-DD`, for registers that are mirrored. */
  asOf: string | undefined;
  /** Why it cannot be asked now; `undefined` when it is active. */
  unavailableReason: string | undefined;
  /** The same as a search says it; `undefined` when it is active. */
  lacks: 'needs_credentials' | 'no_edition' | 'unreachable' | undefined;
  /** Taken out by an administrator, who can put it back. */
  switchedOff: boolean;
  sampleNames: string[] | undefined;
}

/** All that is given has to hold. */
export interface JurisdictionFilter {
  /** ISO 3166-1, lower case. */
  country?: string;
  /** Offered now. */
  tier?: Tier;
  /** Part of the name or the code, in any case. */
  name?: string;
}

/** What can be asked for at the moment: nothing of a register that is unavailable. */
export function tiersNow({ jurisdiction, unavailableReason }: JurisdictionState): readonly Tier[] {
  return unavailableReason === undefined ? jurisdiction.tiers : [];
}

/** The codes of the registers that this process asks in the sandbox. */
export function sandboxCodes(registries: Pick<Registries, 'isSandbox'>): string[] {
  return JURISDICTIONS.filter(({ code }) => registries.isSandbox(code)).map(({ code }) => code);
}

/**
 * The catalogue as it stands now: which codes are accepted, and what a caller who got one wrong may
 * have meant.
 */
export class Jurisdictions {
  /** By their codes, with what is offered with the credentials that are configured. */
  private readonly offered: ReadonlyMap<string, Jurisdiction>;

  constructor(
    private readonly registries: Registries,
    private readonly switches: JurisdictionSwitches,
  ) {
    this.offered = new Map(JURISDICTIONS.map((known) => [known.code, { ...known, ...registries.offer(known.code) }]));
  }

  /** Every one, or those that pass the filter. */
  list({ country, tier, name = '' }: JurisdictionFilter = {}): JurisdictionState[] {
    const part = name.toLowerCase();
    return JURISDICTIONS.filter((each) => country === undefined || each.country === country)
      .filter((each) => each.code.includes(part) || each.name.toLowerCase().includes(part))
      .map(({ code }) => this.state(code))
      .filter((state) => tier === undefined || tiersNow(state).includes(tier));
  }

  /** How a catalogued code stands. */
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

  /** By which names of the register are compared. */
  comparison(jurisdiction: string): {
    jurisdiction: string;
    words: RegisterWords | undefined;
    /** With it, the words change. */
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
   * The active jurisdiction of exactly this code; throws `JURISDICTION_NOT_SUPPORTED` with the
   * nearest codes otherwise.
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
   * The one to three nearest active codes: of a region or a place that is called by its name alone;
   * else those that differ by a letter, else those of the same country, else any.
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
        // A code is so short that two other letters make it any other code.
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
   * Throws `JURISDICTION_NOT_SUPPORTED` naming all of these that are no code of a jurisdiction,
   * active or not; `undefined` names none.
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

/** Longer input is cut, so that it costs nothing to compare. */
const MAX_COMPARED_LENGTH = 64;
const MAX_SUGGESTED = 3;
const MAX_DIFFERENT = 2;
