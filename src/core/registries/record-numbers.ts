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
   * `undefined` for what cannot be a number of this register. Gets what `asWritten` makes of the
   * text, and drops only the separators of the register's own form.
   */
  read: Reader;
}

/** As callers write them, with blanks and all. */
export const MAX_RECORD_NUMBER_LENGTH = 60;

const ANY_NUMBER: NumberRule = {
  form: 'a number as the register writes it: letters, digits and . - /, at most 40 of them',
  read: (typed) => (/^(?=.*\d)[A-Z0-9](?:[A-Z0-9 ./-]{0,38}[A-Z0-9])?$/.test(typed) ? typed : undefined),
};

const COMPANIES_HOUSE_PREFIX =
  /^(AC|BR|C[ES]|E[NS]|FC|G[ENS]|I[CP]|LP|N[ACFILOPRVZ]|O[CE]|PC|R[0CS]|S[ACEFILOPRZ]|ZC)[ -]?(\d{1,6})([A-Z]{0,3})$/;

/**
 * Source: Companies House, Uniform Resource Identifiers and the company number prefixes of its
 * public data products. Numbers of societies and old partnerships may end in letters, at any length
 * up to eight: `IP28RS`, `SL00911A`, `IP000CUS`.
 */
const COMPANIES_HOUSE: NumberRule = {
  form: 'eight digits, or a prefix such as SC, NI or OC and six digits (leading zeros may be left out)',
  read: (typed) => {
    if (/^\d{1,8}$/.test(typed)) return typed.padStart(8, '0');
    const [, prefix, digits = '', letters = ''] = COMPANIES_HOUSE_PREFIX.exec(typed) ?? [];
    if (prefix === undefined || digits.length + letters.length > 6) return undefined;
    return prefix + (letters === '' ? digits.padStart(6, '0') : digits + letters);
  },
};

const SIREN = String.raw`\d{3} ?\d{3} ?\d{3}`;

