import { invalid } from '../invalid-request.js';
import { findJurisdiction } from './jurisdictions.js';
import type { NumberRule } from './number-rule.js';

/**
 * A number from a caller: in the register's own form, or the problem with it, in words for the
 * caller.
 */
export type NumberReading = { number: string } | { problem: string };

/** As callers write them, including blanks. */
export const MAX_RECORD_NUMBER_LENGTH = 60;

const ANY_NUMBER: NumberRule = {
  form: 'a number as the register writes it: letters, digits and . - /, at most 40 of them',
  read: (typed) => (/^(?=.*\d)[A-Z0-9](?:[A-Z0-9 ./-]{0,38}[A-Z0-9])?$/.test(typed) ? typed : undefined),
};

/**
 * Parses a record number of a jurisdiction: its form and, where the register defines them, its
 * check digits.
 */
export function readRecordNumber(code: string, typed: string): NumberReading {
  const rule = findJurisdiction(code)?.number ?? ANY_NUMBER;
  const written = asWritten(typed);
  const number = FRACTION.test(written) ? undefined : (rule.read(written) ?? rule.read(withoutFilling(written)));
  return number === undefined ? { problem: `it must be ${rule.form}${damageOf(written)}` } : { number };
}

/**
 * Returns the number in the register's own form. Throws `VALIDATION_ERROR` describing this
 * register's numbers.
 */
export function requireRecordNumber(code: string, typed: string): string {
  const reading = readRecordNumber(code, typed);
  if ('number' in reading) return reading.number;
  throw invalid('jurisdiction_id', `is no record number of ${code}: ${reading.problem}`, {
    remark: 'Nothing was charged.',
  });
}

/** Returns the form used to query the register, or the id unchanged if it has none. */
export function numberOfRecord(jurisdiction: string, recordId: string): string {
  const parsed = readRecordNumber(jurisdiction, recordId);
  return 'number' in parsed ? parsed.number : recordId;
}

/** A column of fixed width is filled with zeros in front. */
function withoutFilling(written: string): string {
  return written.replace(/^0+(?=\d+$)/, '');
}

/** A fraction is never a record number; a spreadsheet's `1.23457E+11` has lost its digits. */
const FRACTION = /^\d+[.,]\d+(?:E[+-]?\d+)?$/;

/** Spreadsheets write long numbers of a column without a format of its own as `2.0019E+10`. */
const SHORTENED = /^\d+(?:[.,]\d+)?E\+\d+$/;
const GROUPED = /^\d{1,3}(?:,\d{3})+$/;

function damageOf(written: string): string {
  if (SHORTENED.test(written)) {
    return '. A spreadsheet has shortened this one: format its column as text, and enter the number again';
  }
  return GROUPED.test(written) ? '. This one has separators of thousands' : '';
}

/**
 * Returns upper case with plain blanks and hyphens, and whole numbers without a spreadsheet's `.0`.
 * Keeps `123.000`: it may be a hundred and twenty-three thousand.
 */
function asWritten(typed: string): string {
  const plain = typed
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-');
  return /^\d{1,3}[.,]000$/.test(plain) ? plain : plain.replace(/^(\d+)[.,]0+$/, '$1');
}
