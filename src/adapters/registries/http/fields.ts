import { SourceError } from '../../../core/registries/ports.js';
import { regionCode } from '../../../core/registries/places.js';
import { noteCell, readFields } from '../../../core/registries/reading.js';
import { printedText } from '../../../core/text/repair.js';
import type {
  Address,
  Alias,
  EntityStatus,
  Home,
  Officer,
  RegisteredAgent,
  Seat,
} from '../../../core/registries/record.js';

/** One row of a register's response. An unpublished value is missing, null or an empty text. */
export type Row = Readonly<Record<string, unknown>>;

/** Words that registers write for an unknown value. */
const NOTHING = /^(n\/?a|none|null|no information provided|unknown|-+)$/i;

/** Placeholders for values that a register may not publish. `ND SAS` and `XXX Media` are names. */
const MASK = /^(?:\[ND\]|[[(]?(?:NON[- ]DIFFUSIBLE|X{2,})[\])]?)$/i;

/** Returns the cell as text on one line. `null` if it is empty or masked. */
export function text(row: Row, column: string): string | null {
  const value = row[column];
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const printed = printedText(String(value));
  if (printed === '' || MASK.test(printed)) return null;
  noteCell(row, column);
  return printed;
}

/**
 * Like `text`, but throws an error naming the field if it is empty: the register has changed its
 * format.
 */
export function required(row: Row, column: string): string {
  const value = text(row, column);
  if (value === null) throw changedFormat(`a record without ${column}`);
  return value;
}

/** Like `text`, but also `null` for words that mean "nothing". */
export function known(row: Row, column: string): string | null {
  const value = text(row, column);
  return value === null || NOTHING.test(value) ? null : value;
}

/**
 * Returns the cell's calendar date as `YYYY-MM-DD`. Accepts `2021-10-12`,
 * `2021-10-12T00:00:00.000`, `20211012` and `10/12/2021`, and never shifts it by a time zone.
 * `null` for anything else and for year 1, which registers use for "no date".
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

/** Like `date`, for a register that writes `31/12/2021`. */
export function dayFirst(row: Row, column: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text(row, column) ?? '') ?? [];
  if (year === '') return date(row, column);
  return date({ [column]: `${month}/${day}/${year}` }, column);
}

/** `null` if no part is published. */
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

/** `null` if no part is published. */
export function publishedSeat(parts: { [Part in keyof Seat]-?: () => string | undefined }): Seat | null {
  const found = readFields<Seat>(parts);
  return Object.keys(found).length === 0 ? null : found;
}

export function columnsOf(columns: { [Part in keyof Address]: string | undefined }): string[] {
  return Object.values(columns).filter((column) => column !== undefined);
}

/**
 * Returns the place where a record was formed. `undefined` if the register does not say, or if it
 * is this jurisdiction.
 */
export function homeOf(read: () => string | null, here: string): Home | undefined {
  const words = read();
  // Most records state this jurisdiction by its letters.
  if (words === null || words === here.slice(3).toUpperCase()) return undefined;
  if (regionCode(words, here.slice(0, 2)) === here) return undefined;
  return readFields<Home>({
    jurisdiction: () => regionCode(read() ?? words, here.slice(0, 2)),
    name: () => read() ?? words,
  });
}

/** Empty if the register names no one. */
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

/** `null` if neither a name nor an address is published. */
export function agent(name: () => string | null, agentAddress: () => Address | null): RegisteredAgent | null {
  const found = readFields<RegisteredAgent>({ name, address: agentAddress });
  return found.name === null && found.address === null ? null : found;
}

/** Empty if the register gives no name. */
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

export class ChangedFormat extends SourceError {
  constructor(
    /** Describes what was found instead, in our own words: it may become a metric label. */
    readonly found: string,
  ) {
    super('unavailable', `the register has changed its format: ${found}`, { ours: true });
  }
}

/** A dataset no longer has a column that the query names. */
export class LostColumn extends ChangedFormat {}

/**
 * Called for a status word without an entry in the adapter's table. The word becomes a metric
 * label.
 */
export type OnUnknownStatus = (word: string) => void;

const MAX_LABEL_LENGTH = 60;

export function statusLabel(word: string): string {
  return word.slice(0, MAX_LABEL_LENGTH);
}

/**
 * Looks up the meaning of a register's status word, and the word to show. `unknown` and the word
 * itself if the table has no entry.
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
 * Like `statusIn`, for a table with lower-case keys whose words are shown as the register writes
 * them. No word means `unknown` and is not counted.
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
