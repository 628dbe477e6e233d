import { describe, expect, it } from '@jest/globals';
import { readRecordNumber } from '../../../src/core/registries/record-numbers.js';

describe('a record number', () => {
  it.each([
    ['no-03', '923 609 016', '923609016'],
    ['no-03', 'NO 923609016 MVA', '923609016'],
    ['fr-idf', '552 032 534', '552032534'],
    ['fr-idf', '356000000', '356000000'],
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
    ['us-va', 'S123456', 'S123456'],
    ['us-va', '11683582', '11683582'],
    ['us-dc', 'L00900001', 'L00900001'],
  ])('of %s written %j is %s', (code, typed, number) => {
    expect(readRecordNumber(code, typed)).toEqual({ number });
  });

  it.each([
    ['no-03', '923609017', /organisasjonsnummer/],
    ['no-03', '92360901', /nine digits/],
    ['fr-idf', '552032535', /SIREN/],
    ['fr-idf', '55203253400646', /nine digits/],
    ['cz-10', '45317055', /IČO/],
    ['ch-zh', 'CHE242294602', /UID/],
    ['ch-zh', '242294601000', /UID/],
    ['fi-18', '0112038-8', /Y-tunnus/],
    ['fi-18', '0112038', /Y-tunnus/],
    ['gb-eaw', 'QQ123456', /prefix/],
    ['gb-eaw', '123456789', /eight digits/],
    ['ca-bc', '0772006', /letters/],
    ['us-co', '198712345678', /11 digits/],
    ['us-pa', '12345678901', /ten digits/],
    ['us-tx', '123456789012', /11 digits/],
    ['us-va', '123', /eight digits/],
    ['us-fl', 'L2100012345678', /12 characters/],
    ['us-co', 'no digits', /digits/],
    ['us-co', "1' OR '1'='1", /digits/],
    ['us-co', '', /digits/],
  ])('of %s cannot be %j', (code, typed, problem) => {
    expect(readRecordNumber(code, typed)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it.each([
    ['no-03', '9236090'],
    ['fr-idf', '5520325'],
    ['cz-10', '4531705'],
    ['ch-zh', 'CHE2422946'],
    ['fi-18', '011203-'],
  ])('of %s has one check digit for each beginning at most', (code, beginning) => {
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
