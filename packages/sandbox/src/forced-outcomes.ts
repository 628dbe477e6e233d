/**
 * Names that force an outcome in every register: `Sandbox Timeout LLC` never answers, `Sandbox
 * Unavailable LLC` answers 503, `Sandbox Flaky LLC` fails twice and is then found, `Sandbox Slow
 * LLC` is found after 1.5 s, `Sandbox Garbage LLC` answers something unreadable; `Sandbox Somewhere
 * LLC` is found in New York only, while Norway answers 503. They are matched in the text of a
 * request, so that they work with every register's query language.
 */
export type ForcedOutcome = 'timeout' | 'unavailable' | 'flaky' | 'slow' | 'garbage' | 'somewhere';

/** The forced names that are eventually found and so need a record. */
export const FOUND_NAMES = ['Sandbox Flaky LLC', 'Sandbox Slow LLC'] as const;

/** Codes of the register that does not answer for `Sandbox Somewhere LLC`. */
export const SILENT_REGISTER: ReadonlySet<string> = new Set(['no-03', 'no']);

export const SLOW_MS = 1_500;
const FLAKY_FAILURES = 2;
/** Longer than the backoff between two attempts, but short enough to try the name again. */
const FLAKY_FORGOTTEN_MS = 10_000;

/**
 * Allows the punctuation that query languages insert between the words. A further word makes it a
 * different name.
 */
const FORCED =
  /(?<![a-z0-9])sandbox[^a-z0-9]{0,4}(timeout|unavailable|flaky|slow|garbage|somewhere)(?:[^a-z0-9]{0,4}l[^a-z0-9]?l[^a-z0-9]?c)?(?![\s%.,_-]*[a-z0-9])/i;

export function forcedOutcome(requestText: string): ForcedOutcome | undefined {
  return FORCED.exec(decoded(requestText))?.[1]?.toLowerCase() as ForcedOutcome | undefined;
}

/**
 * Returns whether a request names a forced outcome, so that its failure says nothing about the
 * register. Accepts a URL or a body, encoded or not.
 */
export function isForced(requestText: string): boolean {
  return forcedOutcome(requestText) !== undefined;
}

export class FlakyCounter {
  private readonly seen = new Map<string, { requests: number; at: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Counts a question, each of its forms by itself, and returns whether it fails. */
  fails(question: string): boolean {
    const last = this.seen.get(question);
    const forgotten = last === undefined || this.now() - last.at > FLAKY_FORGOTTEN_MS;
    const requests = forgotten ? 1 : last.requests + 1;
    this.seen.set(question, { requests, at: this.now() });
    return requests <= FLAKY_FAILURES;
  }
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
