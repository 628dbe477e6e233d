import { AppError, quoted } from '../errors.js';
import { hintFor, MAX_SUGGESTED, type Hint } from './jurisdiction-hints.js';
import type { RegisterWords } from './register-words.js';
import type { Coverage, Jurisdiction, Tier } from './jurisdiction.js';
import type { RegisterFacts } from './register.js';
import { JurisdictionSwitches, Registries, type SourceStatus } from './ports.js';
import { RegisterProbes, type KeptProbe } from './probes.js';
import { Injectable } from '../injectable.js';

const BY_CODE = new Map<string, RegisterFacts>();

/**
 * Plugs in the registers of this build, in the order of lists: `src/registers/registers.ts` does,
 * before anything asks.
 */
export function plugIn(registers: readonly RegisterFacts[]): void {
  for (const facts of registers) BY_CODE.set(facts.code, facts);
}

/** Every register known to this build, whether or not it is in force: rows may name any of them. */
export function catalogue(): readonly RegisterFacts[] {
  return [...BY_CODE.values()];
}

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
  /** `undefined`: never probed here. */
  lastProbe: KeptProbe | undefined;
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

/** The nearest to the register that its adapter has met. */
export function triedAgainst({ jurisdiction: { code }, lastProbe }: JurisdictionState) {
  if (lastProbe?.live === true && lastProbe.expectedAt !== undefined) return 'live';
  return jurisdictionNamed(code).triedAgainst ?? 'recordings';
}

/** Returns the codes of the registers that this process serves from the sandbox. */
export function sandboxCodes(registries: Pick<Registries, 'isSandbox'>): string[] {
  return catalogue()
    .filter(({ code }) => registries.isSandbox(code))
    .map(({ code }) => code);
}

/** The jurisdictions in force: accepts codes, and suggests codes for a wrong one. */
@Injectable()
export class Jurisdictions {
  /** By code, with what the configured credentials offer. */
  private readonly offered: ReadonlyMap<string, Jurisdiction>;

  constructor(
    private readonly registries: Registries,
    private readonly switches: JurisdictionSwitches,
    private readonly probes: RegisterProbes,
  ) {
    this.offered = new Map(
      registries.codes.map((code) => [code, { ...jurisdictionNamed(code), ...registries.offer(code) }]),
    );
  }

  list({ country, tier, name = '' }: JurisdictionFilter = {}): JurisdictionState[] {
    const part = name.toLowerCase();
    return [...this.offered.values()]
      .filter((each) => country === undefined || each.country === country)
      .filter((each) => each.code.includes(part) || each.name.toLowerCase().includes(part))
      .map(({ code }) => this.state(code))
      .filter((state) => tier === undefined || tiersNow(state).includes(tier));
  }

  /** Codes of those that can be asked now. */
  active(): string[] {
    return [...this.offered.keys()].filter((code) => this.unavailableReason(code) === undefined);
  }

  /** `undefined` for a code that is not in force. */
  find(code: string): JurisdictionState | undefined {
    return this.offered.has(code) ? this.state(code) : undefined;
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
      lastProbe: this.probes.last.get(code),
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
   * with the codes that may be meant.
   */
  require(code: string): Jurisdiction {
    const jurisdiction = this.offered.get(code);
    const reason = jurisdiction && this.unavailableReason(code);
    if (jurisdiction && !reason) return jurisdiction;
    if (reason) throw notSupported(`${code} is not available. ${reason}`, [code], []);
    const { suggestions, uncovered } = this.hint(code);
    const message = uncovered
      ? `${uncovered.name} ("${quoted(code)}") is not covered.`
      : `"${quoted(code)}" is not a supported jurisdiction.`;
    throw notSupported(message, [code], suggestions);
  }

  private unavailableReason(code: string): string | undefined {
    return this.switches.off.has(code)
      ? 'It was taken out of service for now.'
      : this.registries.unavailableReason(code);
  }

  private hint(code: string): Hint {
    return hintFor(
      code,
      this.active().map((known) => jurisdictionNamed(known)),
    );
  }

  /**
   * Throws `JURISDICTION_NOT_SUPPORTED` naming all codes that are not in force. Accepts
   * inactive ones, and ignores `undefined`.
   */
  requireKnown(codes: readonly (string | undefined)[]): void {
    const unknown = codes.filter((code): code is string => code !== undefined && !this.offered.has(code));
    if (unknown.length === 0) return;
    const hints = unknown.map((code) => this.hint(code));
    const bestFirst = [0, 1, 2].flatMap((at) => hints.flatMap(({ suggestions }) => suggestions[at] ?? []));
    const uncovered = hints.flatMap(({ uncovered: place }) => (place ? [`${place.name} is not covered.`] : []));
    const named = unknown.map((code) => `"${quoted(code)}"`).join(', ');
    throw notSupported(
      [
        `${named} ${unknown.length === 1 ? 'is not a supported jurisdiction' : 'are not supported jurisdictions'}.`,
        ...new Set(uncovered),
      ].join(' '),
      unknown,
      [...new Set(bestFirst)].slice(0, Math.max(MAX_SUGGESTED, unknown.length)),
    );
  }
}

function notSupported(message: string, codes: readonly string[], suggestions: readonly string[]): AppError {
  return new AppError('JURISDICTION_NOT_SUPPORTED', {
    message,
    details: { provided: codes.map(quoted).join(', '), suggestions },
  });
}
