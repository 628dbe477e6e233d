export const PROBE_VERDICTS = ['as_expected', 'drifted', 'unreachable'] as const;
export type ProbeVerdict = (typeof PROBE_VERDICTS)[number];

/** The result of `standing registry probe` for one register. */
export interface RegisterProbe {
  jurisdiction: string;
  at: Date;
  verdict: ProbeVerdict;
  /** Each difference from the expected answers, in our own words; no data of a register. */
  fields: readonly string[];
  /** Mean time of its answers; `undefined` if there were none. */
  answerMs: number | undefined;
}

export interface KeptProbe extends RegisterProbe {
  /** The official register was asked, or the one in its place. */
  live: boolean;
  /** The last time it was as expected; `undefined`: never. */
  expectedAt: Date | undefined;
}

/** The last probe of each register in the mode of this process. */
export abstract class RegisterProbes {
  /** By code; a new result is seen within seconds. */
  abstract readonly last: ReadonlyMap<string, KeptProbe>;

  /** Reads the results now, after a probe. */
  abstract load(): Promise<void>;
}
