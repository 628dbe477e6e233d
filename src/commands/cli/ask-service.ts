import { Standing, StandingError } from '@standing/client';
import { localService, UsageError } from './command.js';

/**
 * How a question about a business ends: 1 means that the register was searched and has no such
 * business, and nothing else does.
 */
export const EXIT = { found: 0, absent: 1, usage: 2, notSure: 3, unreachable: 4, failed: 5 } as const;

/** How a question ends that got no answer, because of its own words, a register or the service. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof StandingError)) return EXIT.failed;
  if (error.status === 400) return EXIT.usage;
  return error.status === 0 || error.status >= 500 ? EXIT.unreachable : EXIT.failed;
}

/** Where the service is: what the option says, else STANDING_URL, else this machine. */
export function urlOf(option: string | undefined): string {
  return option ?? (process.env['STANDING_URL'] || localService());
}

/** The service that the options name, or the environment; `signal` ends whatever is under way. */
export function serviceOf(
  { url, key }: { url: string | undefined; key: string | undefined },
  signal?: AbortSignal,
): Standing {
  const apiKey = key ?? process.env['STANDING_KEY'];
  if (!apiKey)
    throw new UsageError(
      '--key is missing, and STANDING_KEY is not set; make a key at /console/keys, or with standing account create',
    );
  return new Standing({ baseUrl: urlOf(url), apiKey, ...(signal && { signal }) });
}
