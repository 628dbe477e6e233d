import { stringify, type Options } from 'csv-stringify/sync';

const RFC_4180: Options = { record_delimiter: 'windows', quoted_match: /[\r\n]/ };

/** One line of RFC 4180 CSV. */
export function csvLine(fields: readonly (string | number)[]): string {
  return stringify([[...fields]], RFC_4180);
}

/** What the sender joins rows by: it comes back byte for byte. */
const SENDERS_KEY = 'custom_id';

const NUMBER = /^[+-][\d.,]*\d(?:[eE][+-]?\d+)?$/;
const TELEPHONE = /^\+\(?\d[\d ()./\u00A0-]*$/;

/** Text under its column, so that no spreadsheet takes it for a formula, but for the sender's key. */
export function csvText(column: string, text: string): string {
  return column === SENDERS_KEY ? text : inertText(text);
}

/** Text that somebody else wrote, so that no spreadsheet takes it for a formula: a number is none. */
export function inertText(text: string): string {
  return /^[=+\-@\t\r\0]/.test(text) && !NUMBER.test(text) && !TELEPHONE.test(text) ? `'${text}` : text;
}
