import type { Log } from '../../../core/ports.js';
import type { NameQuery } from '../../../core/registries/ports.js';
import { ChangedFormat, OddRows } from './fields.js';

/**
 * Called for each row that is left out, with a reason from a fixed list: it becomes a label of a
 * metric.
 */
export type OnRowSkipped = (reason: string) => void;

/** The same for all registers. */
export type OnRowSkippedAt = (skipped: { source: string; reason: string }) => void;

/** Counts a row that is left out, and logs it as ours to look at. */
export function rowReporter(
  source: string,
  { onRowSkipped, log }: { onRowSkipped?: OnRowSkippedAt | undefined; log: Pick<Log, 'warn'> },
): OnRowSkipped {
  return (reason) => {
    onRowSkipped?.({ source, reason });
    log.warn('a record of a register could not be read', { source, reason, ours: true });
  };
}

/** Fewer rows may all be odd by themselves. */
const FEWEST_OF_A_FORMAT = 3;

export interface ReadRows<T> {
  /** `undefined` where `read` decided that a row does not belong here. */
  rows: T[];
  /** False when a row was left out that may be what was looked for. */
  complete: boolean;
}

/**
 * Whether a row that cannot be read may be the record that was asked for: when it bears a name like
 * it, or when its names cannot be read either.
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
 * Reads the rows of an answer one by one. A row that cannot be read is left out and reported; when
 * that happens to more than half of them, the register has changed its format, and the first row's
 * error is thrown. `bears`: see `mayBear`.
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

/** What was read; `otherwise` when there was nothing but a few odd rows. */
export async function unlessOdd<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof OddRows) return otherwise;
    throw error;
  }
}
