import { nameKey, questionKey } from '../../src/core/matching/parsing/name-key.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';

describe('nameKey', () => {
  it.each([
    '\u{1F469}\u200D\u{1F680}'.repeat(100),
    '\u{1F9D1}'.repeat(150),
    'Ⱦ㍿'.repeat(150),
    '・'.repeat(300),
    'Quill '.repeat(50),
  ])('stays within the length of an index (%#)', (name) => {
    expect(Buffer.byteLength(nameKey(name, 'us-ny'))).toBeLessThanOrEqual(1_200);
    expect(nameKey(name, 'us-ny')).toBe(nameKey(` ${name} `, 'us-ny'));
    expect(nameKey(name, 'us-ny')).not.toBe(nameKey(`${name}x`, 'us-ny'));
  });

  it.each([
    ['Acorn Ridge, L.L.C.', 'ACORN RIDGE LLC', 'us-ny'],
    ['Acorn Ridge Limited Liability Company', 'acorn ridge llc', 'us-ny'],
    ['Acorn & Ridge Inc', 'Acorn and Ridge Incorporated', 'us-ny'],
    ['Acorn Ridge Ltd', 'ACORN RIDGE LIMITED', 'gb-eaw'],
    ['Acorn Ridge PLC', 'Acorn Ridge Public Limited Company', 'gb-eaw'],
    ['Mésange Bleue SAS', 'MESANGE BLEUE SAS', 'fr-idf'],
    ['Acorn Ridge s.r.o.', 'Acorn Ridge spol. s r.o.', 'cz-10'],
    ['Acorn Ridge SIA', 'SIA "Acorn Ridge"', 'lv'],
    ['Acorn Ridge Pte Ltd', 'Acorn Ridge Private Limited', 'sg'],
    ['Acorn Ridge, s. r. o.', 'Acorn Ridge spol. s r.o.', 'sk'],
    ['Acorn Ridge, a. s.', 'Acorn Ridge akciová spoločnosť', 'sk'],
    ['  Acorn   Ridge LLC ', 'Acorn Ridge LLC', 'us-ny'],
    ["O'Harrow LLC", 'OHarrow LLC', 'us-ny'],
  ])('is equal for spellings of one name: %s = %s', (a, b, jurisdiction) => {
    expect(nameKey(a, jurisdiction)).toBe(nameKey(b, jurisdiction));
  });

  it.each([
    ['Acorn Ridge LLC', 'Acorn Ridge Inc'],
    ['Acorn Ridge LLC', 'Acorn Ridge'],
    ['Acorn Ridge 1 1 LLC', 'Acorn Ridge 11 LLC'],
    ['Acorn & B LLC', 'Acorn B LLC'],
    ['Acorn Ridge LLC', 'Acorn Ridge Two LLC'],
    ['Acorn Inc dba Ridge', 'Acorn Inc'],
  ])('differs for different names: %s, %s', (a, b) => {
    expect(nameKey(a, 'us-ny')).not.toBe(nameKey(b, 'us-ny'));
  });

  it.each(['LLC', '&', '!!!', '?', '株式会社', '🙂', 'The', 'Co.', '1'])('is never empty: %s', (name) => {
    expect(nameKey(name, 'us-ny')).not.toBe('');
  });

  /** Keys are stored, so one computed tomorrow must find a row written today. */
  it.each([
    ['Acorn 1 LLC', 'ACORN1|LLC'],
    ['Acorn1 LLC', 'ACORN1|LLC'],
    ['1 Acorn LLC', '1ACORN|LLC'],
    ['Acorn Ridge 1 1 LLC', 'ACORNRIDGE1.1|LLC'],
    ['Acorn & Ridge', 'ACORN&RIDGE|'],
  ])('maps %s to %s', (name, key) => {
    expect(nameKey(name, 'us-ny')).toBe(key);
  });

  it('is the same when computed twice', () => {
    for (const name of ['Acorn Ridge LLC', 'É & Ö s.r.o.']) expect(nameKey(name, '')).toBe(nameKey(name, ''));
  });
});