const RULES: Readonly<Record<string, NumberRule>> = {
  'gb-eaw': COMPANIES_HOUSE,
  'gb-sct': COMPANIES_HOUSE,
  'gb-nir': COMPANIES_HOUSE,
  'no-03': {
    form: 'an organisasjonsnummer: nine digits, the last of them a check digit',
    read: (typed) => {
      const number = digitsIn(/^(?:NO ?)?(\d{3} ?\d{3} ?\d{3})(?: ?MVA)?$/, typed);
      return number !== undefined && endsInModulo11(number, [3, 2, 7, 6, 5, 4, 3, 2]) ? number : undefined;
    },
  },
  'fr-idf': {
    form: 'a SIREN of nine digits, a SIRET of 14 or a French VAT number, with the right check digits',
    read: (typed) => sirenOf(typed) ?? sirenOfSiret(typed) ?? sirenOfVatNumber(typed),
  },
  'cz-10': {
    form: 'an IČO: eight digits (leading zeros may be left out), the last of them a check digit',
    read: (typed) => {
      const whole = digitsIn(/^(?:CZ ?)?(\d{4,8}|\d{3} \d{2} \d{3})$/, typed)?.padStart(8, '0');
      if (whole === undefined) return undefined;
      const check = (11 - (weighted(whole, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
      return check === Number(whole[7]) ? whole : undefined;
    },
  },
  'ch-zh': {
    form: 'a UID: CHE and nine digits, the last of them a check digit',
    read: (typed) => {
      const digits = digitsIn(/^(?:CHE[ -]?)?(\d{3}[. ]?\d{3}[. ]?\d{3})(?:[ -]?(?:MWST|TVA|IVA|HR))?$/, typed);
      return digits !== undefined && endsInModulo11(digits, [5, 4, 3, 2, 7, 6, 5, 4]) ? `CHE${digits}` : undefined;
    },
  },
  'fi-18': {
    form: 'a Y-tunnus: seven digits, a hyphen and a check digit',
    read: (typed) => {
      const number = digitsIn(/^(?:FI ?)?(\d{6,7}-?\d)$/, typed)?.padStart(8, '0');
      if (number === undefined || !endsInModulo11(number, [7, 9, 10, 5, 8, 4, 2])) return undefined;
      return `${number.slice(0, 7)}-${number.slice(7)}`;
    },
  },
  'us-co': digitsOnly('an identification number: at most 11 digits', /^\d{1,11}$/),
  'us-ct': {
    form: 'a business ALEI: digits, with or without US-CT.BER: before them',
    read: (typed) => digitsIn(/^(?:US-CT\.BER: ?)?(\d{1,10})$/, typed),
  },
  'us-ny': digitsOnly('a DOS ID: at most 10 digits', /^\d{1,10}$/),
  'us-or': digitsOnly('a registry number: at most 11 digits, with or without the hyphen', /^\d{1,11}$|^\d{1,9}-\d{2}$/),
  'us-pa': digitsOnly('a filing number: ten digits (leading zeros may be left out)', /^\d{1,10}$/, 10),
  'us-tx': {
    form: 'a taxpayer number of 11 digits, or a file number of ten (leading zeros may be left out)',
    read: (typed) => {
      const number = digitsIn(/^(\d+(?:-\d+)*)$/, typed) ?? '';
      return /^\d{5,11}$/.test(number) ? number.padStart(10, '0') : undefined;
    },
  },
  'us-ia': digitsOnly('a business number: at most 9 digits (leading zeros may be left out)', /^\d{1,9}$/, 6),
  'us-fl': {
    form: 'a document number: at most three letters and digits, 12 characters at most',
    read: (typed) => (/^(?=.{5,12}$)[A-Z]{0,3}\d+$/.test(typed) ? typed : undefined),
  },
  'us-va': {
    form: 'an entity ID: eight digits, or a letter or digit and six digits (leading zeros may be left out)',
    read: (typed) => {
      if (/^\d{4,8}$/.test(typed)) return typed.padStart(7, '0');
      return filled(/^([A-Z])(\d{4,6})$/, 6, typed);
    },
  },
  'ca-bc': {
    form: 'a registration number: up to four letters and seven digits, such as BC0123456',
    read: (typed) => filled(/^([A-Z]{1,4})[ -]?(\d{1,7})$/, 7, typed),
  },
};

/**
 * Numbers of digits alone, filled up with zeros where the register writes all of its numbers in one
 * width.
 */
function digitsOnly(form: string, pattern: RegExp, width = 0): NumberRule {
  return {
    form,
    read: (typed) => (pattern.test(typed) ? typed.replace('-', '').padStart(width, '0') : undefined),
  };
}

/** What the pattern's group found, without its separators. */
function digitsIn(pattern: RegExp, typed: string): string | undefined {
  return pattern.exec(typed)?.[1]?.replaceAll(/[ .-]/g, '');
}

/** The letters that the pattern finds first, then its digits with zeros in front of them. */
function filled(pattern: RegExp, width: number, typed: string): string | undefined {
  const [, letters, digits = ''] = pattern.exec(typed) ?? [];
  return letters === undefined ? undefined : letters + digits.padStart(width, '0');
}

function sirenOf(typed: string): string | undefined {
  const siren = digitsIn(new RegExp(`^(\\d{1,8}|${SIREN})$`), typed)?.padStart(9, '0');
  return siren !== undefined && passesLuhn(siren) ? siren : undefined;
}

/** A SIRET is the SIREN of the business and five digits of one of its establishments. */
function sirenOfSiret(typed: string): string | undefined {
  const siret = digitsIn(new RegExp(`^(\\d{10,13}|${SIREN} ?\\d{5})$`), typed)?.padStart(14, '0');
  const siren = siret && sirenOf(siret.slice(0, 9));
  if (siret === undefined || siren === undefined) return undefined;
  return passesLuhn(siret) || isOfLaPoste(siret) ? siren : undefined;
}

/** La Poste has more establishments than Luhn's check has numbers for: theirs add up to fives. */
function isOfLaPoste(siret: string): boolean {
  return siret.startsWith('356000000') && [...siret].reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0;
}

/** FR, a key of two characters and the SIREN; a key of two digits is computed from the SIREN. */
function sirenOfVatNumber(typed: string): string | undefined {
  const [, key = '', digits = ''] = new RegExp(`^FR ?([0-9A-HJ-NP-Z]{2}) ?(${SIREN})$`).exec(typed) ?? [];
  const siren = sirenOf(digits);
  if (siren === undefined) return undefined;
  return /[A-Z]/.test(key) || Number(key) === (12 + 3 * (Number(siren) % 97)) % 97 ? siren : undefined;
}

/**
 * Reads a record number of a jurisdiction: its form and, where the register defines them, its check
 * digits.
 */
export function readRecordNumber(code: string, typed: string): NumberReading {
  const rule = RULES[code] ?? ANY_NUMBER;
  const written = asWritten(typed);
  const number = FRACTION.test(written) ? undefined : rule.read(written);
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

/** A fraction is no number of any register; a spreadsheet's `1.23457E+11` has lost its digits. */
const FRACTION = /^\d+[.,]\d+(?:E[+-]?\d+)?$/;

/**
 * In upper case, with plain blanks and hyphens, and a whole number without the `.0` that a
 * spreadsheet put behind it. `123.000` is left as it is: it may be a hundred and twenty-three
 * thousand.
 */
function asWritten(typed: string): string {
  const plain = typed
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-');
  return /^\d{1,3}[.,]000$/.test(plain) ? plain : plain.replace(/^(\d+)[.,]0+$/, '$1');
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
