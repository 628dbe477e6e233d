import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { compareNames } from '../../../src/core/matching/comparing/compare.js';
import { nameKey, parseName } from '../../../src/core/matching/parsing/normalise.js';
import { nameQuery } from '../../../src/core/verification/name-query.js';
import { processorMsOf } from '../../support/processor-time.js';

const LENGTH = 300;
/** Of one core, for reading two names and comparing them; the slowest of those below take a twentieth. */
const MAX_MS = 250;

const repeated = (text: string) => text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);
const HOSTILE = Object.fromEntries(
  Object.entries({
    'a ligature of four words': '㍿',
    'the longest ligature': '﷽',
    emoji: '👩‍👩‍👧‍👦',
    'combining marks': 'A\u0301\u0302\u0303\u0304\u0305',
    'marks alone': '\u0301',
    'right to left': 'شركة ',
    overrides: '\u202eABC\u202c',
    NUL: 'A\0',
    'lone surrogates': '\ud83d',
    'other lone surrogates': 'A\udc00',
    blanks: '\u3000',
    'single letters': 'A ',
    'dotted initials': 'A.',
    digits: '1 ',
    ampersands: '& ',
    brackets: '(',
    'second names': ' D/B/A',
    'legal forms': 'INC X ',
    'limited run together': 'ABCLIMITED',
    'words of one letter more': 'aaa aaaa aaaaa ',
    'number words': 'Twenty One ',
    thousands: '1,000',
  }).map(([what, text]) => [what, repeated(text)]),
);

describe('names made to be slow', () => {
  it.each(Object.entries(HOSTILE))('are read and compared in bounded time: %s', (_what, hostile) => {
    for (const other of [`B${hostile.slice(1)}`, `${hostile.slice(0, -1)}Z`, 'Acorn Ridge LLC']) {
      const compare = () => compareNames(parseName(hostile, 'us-ny'), parseName(other, 'us-ny'));
      expect(processorMsOf(compare, MAX_MS)).toBeLessThan(MAX_MS);
    }
  });

  it.each(Object.entries(HOSTILE))('keep what is searched and stored short: %s', (_what, hostile) => {
    const name = parseName(hostile, 'us-ny');
    expect(nameKey(hostile, 'us-ny').length).toBeLessThanOrEqual(400);
    expect(name.key).toBe(nameKey(hostile, 'us-ny'));
    expect(name.words.join(' ').length).toBeLessThanOrEqual(1_000);
    expect(nameQuery(hostile, 'us-ny').words.join(' ').length).toBeLessThanOrEqual(1_000);
  });

  it('are told apart by their keys, however far behind they differ', () => {
    const ends = ['A', 'B', '株'].map((end) => nameKey(repeated('㍿').slice(0, -1) + end, 'us-ny'));
    expect(new Set(ends).size).toBe(3);
    const marks = ['👩', '👨'].map((end) => nameKey(`${repeated('👩').slice(0, -2)}${end}`, 'us-ny'));
    expect(new Set(marks).size).toBe(2);
  });

  it('of any characters whatever are compared in bounded time', () => {
    const anyName = fc.string({ unit: 'binary', minLength: 1, maxLength: LENGTH });
    fc.assert(
      fc.property(anyName, anyName, (a, b) => {
        const compare = () => compareNames(parseName(a, 'gb-eaw'), parseName(b, 'gb-eaw'));
        expect(processorMsOf(compare, MAX_MS)).toBeLessThan(MAX_MS);
        expect(nameKey(a, 'gb-eaw').length).toBeLessThanOrEqual(400);
      }),
      { numRuns: 200 },
    );
  });
});
