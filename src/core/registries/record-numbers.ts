import { InvalidRequest, problem } from '../invalid-request.js';

/**
 * A number as a caller wrote it: in the register's own form, or what is wrong with it, in words for
 * the caller.
 */
export type NumberReading = { number: string } | { problem: string };

type Reader = (typed: string) => string | undefined;

interface NumberRule {
  /** What a number of this register is, for the caller whose number is none. */
  form: string;
  /**
   * `undefined` for what cannot be a number of this register. Gets the text trimmed and in upper
   * case.
   */
  read: Reader;
}

/** As callers write them, with blanks and all. */
export const MAX_RECORD_NUMBER_LENGTH = 60;

const ANY_NUMBER: NumberRule = {
  form: 'a number as the register writes it: letters, digits and . - /, at most 40 of them',
  read: (typed) => (/^(?=.*\d)[A-Z0-9](?:[A-Z0-9 ./-]{0,38}[A-Z0-9])?$/.test(typed) ? typed : undefined),
};

/**
 * Source: Companies House, Uniform Resource Identifiers and the company number prefixes of its
 * public data products. Societies' numbers may end in a letter.
 */
const COMPANIES_HOUSE: NumberRule = {
  form: 'eight digits (leading zeros may be left out), or a prefix such as SC, NI or OC and six digits',
  read: (typed) => {
    const number = compact(typed);
    if (/^\d{1,8}$/.test(number)) return number.padStart(8, '0');
    const prefixed =
      /^(?:AC|BR|C[ES]|E[NS]|FC|G[ENS]|I[CP]|LP|N[ACFILOPRVZ]|O[CE]|PC|R[0CS]|S[ACEFILOPRZ]|ZC)\d{6}$/.test(number) ||
      /^(?:IP|NO|NP|RS|SP)\d{5}[A-Z]$/.test(number);
    return prefixed ? number : undefined;
  },
};

