import { AppError } from '../errors.js';
import type { RegisterWords } from './register-words.js';
import { findJurisdiction, jurisdictionNamed, JURISDICTIONS, type Jurisdiction } from './jurisdiction.js';
import type { JurisdictionSwitches, Registries, SourceStatus } from './ports.js';

export interface JurisdictionState {
  jurisdiction: Jurisdiction;
  sourceStatus: SourceStatus;
  /** `YYYY-MM-DD`, for registers that are mirrored. */
  asOf: string | undefined;
  /** Why it cannot be asked now; `undefined` when it is active. */
  unavailableReason: string | undefined;
  sampleNames: string[] | undefined;
}

/** The catalogue as it stands now: which codes are accepted, and what a caller who got one wrong may have meant. */
export class Jurisdictions {
  constructor(
    private readonly registries: Registries,
    private readonly switches: JurisdictionSwitches,
  ) {}

  list(): JurisdictionState[] {
    return JURISDICTIONS.map(({ code }) => this.state(code));
  }

  /** How a catalogued code stands. */
  state(code: string): JurisdictionState {
    return {
      jurisdiction: this.asOffered(jurisdictionNamed(code)),
      sourceStatus: this.registries.status(code),
      asOf: this.registries.asOf(code),
      unavailableReason: this.unavailableReason(code),
      sampleNames: this.registries.sampleNames(code),
    };
  }

  words(code: string): RegisterWords | undefined {
    return this.registries.words(code);
  }

  /** The active jurisdiction of exactly this code; throws `JURISDICTION_NOT_SUPPORTED` with the nearest codes otherwise. */
  require(code: string): Jurisdiction {
    const jurisdiction = findJurisdiction(code);
    const reason = jurisdiction && this.unavailableReason(code);
    if (jurisdiction && !reason) return this.asOffered(jurisdiction);
    throw new AppError('JURISDICTION_NOT_SUPPORTED', {
      message: reason ? `${code} is not available: ${reason}` : `"${code}" is not a supported jurisdiction.`,
      details: { provided: code, suggestions: this.nearest(code) },
    });
  }

  private unavailableReason(code: string): string | undefined {
    return this.switches.isOff(code) ? 'it was taken out of service for now.' : this.registries.unavailableReason(code);
  }

  private asOffered(jurisdiction: Jurisdiction): Jurisdiction {
    return { ...jurisdiction, ...this.registries.offer(jurisdiction.code) };
  }

  /** Up to three active codes that look most like what was given: letters in common in the same order count. */
  private nearest(code: string): string[] {
    const wanted = code.trim().toLowerCase().replaceAll('_', '-');
    return JURISDICTIONS.filter(({ code: known }) => !this.unavailableReason(known))
      .map(({ code: known, name }) => ({
        known,
        distance: Math.min(editDistance(wanted, known), editDistance(wanted, name.toLowerCase())),
        sameCountry: wanted.slice(0, 3) === known.slice(0, 3),
      }))
      .sort((a, b) => a.distance - b.distance || Number(b.sameCountry) - Number(a.sameCountry))
      .slice(0, 3)
      .map(({ known }) => known);
  }
}

/** Levenshtein's, bounded by the shortness of codes and names; long input is cut before it costs anything. */
function editDistance(given: string, known: string): number {
  const text = given.slice(0, 64);
  let previous = Array.from({ length: known.length + 1 }, (_, i) => i);
  for (let i = 1; i <= text.length; i++) {
    const row = [i];
    for (let j = 1; j <= known.length; j++) {
      const swap = (previous[j - 1] ?? 0) + (text[i - 1] === known[j - 1] ? 0 : 1);
      row.push(Math.min(swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[known.length] ?? text.length;
}
