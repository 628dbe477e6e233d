export const TIERS = ['quick', 'deep'] as const;
export type Tier = (typeof TIERS)[number];

/** Which entities a register lists, and so what "not found" in it means. */
export const COVERAGES = ['all', 'active_only', 'franchise_taxpayers'] as const;
export type Coverage = (typeof COVERAGES)[number];

export interface Source {
  name: string;
  url: string;
  licence: string;
}

export interface Jurisdiction {
  /** ISO 3166-2 in lower case, `<country>-<region>`. */
  code: string;
  name: string;
  country: string;
  /**
   * With coverage, what is offered without credentials; `Registries.offer` says what is offered
   * now.
   */
  tiers: readonly Tier[];
  coverage: Coverage;
  source: Source;
}

/** A code as files and commands write it: in any case, and with `_` for `-`. */
export function codeOf(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', '-');
}
