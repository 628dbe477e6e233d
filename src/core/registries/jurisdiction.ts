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

/** Normalises a code from a file or command: any case, with `_` or `-`. */
export function codeOf(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', '-');
}