describe('questionKey', () => {
  it.each([
    ['Acorn Ridge, L.L.C.', 'ACORN  RIDGE LLC', 'us-ny'],
    ['Acorn & Ridge Inc', 'Acorn and Ridge Incorporated', 'us-ny'],
    ["O'Harrow LLC", 'OHarrow LLC', 'us-ny'],
    ['H.L.F. Acorn Ltd.', 'HLF Acorn Limited', 'ca-bc'],
    ['H. L. F. Acorn Ltd.', 'H.L.F Acorn Ltd', 'ca-bc'],
  ])('is equal where a register is asked for the same words: %s = %s', (a, b, jurisdiction) => {
    expect(questionKey(a, jurisdiction)).toBe(questionKey(b, jurisdiction));
  });

  it.each([
    ['Green Tree LLC', 'Greentree LLC'],
    ['HLF Acorn LLC', 'HLFAcorn LLC'],
    ['H L F Acorn LLC', 'HLF Acorn LLC'],
    ['Acorn LLC dba Green Tree', 'Acorn LLC dba Greentree'],
    ['Acorn Ridge LLC', 'Acorn Ridge Inc'],
  ])('differs when the register is asked for other words: %s, %s', (a, b) => {
    expect(questionKey(a, 'us-ny')).not.toBe(questionKey(b, 'us-ny'));
  });

  it.each(['LLC', '&', '!!!', '株式会社', '🙂', 'Quill '.repeat(50)])('is neither empty nor too long: %s', (name) => {
    expect(questionKey(name, 'us-ny')).toMatch(/\S/);
    expect(Buffer.byteLength(questionKey(name, 'us-ny'))).toBeLessThanOrEqual(1_200);
  });
});

describe('parseName', () => {
  it('returns only the words of the name', () => {
    expect(parseName("O'BRANNIGAN & SONS, LLC", 'us-ny').words).toEqual(['OBRANNIGAN', 'SONS']);
  });

  it.each([
    ['Harrow Limitde', 'LTD'],
    ['Harrow Limited Partnerhip', 'LP'],
    ['Acorn Ridge Incorporatde', 'INC'],
  ])('accepts one slip in a legal form written out: %s', (name, form) => {
    expect(parseName(name, 'us-ny').form).toBe(form);
  });

  it('keeps the words of a name that consists of a legal form', () => {
    expect(parseName('Company Inc', 'us-ny').words).toEqual(['COMPANY']);
    expect(parseName('LLC', 'us-ny').words).toEqual(['LLC']);
  });

  it.each([
    ['Acorn 2 LLC', ['2']],
    ['Acorn II LLC', ['2']],
    ['Acorn No. 2 LLC', ['2']],
    ['Acorn Twenty-One LLC', ['21']],
    ['2nd Acorn LLC', ['2ND']],
    ['3DX Acorn LLC', ['3']],
    ['Acorn V', []],
    ['Acorn XLII LP', ['42']],
    ['Acorn One Twenty Five LLC', ['125']],
    ['Acorn 2B LLC', ['2B']],
    ['Acorn LLC', []],
  ])('reads the numbers of %s', (name, numbers) => {
    expect(parseName(name, 'us-ny').numbers).toEqual(numbers);
  });

  it('reads the second name after d/b/a', () => {
    const { alternatives } = parseName('Acorn Ridge Inc d/b/a Elm Valley', 'us-ny');
    expect(alternatives.map(({ kind, parsed }) => [kind, parsed.words])).toEqual([['second_name', ['ELM', 'VALLEY']]]);
  });

  it('transliterates other scripts', () => {
    expect(parseName('ООО Жёлудь', '').words).toEqual(['ZHELUD']);
  });
});

describe('a number in a name', () => {
  it.each([
    'Fern Hollow Hose Company No. 1',
    'Fern Hollow Hose Company No1',
    'FERN HOLLOW HOSE COMPANY NO.01',
    'Fern Hollow Hose Company One',
  ])('is the same however it is written: %s', (name) => {
    expect(parseName(name, 'us-ny').numbers).toEqual(['1']);
  });
});
