import type { Log } from '../../../core/ports.js';
import type { NameQuery } from '../../../core/registries/ports.js';
import { ChangedFormat, OddRows } from './fields.js';

/**
 * Called for each skipped row. The reason comes from a fixed list, because it becomes a metric
 * label.
 */
export type OnRowSkipped = (reason: string) => void;

export type OnRowSkippedAt = (skipped: { source: string; reason: string }) => void;

export function rowReporter(
  source: string,
  { onRowSkipped, log }: { onRowSkipped?: OnRowSkippedAt | undefined; log: Pick<Log, 'warn'> },
): OnRowSkipped {
  return (reason) => {
    onRowSkipped?.({ source, reason });
    log.warn('a record of a register could not be read', { source, reason, ours: true });
  };
}

/** Fewer rows may all happen to be odd. */
const FEWEST_OF_A_FORMAT = 3;

export interface ReadRows<T> {
  /** Contains `undefined` for rows that `read` decided do not belong here. */
  rows: T[];
  /** `false` if a skipped row may be the one searched for. */
  complete: boolean;
}

/**
 * Decides whether an unreadable row may be the record searched for: it has a similar name, or its
 * names are unreadable too.
 */
export function mayBear<Row>(
  query: NameQuery,
  namesOf: (row: Row) => readonly (string | null)[],
): (row: Row) => boolean {
  return (row) => {
    const names = readable(() => namesOf(row)).filter((name) => name !== null);
    return names.length === 0 || names.some((name) => query.mayMean?.(name) ?? true);
  };
}

function readable(read: () => readonly (string | null)[]): readonly (string | null)[] {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ChangedFormat)) throw error;
    return [];
  }
}

/**
 * Reads the rows of a response one by one. Skips and reports unreadable rows. If these are more
 * than half, the register has changed its format, and the first row's error is thrown. `bears`: see
 * `mayBear`.
 */
export function readRows<Row, T>(
  rows: readonly Row[],
  read: (row: Row) => T,
  onSkipped: OnRowSkipped,
  bears: (row: Row) => boolean = () => true,
): ReadRows<T> {
  const done: T[] = [];
  const odd: ChangedFormat[] = [];
  let complete = true;
  for (const row of rows) {
    try {
      done.push(read(row));
    } catch (error) {
      if (!(error instanceof ChangedFormat)) throw error;
      odd.push(error);
      if (bears(row)) complete = false;
    }
  }
  const [first] = odd;
  const most = odd.length * 2 > rows.length;
  if (first && most && odd.length >= FEWEST_OF_A_FORMAT) throw first;
  for (const { found } of odd) onSkipped(found);
  if (first && most && !complete) throw new OddRows(first.found);
  return { rows: done, complete };
}

/** Returns the rows, or `otherwise` if there were only a few odd ones. */
export async function unlessOdd<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof OddRows) return otherwise;
    throw error;
  }
}
