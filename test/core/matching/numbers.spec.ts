import { describe, expect, it } from '@jest/globals';
import { relateNumbers } from '../../../src/core/matching/parsing/numbers.js';

describe('the numbers of two names', () => {
  it.each([
    [[], [], 'none'],
    [['1', '2'], ['2', '1'], 'same'],
    [['1', '2'], ['1'], 'one_sided'],
    [['1'], ['1', '2'], 'one_sided'],
    [['1', '1'], ['1'], 'one_sided'],
    [['1'], [], 'one_sided'],
    [[], ['1'], 'one_sided'],
    [['1'], ['2'], 'conflict'],
    [['1', '2'], ['1', '3'], 'conflict'],
  ] as [string[], string[], string][])('of %j and %j are: %s', (a, b, relation) => {
    expect(relateNumbers(a, b)).toBe(relation);
  });
});
