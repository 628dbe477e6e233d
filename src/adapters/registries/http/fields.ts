import { SourceError } from '../../../core/registries/ports.js';
import { regionCode } from '../../../core/registries/places.js';
import { noteCell, readFields } from '../../../core/registries/reading.js';
import type { Address, Alias, EntityStatus, Home, Officer, RegisteredAgent } from '../../../core/registries/record.js';

/**
 * One row of a register's answer. Registers that publish no value leave the key out, send null, or
 * an empty text.
 */
export type Row = Readonly<Record<string, unknown>>;

/** What registers write where they know nothing. */
const NOTHING = /^(n\/?a|none|null|no information provided|unknown|-+)$/i;

/** Written in place of what a register may not publish; `ND SAS` and `XXX Media` are names. */
const MASK = /^(?:\[ND\]|[[(]?(?:NON[- ]DIFFUSIBLE|X{2,})[\])]?)$/i;

/** The cell as trimmed text; `null` when it holds nothing, or a mask. */
export function text(row: Row, column: string): string | null {
  const value = row[column];
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const trimmed = String(value).trim().replace(/\s+/g, ' ');
  if (trimmed === '' || MASK.test(trimmed)) return null;
  noteCell(row, column);
  return trimmed;
}

/**
 * Like `text`, and an error that names the field when it holds nothing: the register has changed
 * its format.
 */
export function required(row: Row, column: string): string {
  const value = text(row, column);
  if (value === null) throw changedFormat(`a record without ${column}`);
  return value;
}

/** Like `text`, but `null` also for the words that mean "nothing". */
export function known(row: Row, column: string): string | null {
  const value = text(row, column);
  return value === null || NOTHING.test(value) ? null : value;
}

/**
 * The cell's calendar date as `YYYY-MM-DD`. Takes `2021-10-12`, `2021-10-12T00:00:00.000`,
 * `20211012` and `10/12/2021`, never shifted by a time zone. `null` for anything else and for the
 * register's stand-in for "no date", year 1.
 */
export function date(row: Row, column: string): string | null {
  const value = text(row, column) ?? '';
  const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[T ])/.exec(value);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value);
  const [year, month, day] = iso
    ? [iso[1]!, iso[2]!, iso[3]!]
    : american
      ? [american[3]!, american[1]!.padStart(2, '0'), american[2]!.padStart(2, '0')]
      : ['0001', '01', '01'];
  if (Number(year) < 1000 || Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31)
    return null;
  return `${year}-${month}-${day}`;
}

/** `null` when no part of it is published. */
export function address(row: Row, columns: { [Part in keyof Address]: string | undefined }): Address | null {
  const part = (column: string | undefined) => (column === undefined ? null : known(row, column));
  const found = readFields<Address>({
    line1: () => part(columns.line1),
    line2: () => part(columns.line2),
    city: () => part(columns.city),
    region: () => part(columns.region),
    postalCode: () => part(columns.postalCode),
    country: () => part(columns.country),
  });
  return Object.values(found).every((value) => value === null) ? null : found;
}

/** The columns that hold an address. */
export function columnsOf(columns: { [Part in keyof Address]: string | undefined }): string[] {
  return Object.values(columns).filter((column) => column !== undefined);
}

/** Where a record was formed; `undefined` where the register does not say, or where it is here. */
export function homeOf(read: () => string | null, here: string): Home | undefined {
  const words = read();
  // Of most it is its own letters.
  if (words === null || words === here.slice(3).toUpperCase()) return undefined;
  if (regionCode(words, here.slice(0, 2)) === here) return undefined;
  return readFields<Home>({
    jurisdiction: () => regionCode(read() ?? words, here.slice(0, 2)),
    name: () => read() ?? words,
  });
}

/** None where the register names nobody. */
export function officer(
  name: () => string | null,
  title: () => string | null,
  endDate?: () => string | null,
): Officer[] {
  const named = name();
  if (named === null) return [];
  return [
    readFields<Officer>({
      name: () => name() ?? named,
      title,
      ...(endDate && { endDate: () => endDate() ?? undefined }),
    }),
  ];
}

/** `null` where neither a name nor an address is published. */
export function agent(name: () => string | null, agentAddress: () => Address | null): RegisteredAgent | null {
  const found = readFields<RegisteredAgent>({ name, address: agentAddress });
  return found.name === null && found.address === null ? null : found;
}

/** None where the register gives no name. */
export function alias(
  kind: Alias['kind'],
  name: () => string | null,
  from?: () => string | null,
  until?: () => string | null,
): Alias[] {
  const named = name();
  if (named === null) return [];
  return [
    readFields<Alias>({
      name: () => name() ?? named,
      kind: () => kind,
      ...(from && { from: () => from() ?? undefined }),
      ...(until && { until: () => until() ?? undefined }),
    }),
  ];
}

/** What a register sent is not what its adapter expects. */
export class ChangedFormat extends SourceError {
  constructor(
    /** What was found instead, in our own words: it may become a label of a metric. */
    readonly found: string,
  ) {
    super('unavailable', `the register has changed its format: ${found}`, { ours: true });
  }
}

/**
 * Called for a status word that has no entry in the adapter's table; it becomes a label of a
 * metric.
 */
export type OnUnknownStatus = (word: string) => void;

const MAX_LABEL_LENGTH = 60;

/** A status word as a label of a metric. */
export function statusLabel(word: string): string {
  return word.slice(0, MAX_LABEL_LENGTH);
}

/**
 * What the register's status word means here, beside the word to show; `unknown` and the word
 * itself where the table has none.
 */
export function statusIn(
  table: Readonly<Record<string, readonly [EntityStatus, string]>>,
  word: string,
  onUnknown: OnUnknownStatus,
): readonly [EntityStatus, string] {
  const mapped = Object.hasOwn(table, word) ? table[word] : undefined;
  if (!mapped) onUnknown(word);
  return mapped ?? ['unknown', word];
}

/**
 * Like `statusIn` for a table in lower case whose words are shown as the register writes them;
 * nothing said is `unknown`, and not counted.
 */
export function statusOfWord(
  table: Readonly<Record<string, EntityStatus>>,
  word: string | null,
  onUnknown: OnUnknownStatus,
): EntityStatus {
  if (word === null) return 'unknown';
  const status = table[word.toLowerCase()];
  if (status === undefined) onUnknown(word);
  return status ?? 'unknown';
}

/** A few rows cannot be read, and there are no others to show whether the format has changed. */
export class OddRows extends ChangedFormat {}

export function changedFormat(found: string): ChangedFormat {
  return new ChangedFormat(found);
}
