import { Standing, StandingError, UnansweredError } from '@standing/client';
import { localService, UsageError } from './command.js';
import { keptKey } from './kept-keys.js';

/**
 * Exit codes of commands that ask about a business. Only 1 means that the register was searched and
 * has no such business.
 */
export const EXIT = {
  found: 0,
  absent: 1,
  usage: 2,
  notSure: 3,
  unreachable: 4,
  failed: 5,
  /** Only with --require-good-standing. */
  notInGoodStanding: 6,
} as const;

/** Returns the exit code for an error of the arguments, a register or the service. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UnansweredError) return EXIT.unreachable;
  if (!(error instanceof StandingError)) return EXIT.failed;
  if (error.status === 400) return EXIT.usage;
  return error.status === 0 || error.status >= 500 ? EXIT.unreachable : EXIT.failed;
}

/** The URL of the service: the option, else STANDING_URL, else this machine. */
export function urlOf(option: string | undefined): string {
  return option ?? (process.env['STANDING_URL'] || localService());
}

/** Creates the client from the options or the environment; `signal` aborts all its requests. */
export function serviceOf(
  { url, key }: { url: string | undefined; key: string | undefined },
  signal?: AbortSignal,
): Standing {
  const baseUrl = urlOf(url);
  const apiKey = key ?? (process.env['STANDING_KEY'] || keptKey(baseUrl));
  if (!apiKey)
    throw new UsageError(
      '--key is missing, and STANDING_KEY is not set; make a key at /console/keys, or with standing account create, and keep it with standing login',
    );
  return new Standing({ baseUrl, apiKey, ...(signal && { signal }) });
}