const RULES: Readonly<Record<string, NumberRule>> = {
  'gb-eaw': COMPANIES_HOUSE,
  'gb-sct': COMPANIES_HOUSE,
  'gb-nir': COMPANIES_HOUSE,
  'no-03': {
    form: 'an organisasjonsnummer: nine digits, the last of them a check digit',
    read: (typed) => {
      const number = compact(typed)
        .replace(/^NO(?=\d)/, '')
        .replace(/MVA$/, '');
      return /^\d{9}$/.test(number) && endsInModulo11(number, [3, 2, 7, 6, 5, 4, 3, 2]) ? number : undefined;
    },
  },
  'fr-idf': {
    form: 'a SIREN: nine digits, the last of them a check digit',
    read: (typed) => {
      const number = compact(typed);
      return /^\d{9}$/.test(number) && passesLuhn(number) ? number : undefined;
    },
  },
  'cz-10': {
    form: 'an IČO: eight digits (leading zeros may be left out), the last of them a check digit',
    read: (typed) => {
      const number = compact(typed).replace(/^CZ(?=\d)/, '');
      if (!/^\d{4,8}$/.test(number)) return undefined;
      const whole = number.padStart(8, '0');
      const check = (11 - (weighted(whole, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
      return check === Number(whole[7]) ? whole : undefined;
    },
  },
  'ch-zh': {
    form: 'a UID: CHE and nine digits, the last of them a check digit',
    read: (typed) => {
      const digits = /^(?:CHE)?(\d{9})(?:MWST|TVA|IVA|HR)?$/.exec(compact(typed))?.[1];
      return digits !== undefined && endsInModulo11(digits, [5, 4, 3, 2, 7, 6, 5, 4]) ? `CHE${digits}` : undefined;
    },
  },
  'fi-18': {
    form: 'a Y-tunnus: seven digits, a hyphen and a check digit',
    read: (typed) => {
      const [, digits, check] = /^(?:FI)?(\d{6,7})-?(\d)$/.exec(compact(typed)) ?? [];
      const number = `${digits?.padStart(7, '0')}${check}`;
      if (digits === undefined || !endsInModulo11(number, [7, 9, 10, 5, 8, 4, 2])) return undefined;
      return `${number.slice(0, 7)}-${check}`;
    },
  },
  'us-co': digitsOnly('an identification number: at most 11 digits', /^\d{1,11}$/),
  'us-ct': {
    form: 'a business ALEI: digits, with or without US-CT.BER: before them',
    read: (typed) => /^(?:US-CT\.BER:)?(\d{1,10})$/.exec(typed.replace(/\s/g, ''))?.[1],
  },
  'us-ny': digitsOnly('a DOS ID: at most 10 digits', /^\d{1,10}$/),
  'us-or': digitsOnly('a registry number: at most 11 digits, with or without the hyphen', /^\d{1,11}$/),
  'us-pa': digitsOnly('a filing number: ten digits (leading zeros may be left out)', /^\d{1,10}$/, 10),
  'us-tx': {
    form: 'a taxpayer number of 11 digits, or a file number of ten (leading zeros may be left out)',
    read: (typed) => {
      const number = compact(typed).replaceAll('-', '');
      return /^\d{5,11}$/.test(number) ? number.padStart(10, '0') : undefined;
    },
  },
  'us-ia': digitsOnly('a business number: at most 9 digits', /^\d{1,9}$/),
  'us-fl': {
    form: 'a document number: at most three letters and digits, 12 characters at most',
    read: (typed) => (/^(?=.{5,12}$)[A-Z]{0,3}\d+$/.test(compact(typed)) ? compact(typed) : undefined),
  },
  'us-va': {
    form: 'an entity ID: eight digits, or a letter or digit and six digits',
    read: (typed) => (/^(?:\d{8}|[A-Z0-9]\d{6})$/.test(compact(typed)) ? compact(typed) : undefined),
  },
  'ca-bc': {
    form: 'a registration number: up to four letters and seven digits, such as BC0123456',
    read: (typed) => (/^[A-Z]{1,4}\d{7}$/.test(compact(typed)) ? compact(typed) : undefined),
  },
};

/**
 * Numbers of digits alone, filled up with zeros where the register writes all of its numbers in one
 * width.
 */
function digitsOnly(form: string, pattern: RegExp, width = 0): NumberRule {
  return {
    form,
    read: (typed) => {
      const number = compact(typed).replaceAll('-', '');
      return pattern.test(number) ? number.padStart(width, '0') : undefined;
    },
  };
}

/**
 * Reads a record number of a jurisdiction: its form and, where the register defines them, its check
 * digits.
 */
export function readRecordNumber(code: string, typed: string): NumberReading {
  const rule = RULES[code] ?? ANY_NUMBER;
  const number = rule.read(typed.trim().toUpperCase());
  return number === undefined ? { problem: `it must be ${rule.form}` } : { number };
}

/**
 * The number in the register's own form. Throws `VALIDATION_ERROR` saying what a number of this
 * register is.
 */
export function requireRecordNumber(code: string, typed: string): string {
  const reading = readRecordNumber(code, typed);
  if ('number' in reading) return reading.number;
  const wrong = problem('body', 'jurisdiction_id', `is no record number of ${code}: ${reading.problem}`);
  throw new InvalidRequest(wrong, { message: `${wrong.message} Nothing was charged.` });
}

/** In the form that the register is asked by; as it stands where it has none. */
export function numberOfRecord(jurisdiction: string, recordId: string): string {
  const parsed = readRecordNumber(jurisdiction, recordId);
  return 'number' in parsed ? parsed.number : recordId;
}

/** Without the blanks, dots and, but for the Finnish one, hyphens that people group digits with. */
function compact(typed: string): string {
  return typed
    .replace(/[\s.]/g, '')
    .replace(/^(CHE)-/, '$1')
    .replace(/^([A-Z]{2})-(?=\d{6}$)/, '$1');
}

/**
 * Whether the digit behind the weighted ones is 11 minus their sum modulo 11, where 11 is written 0
 * and 10 is never issued.
 */
function endsInModulo11(digits: string, weights: readonly number[]): boolean {
  const check = (11 - (weighted(digits, weights) % 11)) % 11;
  return check === Number(digits[weights.length]);
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
}

/** ISO/IEC 7812-1: every second digit from the right counts double. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
