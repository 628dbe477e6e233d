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

  /**
   * What may have been meant: a code in other letters, a region or a place by its name alone; else up to three active codes that differ by one letter.
   * None for a real region that is not covered, for a neighbour of it would be a guess.
   */
  private nearest(code: string): string[] {
    const wanted = code
      .trim()
      .slice(0, LONGEST_COMPARED)
      .toLowerCase()
      .replaceAll(/[\s_]+/g, '-');
    const active = JURISDICTIONS.filter((known) => !this.unavailableReason(known.code));
    const meant = active.filter(({ code: known, name }) =>
      [known, known.slice(known.indexOf('-') + 1), name.toLowerCase().replaceAll(' ', '-')].includes(wanted),
    );
    if (meant.length > 0) return meant.slice(0, MOST_SUGGESTED).map(({ code: known }) => known);
    if (isUncovered(wanted)) return [];
    return active
      .map(({ code: known, name }) => ({
        known,
        // A code is so short that two other letters make it any other code.
        distance: Math.min(2 * editDistance(wanted, known), editDistance(wanted, name.toLowerCase())),
        sameCountry: wanted.slice(0, 3) === known.slice(0, 3),
      }))
      .filter(({ distance }) => distance <= MOST_DIFFERENT)
      .toSorted((a, b) => a.distance - b.distance || Number(b.sameCountry) - Number(a.sameCountry))
      .slice(0, MOST_SUGGESTED)
      .map(({ known }) => known);
  }
}

const LONGEST_COMPARED = 64;
const MOST_SUGGESTED = 3;
const MOST_DIFFERENT = 2;

/** ISO 3166-2 regions of the countries of which some regions are covered. */
const REGIONS: Readonly<Record<string, string>> = {
  us: 'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy as gu mp pr vi',
  ca: 'ab bc mb nb nl ns nt nu on pe qc sk yt',
};

function isUncovered(code: string): boolean {
  const [country = '', region = ''] = code.split('-', 2);
  return (REGIONS[country]?.split(' ') ?? []).includes(region);
}

/** Levenshtein's, bounded by the shortness of codes and names; long input is cut before it costs anything. */
function editDistance(given: string, known: string): number {
  const text = given.slice(0, LONGEST_COMPARED);
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
