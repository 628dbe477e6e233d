import { stringify, type Options } from 'csv-stringify/sync';

const RFC_4180: Options = { record_delimiter: 'windows', quoted_match: /[\r\n]/ };

/** One line of RFC 4180 CSV. */
export function csvLine(fields: readonly (string | number)[]): string {
  return stringify([[...fields]], RFC_4180);
}

/** Text that somebody else wrote, so that no spreadsheet takes it for a formula. */
export function inertText(text: string): string {
  return /^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text;
}
