import { readRecordNumber } from '../../src/core/registries/record-numbers.js';
import { REGISTERS } from '../../src/registers/registers.js';

const CODES = REGISTERS.inForce([]).facts.map(({ code }) => code);

/** All-digit numbers that are valid in the registers with check digits or prefixes. */
const WHOLE: Readonly<Record<string, string>> = {
  no: '923609016',
  'no-03': '923609016',
  fr: '552032534',
  'fr-idf': '552032534',
  cz: '45317054',
  'cz-10': '45317054',
  'ch-zh': '242294601',
  'fi-18': '01120389',
};

describe('a record number', () => {
  it.each([
    ['no-03', '923 609 016', '923609016'],
    ['no-03', 'NO 923609016 MVA', '923609016'],
    ['fr-idf', '552 032 534', '552032534'],
    ['fr-idf', '356000000', '356000000'],
    ['fr-idf', '00073282932000074', '732829320'],
    ['fr-idf', '000000552032534', '552032534'],
    ['no-03', '000923609016', '923609016'],
    ['cz-10', '45317054', '45317054'],
    ['cz-10', 'CZ45317054', '45317054'],
    ['cz-10', '6947', '00006947'],
    ['ch-zh', 'CHE-242.294.601', 'CHE242294601'],
    ['ch-zh', 'che242294601', 'CHE242294601'],
    ['fi-18', '0112038-9', '0112038-9'],
    ['fi-18', 'FI01120389', '0112038-9'],
    ['fi-18', '112038-9', '0112038-9'],
    ['gb-eaw', '445790', '00445790'],
    ['gb-eaw', 'se000040', 'SE000040'],
    ['gb-sct', 'SC 123456', 'SC123456'],
    ['gb-nir', 'R0000123', 'R0000123'],
    ['gb-eaw', 'IP12345R', 'IP12345R'],
    ['ca-bc', 'bc0772006', 'BC0772006'],
    ['us-co', ' 19871234567 ', '19871234567'],
    ['us-ct', 'US-CT.BER:1259042', '1259042'],
    ['us-ny', '3322706', '3322706'],
    ['us-or', '1221511-94', '122151194'],
    ['us-pa', '7380992', '0007380992'],
    ['us-tx', '800439627', '0800439627'],
    ['us-tx', '32000000001', '32000000001'],
    ['us-fl', 'l21000123456', 'L21000123456'],
    ['us-ia', '100001', '100001'],
    ['lt', '110003978', '110003978'],
    ['ee', '12652512', '12652512'],
    ['us-va', 'S123456', 'S123456'],
    ['us-va', '11683582', '11683582'],
    ['us-dc', 'L00900001', 'L00900001'],
    ['us-dc', 'L900001', 'L00900001'],
    ['us-dc', 'c-900002', 'C00900002'],
    ['us-dc', '123456', '123456'],
    ['us-dc', 'N00012345678', 'N00012345678'],
    // Blanks and hyphens as a spreadsheet or a form writes them.
    ['no-03', '923\u00a0609\u00a0016', '923609016'],
    ['fr-idf', '552\u202f032\u202f534', '552032534'],
    ['cz-10', '453 17 054', '45317054'],
    ['ch-zh', 'CHE\u2011242.294.601 MWST', 'CHE242294601'],
    ['fi-18', '0112038\u20139', '0112038-9'],
    ['us-tx', '3-20000-0000-1', '32000000001'],
    // Numbers of societies and old partnerships have letters at the end or in the middle, and any
    // length.
    ['gb-sct', 'SL00911A', 'SL00911A'],
    ['gb-eaw', 'IP28RS', 'IP28RS'],
    ['gb-eaw', 'rs1234rs', 'RS1234RS'],
    ['gb-sct', 'SP2689RS', 'SP2689RS'],
    ['gb-eaw', 'IP000CUS', 'IP000CUS'],
    ['gb-eaw', 'LP00123A', 'LP00123A'],
    // Lost leading zeros.
    ['gb-sct', 'SC12345', 'SC012345'],
    ['gb-nir', 'NI-1234', 'NI001234'],
    ['gb-nir', 'R0123', 'R0000123'],
    ['ca-bc', 'BC749319', 'BC0749319'],
    ['ca-bc', 'S-12345', 'S0012345'],
    ['us-va', 'S12345', 'S012345'],
    ['us-va', '123456', '0123456'],
    ['us-va', '1234567', '1234567'],
    ['us-ia', '87557', '087557'],
    ['fr-idf', '18', '000000018'],
    // Establishment and VAT numbers.
    ['fr-idf', '55203253400646', '552032534'],
    ['fr-idf', '552 032 534 00646', '552032534'],
    ['fr-idf', '35600000000048', '356000000'],
    ['fr-idf', '35600000009075', '356000000'],
    ['fr-idf', '1234567400019', '012345674'],
    ['fr-idf', 'FR27552032534', '552032534'],
    ['fr-idf', 'fr 27 552 032 534', '552032534'],
    ['fr-idf', 'FRK7552032534', '552032534'],
  ])('is read for %s from %j as %s', (code, typed, number) => {
    expect(readRecordNumber(code, typed)).toEqual({ number });
  });

  it.each([
    ['no-03', '923609017', /organisasjonsnummer/],
    ['no-03', '92360901', /nine digits/],
    ['fr-idf', '552032535', /SIREN/],
    ['fr-idf', '55203253400647', /SIRET/],
    ['fr-idf', '55203253500646', /SIRET/],
    ['fr-idf', '35600000009076', /SIRET/],
    ['fr-idf', 'FR28552032534', /VAT/],
    ['fr-idf', 'FRO7552032534', /VAT/],
    ['fr-idf', '19', /nine digits/],
    ['cz-10', '45317055', /IČO/],
    ['ch-zh', 'CHE242294602', /UID/],
    ['ch-zh', '242294601000', /UID/],
    ['fi-18', '0112038-8', /Y-tunnus/],
    ['fi-18', '0112038', /Y-tunnus/],
    ['gb-eaw', 'QQ123456', /prefix/],
    ['gb-eaw', '123456789', /eight digits/],
    ['gb-eaw', '1234567A', /eight digits/],
    ['gb-eaw', 'QQ28RS', /prefix/],
    ['gb-sct', 'SC1234567', /six digits/],
    ['gb-sct', 'SC12345AB', /six digits/],
    ['gb-eaw', 'IPRS', /prefix/],
    ['ca-bc', '0772006', /letters/],
    ['ca-bc', 'BC12345678', /seven digits/],
    ['us-co', '198712345678', /11 digits/],
    ['us-pa', '12345678901', /ten digits/],
    ['us-tx', '123456789012', /11 digits/],
    ['us-va', '123', /eight digits/],
    ['us-fl', 'L2100012345678', /12 characters/],
    ['us-co', '2.0019E+10', /A spreadsheet has shortened this one: format its column as text/],
    ['no-03', '9,2E+08', /A spreadsheet has shortened this one/],
    ['us-co', '20,019,000,001', /separators of thousands/],
    ['us-co', 'no digits', /digits/],
    ['us-co', "1' OR '1'='1", /digits/],
    ['us-co', '', /digits/],
  ])('is refused for %s as %j', (code, typed, problem) => {
    expect(readRecordNumber(code, typed)).toEqual({ problem: expect.stringMatching(problem) });
  });

  // Every number of ca-bc begins with letters.
  it.each(CODES.filter((code) => code !== 'ca-bc'))('is whole for %s when a spreadsheet appended zeros', (code) => {
    const whole = WHOLE[code] ?? '20019001';
    const reading = readRecordNumber(code, whole);
    expect(reading).toHaveProperty('number');
    for (const zeros of ['.0', ',0', '.00', ',000000']) {
      expect(readRecordNumber(code, `${whole}${zeros}`)).toEqual(reading);
    }
  });

  describe.each(CODES)('the record number of %s', (code) => {
    it.each(['1.5', '1,5', '1234567.5', '0.0123', '123.000', '1.23457E+11', '1.23457E11', '1,23E+05', '2E+10', '-5'])(
      'cannot be %j',
      (typed) => {
        expect(readRecordNumber(code, typed)).toHaveProperty('problem');
      },
    );
  });

  it.each([
    ['gb-eaw', '12.345.678'],
    ['gb-eaw', '1234-5678'],
    ['gb-eaw', '1 5'],
    ['gb-sct', 'SC.123456'],
    ['no-03', '923.609.016'],
    ['no-03', '92 36 09 016'],
    ['fr-idf', '552.032.534'],
    ['cz-10', '45.317.054'],
    ['ch-zh', '24-22-94-601'],
    ['fi-18', '0112.038-9'],
    ['us-co', '2001-9000001'],
    ['us-co', '2001 9000001'],
    ['us-ny', '3,322,706'],
    ['us-or', '1-221511-94'],
    ['us-pa', '738.0992'],
    ['us-tx', '80.0439627'],
    ['us-ia', '100 001'],
    ['us-va', '116.83582'],
    ['us-fl', 'L21-000123456'],
    ['ca-bc', 'BC 0772 006'],
  ])('is refused for %s with the separators of %j', (code, typed) => {
    expect(readRecordNumber(code, typed)).toHaveProperty('problem');
  });

  it.each([
    ['no-03', '9236090'],
    ['fr-idf', '5520325'],
    ['cz-10', '4531705'],
    ['ch-zh', 'CHE2422946'],
    ['fi-18', '011203-'],
  ])('has for %s at most one check digit for each beginning', (code, beginning) => {
    const tens = Array.from({ length: 10 }, (_, digit) => String(digit));
    for (const middle of tens) {
      const full =
        code === 'fi-18'
          ? tens.map((last) => `01120${middle}8-${last}`)
          : tens.map((last) => beginning + middle + last);
      expect(full.filter((number) => 'number' in readRecordNumber(code, number)).length).toBeLessThanOrEqual(1);
    }
  });
});
