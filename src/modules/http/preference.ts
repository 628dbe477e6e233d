export const LONGEST_WAIT_SECONDS = 25;

/** `Prefer: wait=N` (RFC 7240), capped; `undefined` when it is not there or cannot be understood, which RFC 7240 says to ignore. */
export function waitPreference(prefer: string | undefined): number | undefined {
  for (const preference of prefer?.split(',') ?? []) {
    const [, seconds] = /^\s*wait\s*=\s*"?(\d+)"?\s*(?:;.*)?$/i.exec(preference) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), LONGEST_WAIT_SECONDS);
  }
  return undefined;
}
