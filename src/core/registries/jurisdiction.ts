export const TIERS = ['quick', 'deep'] as const;
export type Tier = (typeof TIERS)[number];

/** The entities a register lists, and so the meaning of "not found" in it. */
export const COVERAGES = ['all', 'active_only', 'franchise_taxpayers'] as const;
export type Coverage = (typeof COVERAGES)[number];

export interface Source {
  name: string;
  url: string;
  licence: string;
}

export interface Jurisdiction {
  /** In lower case: ISO 3166-2, `<country>-<region>`, or ISO 3166-1 for a whole country. */
  code: string;
  name: string;
  country: string;
  /**
   * Like coverage, as offered without credentials; `Registries.offer` returns what is offered now.
   */
  tiers: readonly Tier[];
  coverage: Coverage;
  source: Source;
}

/** `fr` of `fr-idf`, and of `fr` itself. */
export function countryPart(code: string): string {
  return code.slice(0, 2);
}

/** Returns the whole country that covers this part of it, if it is among these codes. */
export function coveredBy(code: string, codes: readonly string[]): string | undefined {
  const country = countryPart(code);
  return country !== code && codes.includes(country) ? country : undefined;
}

/** Normalises a code from a file or command: any case, with `_` or `-`. */
export function codeOf(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', '-');
}
